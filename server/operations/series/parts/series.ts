/** A series as callers see and write it. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { number } from '#operations/ids.ts'
import { limits } from '#rules/limits.ts'
import { timezoneField } from '#rules/when.ts'
import { rehearsed } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { localIn, occurrences, type Recurrence, YEARS_AHEAD } from '#rules/recurrence.ts'
import { example, ruleOf, RuleText } from '#rules/recurrence-text.ts'
import { dateOf, Fields, isSkipped, Series, SeriesTime, turnOf } from '#rules/series.ts'
import { charactersOf } from '#rules/text.ts'
import { type OccurrenceRow, occurrencesBefore, occurrencesFrom } from '#store/occurrences.ts'
import { holderOf } from './holder.ts'
import { findSeries, lockSeries, type SeriesRow } from '#store/series.ts'

export const Whole = Series.extend({
  upcoming: z.array(SeriesTime).describe('The next ten.'),
  recent: z.array(SeriesTime).describe('The last ten that were made, or could not be.'),
  dry_run: rehearsed,
})

export const seriesId = number(1, Number.MAX_SAFE_INTEGER).describe('The series.')

const Local = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-\d\d-\d\dT\d\d:\d\d$/, {
    error: 'Use a local time such as 2026-11-20T09:00, without a zone.',
    abort: true,
  })
  .refine((text) => z.iso.datetime().safeParse(`${text}:00Z`).success, 'There is no such time.')

export const occurrence = Local.describe('Its local time, as upcoming has it.')

const skip = z
  .array(
    z.union([z.iso.date(), Local], {
      error: 'Use a date such as 2026-12-24, or a local time such as 2026-12-24T09:00.',
    }),
  )
  .max(limits.skips_per_series, `At most ${limits.skips_per_series}.`)

export const posts = z
  .enum(['keep', 'cancel'], { error: 'Use keep or cancel.' })
  .describe('What becomes of posts that are made and unchanged; default keep.')

export const seriesFields = {
  name: z
    .string()
    .trim()
    .refine(
      (text) => charactersOf(text) <= limits.series_name_chars,
      `At most ${limits.series_name_chars} characters.`,
    ),
  post: Fields.describe(
    'As schedule_post takes it (content, social_account_ids, media_ids …), without a time.',
  ),
  rule: RuleText.describe(
    `RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, COUNT or UNTIL. Such as ${example}.`,
  ),
  starts_at: Local.describe('Local time such as 2026-11-20T09:00: from then on, at that time.'),
  timezone: timezoneField,
  variations: z
    .array(Fields)
    .max(limits.variations_per_series, `At most ${limits.variations_per_series}.`)
    .describe('Fields (content, media_ids …) that replace those of post, in turn.'),
  skip: skip.describe('Dates or local times to leave out.'),
  confirm_yearly: z
    .boolean()
    .describe('For a rule without COUNT and UNTIL: resume_series confirms another year.'),
}

export async function requireSeries(context: Context, id: number): Promise<SeriesRow> {
  const row = await findSeries(context, id)
  if (!row) throw noSeries(id)
  return row
}

/** Locked; not ended, unless that may be. */
export async function takeForChange(
  context: Context,
  id: number,
  { ended = false } = {},
): Promise<SeriesRow> {
  const row = await lockSeries(context, id)
  if (!row) throw noSeries(id)
  if (row.state === 'ended' && !ended) throw endedAlready(row)
  return row
}

export function endedAlready({ id, why }: Pick<SeriesRow, 'id' | 'why'>) {
  const text =
    why === 'credential_ended'
      ? `Resume series ${id} first: it ended with the credential that it belonged to.`
      : `Make another: series ${id} has ended.`
  return new Problem('series_ended', text, { why })
}

function noSeries(id: number) {
  return new Problem(
    'series_not_found',
    `Look for its id with list_series: there is no series ${id}.`,
  )
}

export function recurrenceOf(row: Pick<SeriesRow, 'rule' | 'starts_at' | 'timezone'>): Recurrence {
  return { rule: ruleOf(row.rule), starts_at: row.starts_at, timezone: row.timezone }
}

/** So far anything is looked for: ten years from now, or from the beginning of what begins later. */
export function horizonOf({ starts_at }: Pick<SeriesRow, 'starts_at'>, now: Date) {
  const from = Math.max(now.getTime(), Date.parse(`${starts_at}Z`))
  return new Date(from + YEARS_AHEAD * 366 * 86_400_000)
}

/** The row of the day of one that is to come: of two, the one whose post is there. */
export async function rowOfDay(context: Context, id: number, local: string) {
  const rows = await occurrencesFrom(context, id, dateOf(local))
  const there = rows.find(
    (each) =>
      dateOf(each.local_at) === dateOf(local) &&
      each.post_id !== null &&
      !each.deleted &&
      new Date(each.at) > context.now,
  )
  return there ?? rows.find(({ local_at }) => local_at === local)
}

type Planned = Pick<SeriesRow, 'rule' | 'starts_at' | 'timezone' | 'variations' | 'skip'> & {
  confirmed_until: string | Date | null
}

/** The next times of it, whether or not their posts are made. */
export function nextOf(
  row: Planned,
  { after, count, made }: { after: Date; count: number; made: ReadonlyMap<string, OccurrenceRow> },
): SeriesTime[] {
  const found: SeriesTime[] = []
  const from = localIn(row.timezone, after)
  for (const { local, at, number: nth } of occurrences(
    recurrenceOf(row),
    horizonOf(row, after),
    after,
  )) {
    if (found.length >= count) break
    if (at ? at <= after : local <= from) continue
    if (at && row.confirmed_until && at > new Date(row.confirmed_until)) break
    const there = made.get(dateOf(local))
    const known = there?.local_at === local || there?.post_id ? there : undefined
    found.push({
      ...(known
        ? told(known)
        : { post_id: null, refused: null, variation: turnOf(nth, row.variations) }),
      occurrence: local,
      at: at?.toISOString() ?? null,
      skipped: isSkipped(local, row.skip),
    })
  }
  return found
}

function told({ post_id, variation, code, message }: OccurrenceRow) {
  const refused = code === null ? null : { code, message: message ?? '' }
  return { post_id, variation, refused }
}

/** As it is answered, with what comes and what came. */
export async function wholeSeries(context: Context, id: number) {
  return seriesWhole(await requireSeries(context, id), context)
}

export async function seriesWhole(
  row: SeriesRow,
  context: Context,
): Promise<z.input<typeof Whole>> {
  const { id } = row
  const here = localIn(row.timezone, context.now)
  const [ahead, before] = await Promise.all([
    occurrencesFrom(context, id, here),
    occurrencesBefore(context, id, here, limits.occurrences_told),
  ])
  const made = new Map(ahead.map((each) => [dateOf(each.local_at), each]))
  const seen = await seenAs(row, context)
  return {
    ...seen,
    upcoming:
      seen.state === 'ended' && seen.why !== 'complete'
        ? ahead.flatMap((each) => (each.post_id === null ? [] : [shownRow(each, row)]))
        : nextOf(row, { after: context.now, count: limits.occurrences_told, made }),
    recent: before.map((each) => shownRow(each, row)),
  }
}

function shownRow(row: OccurrenceRow, { skip: left_out }: SeriesRow): SeriesTime {
  const { local_at, at } = row
  return { ...told(row), occurrence: local_at, at, skipped: isSkipped(local_at, left_out) }
}

/** With the end of its credential, also before anybody looked at it again. */
export async function seenAs(
  row: SeriesRow,
  context: Pick<Context, 'db' | 'environment'>,
): Promise<Series> {
  const shown = Series.parse({ ...row, waits_for: row.state === 'active' ? row.waits : null })
  if (row.state !== 'active' || (await holderOf(row, context))) return shown
  return { ...shown, state: 'ended', why: 'credential_ended', waits_for: null }
}
