/** A leash in words: what may be limited, each part once. */
import type { Account, Leash } from '../../api/types.ts'
import { calledOf } from '../../ui/called.ts'
import { exact } from '../../ui/time.tsx'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/access.ts'

export type Action = NonNullable<Leash['actions']>[number]

export const actions: readonly { value: Action; label: string; hint: string }[] = [
  { value: 'read', label: words.actions.read, hint: words.actions.readHint },
  { value: 'draft', label: words.actions.draft, hint: words.actions.draftHint },
  { value: 'schedule', label: words.actions.schedule, hint: words.actions.scheduleHint },
  { value: 'publish', label: words.actions.publish, hint: words.actions.publishHint },
  { value: 'delete', label: common.act.delete, hint: words.actions.removeHint },
]

export const free: Leash = {
  account_ids: null,
  actions: null,
  posts_per_day: null,
  requests_per_minute: null,
  needs_approval: false,
  expires_at: null,
  paused: false,
}

/** Short phrases of what is limited; empty when nothing is. */
export function limitsOf(leash: Leash, accounts: readonly Account[] = []): string[] {
  const { account_ids, actions: allowed, posts_per_day, requests_per_minute } = leash
  const { needs_approval, expires_at } = leash
  const names = (account_ids ?? []).map((id) => {
    const account = accounts.find((each) => each.id === id)
    return account ? calledOf(account) : words.actions.account(id)
  })
  return [
    ...(account_ids ? [words.actions.onlyOn(list(names))] : []),
    ...(allowed
      ? [words.actions.mayOnly(list(allowed.map((each) => words.actions.deeds[each])))]
      : []),
    ...(posts_per_day !== null ? [words.actions.perDay(posts_per_day)] : []),
    ...(requests_per_minute !== null ? [words.actions.perMinute(requests_per_minute)] : []),
    ...(needs_approval ? [words.actions.waitForApproval] : []),
    ...(expires_at !== null ? [words.actions.until(exact(expires_at))] : []),
  ]
}

export function hasEnded({ expires_at }: Leash) {
  return expires_at !== null && new Date(expires_at) <= new Date()
}
