/** What a delivery is, how it ends a post, and how long it is tried. Pure. */
import { z } from 'zod'
import { codes } from '#platforms/kit/codes.ts'

export const DeliveryStatus = z.enum(['pending', 'publishing', 'published', 'failed', 'blocked'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const BlockedReason = z.enum(['account_disconnected', 'account_removed', 'outcome_unknown'])
export type BlockedReason = z.infer<typeof BlockedReason>

/** What follows when an answer is lost and the platform shows nothing of the post: it is sent once more, or a person decides. */
export const InDoubt = z.enum(['look_then_send', 'ask'])
export type InDoubt = z.infer<typeof InDoubt>

/** docs/codes.md says what each means. */
export const ErrorCode = z.enum(codes)
export type ErrorCode = z.infer<typeof ErrorCode>

/** A post that the platform shows and that may be the one whose answer was lost. */
export const Candidate = z.object({
  id: z.string().describe("The platform's own number; name it as candidate_id."),
  url: z.string().nullable(),
  text: z.string().describe('How its words begin there.'),
  at: z.iso.datetime().nullable(),
})
export type Candidate = z.infer<typeof Candidate>

/** Nobody can tell whether it is out: a person looks. */
export const OUTCOME_UNKNOWN = {
  status: 'blocked',
  blocked_reason: 'outcome_unknown',
  error_code: 'outcome_unknown',
  error_message:
    'Look on the platform whether this post is there: its answer was lost and it offers no way to find out. Then retry with confirm_not_published, or mark_published.',
} as const

/** Nothing more happens to it by itself. */
export function isSettled(status: DeliveryStatus) {
  return status === 'published' || status === 'failed' || status === 'blocked'
}

/** A scheduled post found later than this after its time is not sent. */
export const PUBLISH_GRACE = 24 * 3600_000

/** Tries of our own accord; who waits because the platform named a time is no nuisance, and has the whole grace. */
const MAX_TRIES = 20
const BACK_OFF = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_200_000, 1_800_000]

/**
 * When a refusal "for now" is tried again, or undefined when it is given up: the platform's own time where it gave one,
 * else doubling pauses; never past the grace after the post's time.
 */
export function tryAgainAt(tried: {
  /** Refusals in a row with a time, or without one, as this one is; itself included. */
  tries: number
  wanted_at: Date
  now: Date
  retry_at: Date | undefined
  /** Divides our own pauses; the platform's stay as it says. */
  pace: number
}): Date | undefined {
  const { tries, now, retry_at } = tried
  if (!retry_at && tries >= MAX_TRIES) return undefined
  const pause = (BACK_OFF[Math.min(tries, BACK_OFF.length) - 1] ?? 15_000) / tried.pace
  // A platform that says "now" for ever is not asked every second for a day.
  const least = retry_at && tries < MAX_TRIES ? 1_000 : pause
  const at = Math.max(retry_at?.getTime() ?? 0, now.getTime() + least)
  if (at > tried.wanted_at.getTime() + PUBLISH_GRACE) return undefined
  return new Date(at)
}

/** Whether a post's moment has passed so long ago that sending it now would surprise its author. */
export function missedWindow(wanted_at: Date, now: Date) {
  return now.getTime() - wanted_at.getTime() > PUBLISH_GRACE
}
