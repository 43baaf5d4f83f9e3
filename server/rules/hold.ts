/** Why a delivery that is due waits: for its platform, its account, or its own next attempt. Pure. */
import { z } from 'zod'
import { ErrorCode } from './delivery.ts'

export const WaitsFor = z.object({
  /** paused, platform_silent, platform_limit, account_limit, daily_limit, or the error_code of the last attempt. */
  code: ErrorCode,
  until: z.iso
    .datetime()
    .nullable()
    .describe('Not before then; it may take longer. Null: until somebody resumes it.'),
  message: z.string(),
})
export type WaitsFor = z.infer<typeof WaitsFor>

/** What keeps an account from publishing, as it is stored. Times that have passed keep nobody. */
export interface Held {
  account_id: number
  /** A person holds it, or the whole workspace. */
  paused: { since: string; reason: string | null; whole: boolean } | null
  /** Nobody there answers; asked again then. */
  silent_until: string | null
  /** The platform takes nothing from our app. */
  app_until: string | null
  account_until: string | null
  /** When one more of the posts of a day may go out; null when there is room. */
  daily_until: string | null
}

/** The hold that lasts longest, if any lasts longer than `from`. */
export function holdOf(
  held: Held | undefined,
  platform: { name: string; per_day: number | null },
  from: Date,
): WaitsFor | undefined {
  if (!held) return undefined
  if (held.paused) return pausedBy(held.paused)
  const { name, per_day } = platform
  const holds = [
    ['platform_silent', held.silent_until, `${name} does not answer at the moment.`],
    ['platform_limit', held.app_until, `${name} takes no more posts from this service for now.`],
    ['account_limit', held.account_until, `${name} takes no more from this account for now.`],
    [
      'daily_limit',
      held.daily_until,
      `This account has had the ${per_day} posts that ${name} takes in 24 hours.`,
    ],
  ] as const
  const [longest] = holds
    .flatMap(([code, until, message]) => (until === null ? [] : [{ code, until, message }]))
    .filter(({ until }) => new Date(until) > from)
    .toSorted((a, b) => (a.until < b.until ? 1 : -1))
  return longest
}

function pausedBy({ since, reason, whole }: NonNullable<Held['paused']>): WaitsFor {
  const what = whole ? 'Publishing' : 'Publishing on this account'
  const why = reason === null ? '' : `: ${reason}`
  return { code: 'paused', until: null, message: `${what} is paused since ${since}${why}` }
}

function queueHold(queue: Waiting['queue']): WaitsFor | undefined {
  if (!queue?.since) return undefined
  const message = `The queue ${queue.name} is paused since ${queue.since}`
  return { code: 'paused', until: null, message }
}

interface Waiting {
  status: string
  queue?: { name: string; since: string | null } | null | undefined
  /** When it is due. */
  next_attempt_at: string | null
  error_code: ErrorCode | null
  error_message: string | null
}

/** What a delivery waits for beside its time, and when it is tried next: never in the past. */
export function waitOf(
  pivot: Waiting,
  held: Held | undefined,
  platform: { name: string; per_day: number | null },
  now: Date,
): { waits_for: WaitsFor | null; next_attempt_at: string | null } {
  const { status, next_attempt_at: due_at, error_code, error_message, queue } = pivot
  if (status !== 'pending' || due_at === null) return { waits_for: null, next_attempt_at: null }
  const due = new Date(due_at) > now ? new Date(due_at) : now
  const own =
    error_code !== null && due > now
      ? { code: error_code, until: due.toISOString(), message: error_message ?? '' }
      : null
  const waits_for = queueHold(queue) ?? holdOf(held, platform, due) ?? own
  return { waits_for, next_attempt_at: waits_for ? waits_for.until : due.toISOString() }
}
