/** How far a credential goes, whatever its abilities: carried by an API key, and by whatever else may stand for a caller. Pure. */
import { z } from 'zod'
import { Id } from './post.ts'

/** What is done, told by what comes of it: a post for now is published, one for later is scheduled. */
export const Action = z.enum(['read', 'draft', 'schedule', 'publish', 'delete'])
export type Action = z.infer<typeof Action>

/** Null stands for "without limit" everywhere. */
export const Leash = z.object({
  account_ids: z.array(Id).nullable().describe('The only accounts that exist for it.'),
  actions: z.array(Action).nullable().describe('The only things it may do.'),
  posts_per_day: z
    .int()
    .nullable()
    .describe("Posts it may put on schedule or publish a day, in the workspace's time zone."),
  requests_per_minute: z
    .int()
    .nullable()
    .describe('Requests it may send in any minute, beside what the service allows everybody.'),
  needs_approval: z
    .boolean()
    .describe('What it schedules or publishes waits as a draft until somebody else approves it.'),
  expires_at: z.iso
    .datetime()
    .nullable()
    .describe('From then on it is refused like a revoked one.'),
  paused: z.boolean().describe('It may do nothing until somebody resumes it.'),
})
export type Leash = z.infer<typeof Leash>

/** No leash at all. */
export const free: Leash = {
  account_ids: null,
  actions: null,
  posts_per_day: null,
  requests_per_minute: null,
  needs_approval: false,
  expires_at: null,
  paused: false,
}

/** The leash with these parts of it changed; what is undefined stays. */
export function adjusted(
  leash: Leash,
  change: { [Part in keyof Leash]?: Leash[Part] | undefined },
): Leash {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return Leash.parse({ ...leash, ...Object.fromEntries(given) })
}

/** The parts of a leash that leave more than before. */
export function loosened(before: Leash, after: Leash): (keyof Leash)[] {
  const within = <T>(old: readonly T[] | null, next: readonly T[] | null) =>
    old === null || (next !== null && next.every((each) => old.includes(each)))
  const below = (old: number | null, next: number | null) =>
    old === null || (next !== null && next <= old)
  const timeOf = (text: string | null) => (text === null ? null : new Date(text).getTime())
  const kept: Record<keyof Leash, boolean> = {
    account_ids: within(before.account_ids, after.account_ids),
    actions: within(before.actions, after.actions),
    posts_per_day: below(before.posts_per_day, after.posts_per_day),
    requests_per_minute: below(before.requests_per_minute, after.requests_per_minute),
    needs_approval: after.needs_approval || !before.needs_approval,
    expires_at: below(timeOf(before.expires_at), timeOf(after.expires_at)),
    paused: after.paused || !before.paused,
  }
  return Leash.keyof().options.filter((part) => !kept[part])
}

/** Anything but free: such a credential manages no credentials, or it could loosen itself by another one. */
export function isLeashed(leash: Leash) {
  return Object.values(leash).some((value) => value !== null && value !== false)
}

export function hasExpired({ expires_at }: Leash, now: Date) {
  return expires_at !== null && new Date(expires_at) <= now
}

export function mayDo({ actions }: Leash, action: Action) {
  return actions === null || actions.includes(action)
}
