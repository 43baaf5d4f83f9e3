/** A leash in words: what may be limited, each part once. */
import type { Account, Leash } from '../../api/types.ts'
import { exact } from '../../ui/time.tsx'

export type Action = NonNullable<Leash['actions']>[number]

export const actions: readonly { value: Action; label: string; hint: string }[] = [
  { value: 'read', label: 'Read', hint: 'Posts, media, accounts and figures' },
  { value: 'draft', label: 'Draft', hint: 'Write and change drafts' },
  { value: 'schedule', label: 'Schedule', hint: 'Plan posts for later' },
  { value: 'publish', label: 'Publish', hint: 'Send posts out at once' },
  { value: 'delete', label: 'Delete', hint: 'Remove posts and media' },
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
  const list = new Intl.ListFormat('en', { type: 'conjunction' })
  const names = (account_ids ?? []).map(
    (id) => accounts.find((each) => each.id === id)?.username ?? `account ${id}`,
  )
  return [
    ...(account_ids ? [`only ${list.format(names)}`] : []),
    ...(allowed ? [`may only ${list.format(allowed)}`] : []),
    ...(posts_per_day !== null
      ? [posts_per_day === 1 ? 'one post a day' : `${posts_per_day} posts a day`]
      : []),
    ...(requests_per_minute !== null
      ? [
          requests_per_minute === 1
            ? 'one request a minute'
            : `${requests_per_minute} requests a minute`,
        ]
      : []),
    ...(needs_approval ? ['posts wait for approval'] : []),
    ...(expires_at !== null ? [`until ${exact(expires_at)}`] : []),
  ]
}

export function hasEnded({ expires_at }: Leash) {
  return expires_at !== null && new Date(expires_at) <= new Date()
}
