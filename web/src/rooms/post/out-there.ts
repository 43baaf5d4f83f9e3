/** What of a post is out on an account now, and what of it can be changed there. Pure. */
import type { GetCapabilitiesAnswer, PerAccount, Post } from '@crier/sdk'
import { versionsOf } from './goes-out.ts'
import { isOut } from './states.ts'

export interface OutThere {
  content: string
  options: Readonly<Record<string, unknown>>
}

/** As it was published, with every change that was carried out since. */
export function outThere(post: Post, { account_id, platform, edit }: PerAccount): OutThere {
  const version = versionsOf(post, () => false).find(({ accounts }) =>
    accounts.some(({ id }) => id === account_id),
  )
  const own = post.platform_content.find((each) => each.account_id === account_id)
  return {
    content: edit?.out.content ?? version?.content ?? post.content,
    options: { ...post.platform_options[platform], ...own?.options, ...edit?.out.options },
  }
}

type Capabilities = Pick<GetCapabilitiesAnswer, 'platforms' | 'platform_options'>

/** `content` and names of options; none where only a person can, and where it is being taken down. */
export function changeable(account: PerAccount, capabilities: Capabilities | undefined) {
  const { platform, removal } = account
  if (!isOut(account) || (removal && removal.state !== 'failed')) return []
  return capabilities?.platforms[platform]?.editable ?? []
}

/** Accounts beside this one on which the same text is out, and can be changed with it. */
export function alike(post: Post, account: PerAccount, capabilities: Capabilities | undefined) {
  const { content } = outThere(post, account)
  return post.per_account.filter(
    (each) =>
      each.account_id !== account.account_id &&
      changeable(each, capabilities).includes('content') &&
      outThere(post, each).content === content,
  )
}
