/** Posts that recur: what a series is on the wire, and which text is whose turn. Pure. */
import { z } from 'zod'
import { CreatedVia, Id } from './post.ts'

export const SeriesState = z.enum(['active', 'paused', 'ended'])
export type SeriesState = z.infer<typeof SeriesState>

/** Why it is paused, or ended. */
export const SeriesWhy = z.enum([
  'asked',
  'failures',
  'unconfirmed',
  'complete',
  'credential_ended',
])
export type SeriesWhy = z.infer<typeof SeriesWhy>

/** Fields of a post, as they were taken. */
export const Fields = z.record(z.string(), z.unknown())
export type Fields = z.infer<typeof Fields>

const time = z.iso.datetime()

const Part = z.object({ media_ids: z.array(z.coerce.number()).nullish() })
const Shows = Part.extend({
  thread: z.array(Part).nullish(),
  platform_content: z.array(z.object({ thread: z.array(Part).nullish() })).nullish(),
})

/** Every file that these name, in whichever part of a post. */
export function filesIn(fields: Fields): number[] {
  const { thread, platform_content, ...first } = Shows.parse(fields)
  const own = platform_content?.flatMap((each) => each.thread ?? []) ?? []
  return [first, ...(thread ?? []), ...own].flatMap(({ media_ids }) => media_ids ?? [])
}

export const SeriesTime = z.object({
  occurrence: z.string().describe('By the clock of the series: what it is known by.'),
  at: time.nullable().describe('When that is; null on a date that the time zone leaves out.'),
  variation: z.int().nullable().describe('Which of the variations it has, from 0.'),
  skipped: z.boolean(),
  post_id: Id.nullable().describe('Null: not made.'),
  refused: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why no post could be made for it.'),
})
export type SeriesTime = z.infer<typeof SeriesTime>

export const Waits = z.object({ code: z.string(), message: z.string() })
export type Waits = z.infer<typeof Waits>

export const Series = z.object({
  id: Id,
  name: z.string(),
  state: SeriesState,
  why: SeriesWhy.nullable(),
  rule: z.string(),
  starts_at: z.string().describe('By the clock of timezone; no occurrence comes before.'),
  timezone: z.string(),
  post: Fields.describe('As schedule_post takes it.'),
  variations: z.array(Fields).describe('Fields that replace those of post, in turn.'),
  skip: z.array(z.string()),
  confirmed_until: time
    .nullable()
    .describe('A rule without an end goes on until then; resume_series confirms another year.'),
  waits_for: Waits.nullable().describe('Why what would be made by now is not.'),
  created_via: CreatedVia,
  created_at: time,
  updated_at: time,
})
export type Series = z.infer<typeof Series>

/** The turn of the nth occurrence; null where there is one text only. */
export function turnOf(number: number, variations: readonly unknown[]) {
  return variations.length ? number % variations.length : null
}

/** No series comes twice on a date: what was said of a day holds for it when the series moves to another hour. */
export function dateOf(local: string) {
  return local.slice(0, 10)
}

export function isSkipped(local: string, skip: readonly string[]) {
  return skip.some((each) => dateOf(each) === dateOf(local))
}

/** So long after its time a post of a series should be over. */
export const SETTLED = 5 * 60_000

/** So many failures in a row, and a series stops by itself. */
export const FAILURES = 2
