/** Links that let a person without an account here connect a platform: what they stand for, and who may give them. Pure. */
import { z } from 'zod'
import { allows } from './ability.ts'
import type { Leash } from './leash.ts'
import { Id } from './post.ts'

/** What a link says of itself: who gave it, for what, until when. It is good for one connection. */
export const Ticket = z.object({
  workspace_id: Id,
  /** Null: whoever runs the instance gave it, at the command line. */
  key_id: Id.nullable(),
  /** The one account that it connects again; null: any. */
  account_id: Id.nullable(),
  /** Milliseconds since 1970. */
  expires: z.int(),
})
export type Ticket = z.infer<typeof Ticket>

/** The command line's credential. */
export const COMMAND_LINE = 'cli'

/** Short, since assistants read many of them: `1.7.0.mukd5vk0`. */
export function ticketText({ workspace_id, key_id, account_id, expires }: Ticket): string {
  return [workspace_id, key_id ?? 0, account_id ?? 0, expires.toString(36)].join('.')
}

export function ticketOf(text: string): Ticket | undefined {
  const [, workspace_id, key_id, account_id, expires] =
    /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([0-9a-z]{1,10})$/.exec(text) ?? []
  const { data } = Ticket.safeParse({
    workspace_id: Number(workspace_id),
    key_id: Number(key_id) || null,
    account_id: Number(account_id) || null,
    expires: Number.parseInt(expires ?? '', 36),
  })
  return data
}

/**
 * Whether a key may hand out such a link: it decides by itself what goes out, and to accounts that exist for it. A leash of
 * accounts leaves it those alone, to be connected again.
 */
export function mayInvite(
  { abilities, leash }: { abilities: readonly string[]; leash: Leash },
  account_id: number | undefined,
): boolean {
  const { account_ids, actions, needs_approval, paused } = leash
  if (paused || needs_approval || !allows(abilities, 'posts:write')) return false
  const sends = actions === null || actions.includes('schedule') || actions.includes('publish')
  const reaches =
    account_ids === null || (account_id !== undefined && account_ids.includes(account_id))
  return sends && reaches
}
