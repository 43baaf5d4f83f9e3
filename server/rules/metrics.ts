/** What is measured of a published delivery, and when. Pure. */
import { z } from 'zod'

/** In the order in which every answer has them. */
export const metrics = [
  'reach',
  'impressions',
  'likes',
  'comments',
  'shares',
  'engagements',
] as const
export type Metric = (typeof metrics)[number]

const told = z.int().nullable()

/** What a platform told of a post on one account, each time it was asked. */
export const Measured = z.object({
  at: z.iso.datetime(),
  reach: told,
  impressions: told,
  likes: told,
  comments: told,
  shares: told,
  engagements: told,
} satisfies Record<Metric | 'at', z.ZodType>)
export type Measured = z.infer<typeof Measured>

/** Totals of one post on one account since publishing, or their growth. Null: not told, which is never a 0. */
export type Counts = Record<Metric, number | null>

/** What is told of an account itself, as it stands: in the order in which every answer has them. */
export const accountMetrics = ['followers', 'following', 'posts', 'views', 'likes'] as const
export type AccountMetric = (typeof accountMetrics)[number]
export type AccountCounts = Record<AccountMetric, number | null>

const HOUR = 3600_000

/** How old a post is when it is measured; after the last one never again. */
export const measureAges: readonly number[] = [1, 6, 24, 3 * 24, 7 * 24, 30 * 24].map(
  (hours) => hours * HOUR,
)

/** Tries at one age before it is left out. The first of them is for nothing when the platform is slow to show a post. */
const TRIES = 5
const FIRST_PAUSE = 10 * 60_000

/** The number of the snapshot that may be taken now, from 1; 0: none yet. One that was missed is left out, not made up. */
export function snapshotNumber(published_at: Date, now: Date): number {
  return measureAges.filter((age) => published_at.getTime() + age <= now.getTime()).length
}

/** When the next snapshot is due; undefined after the last. */
export function nextMeasure(published_at: Date, now: Date): Date | undefined {
  const age = measureAges[snapshotNumber(published_at, now)]
  return age === undefined ? undefined : new Date(published_at.getTime() + age)
}

/**
 * After a try that brought nothing: again soon, at longer and longer intervals, then not before the next age. When the
 * platform says `until` when it wants to be left alone, that is kept, and is no try as long as another age is to come.
 */
export function afterFailure(
  published_at: Date,
  now: Date,
  { tries, until }: { tries: number; until?: Date | undefined },
): { measure_at: Date | null; measure_tries: number } {
  const next = nextMeasure(published_at, now)
  if (until && until > now && next) return { measure_at: until, measure_tries: tries }
  const pause = new Date(now.getTime() + FIRST_PAUSE * 2 ** tries)
  const soon = until && until > pause ? until : pause
  if (tries + 1 >= TRIES || (next && next <= soon))
    return { measure_at: next ?? null, measure_tries: 0 }
  return { measure_at: soon, measure_tries: tries + 1 }
}

/** Accounts are asked for their own numbers once in so long; a day of 23 hours has one too. */
const ACCOUNT_EVERY = 22 * HOUR

/** When an account is asked next: after an answer about a day later, after none at longer and longer intervals. */
export function nextOfAccount(
  now: Date,
  failed?: { tries: number; until?: Date | undefined },
): { measure_at: Date; tries: number } {
  const day = new Date(now.getTime() + ACCOUNT_EVERY)
  if (!failed) return { measure_at: day, tries: 0 }
  const pause = new Date(now.getTime() + FIRST_PAUSE * 2 ** failed.tries)
  const soon = failed.until && failed.until > pause ? failed.until : pause
  if (failed.tries + 1 >= TRIES || soon > day) return { measure_at: day, tries: 0 }
  return { measure_at: soon, tries: failed.tries + 1 }
}
