/** By whom a version is read: a platform, or one account. */
import type { Account } from '../../api/types.ts'
import { calledOf } from '../../ui/called.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/write.ts'
import type { Target } from '../../writing/composition.ts'

export function nameOfTarget(target: string, accounts: readonly Account[]) {
  if (target.startsWith('p:')) return platformName(target.slice(2))
  const account = accounts.find(({ id }) => id === Number(target.slice(2)))
  return account ? calledOf(account) : words.write.anAccount
}

export function platformOfTarget(target: string, accounts: readonly Account[]) {
  if (target.startsWith('p:')) return target.slice(2)
  return accounts.find(({ id }) => id === Number(target.slice(2)))?.platform ?? ''
}

/** Where another version would make sense: platforms, and single accounts where a platform has several. */
export function possibleTargets(accounts: readonly Account[]): Target[] {
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return platforms.flatMap((platform): Target[] => {
    const there = accounts.filter((each) => each.platform === platform)
    const single = there.length > 1 ? there.map(({ id }): Target => `a:${id}`) : []
    return [`p:${platform}`, ...single]
  })
}
