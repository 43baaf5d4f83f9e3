/** Makes the posts of a series that come near: ordinary posts, by the credential that the series belongs to. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { onLeash } from '#operations/leash.ts'
import { mayCall } from '#operations/perform.ts'
import { parseStored } from '#operations/posts/parts/fields.ts'
import { restorePost } from '#operations/posts/restore-post.ts'
import { schedulePost } from '#operations/posts/schedule-post.ts'
import { limits } from '#rules/limits.ts'
import { withoutNamed } from '#rules/media.ts'
import { Id } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { localIn, type Occurrence, occurrences } from '#rules/recurrence.ts'
import {
  dateOf,
  FAILURES,
  type Fields,
  filesIn,
  isSkipped,
  type SeriesWhy,
  SETTLED,
  turnOf,
  type Waits,
} from '#rules/series.ts'
import { savepoint } from '#store/many-posts.ts'
import {
  claimOccurrence,
  clearTakenBack,
  type OccurrenceRow,
  occurrencesFrom,
  refuseOccurrence,
  takenBackFrom,
  wroteOccurrence,
} from '#store/occurrences.ts'
import { changeSeries, moveSeries, type SeriesRow } from '#store/series.ts'
import { horizonOf, recurrenceOf } from './series.ts'

const DAY = 86_400_000
const HOUR = 3600_000

/** What passes: it is tried again, for as long as its time has not come. */
const PASSING = new Set([
  'plan_limit_reached',
  'too_many_requests',
  'account_inactive',
  'unavailable',
])

interface Turn extends Occurrence {
  at: Date
}

/** How far it came, and when it has to be looked at again. */
interface Course {
  failures: number
  waits: Waits | null
  stop?: { state: 'paused' | 'ended'; why: SeriesWhy }
  look_at: Date | null
}

/**
 * Of a locked row, in the transaction that locked it; `context` is the one of the credential that it belongs to. `strict`: what
 * cannot be made is the caller's error.
 */
export async function makeAhead(row: SeriesRow, context: Context, { strict = false } = {}) {
  const { look_at, failures: make_failures, waits, stop } = await course(row, context, strict)
  const moved = { make_failures, seen_until: context.now }
  if (!stop) return moveSeries(context, row.id, { ...moved, waits, look_at })
  const change = { ...moved, ...stop, waits: null, look_at: null }
  return changeSeries(context, row.id, change, context.now)
}

async function course(row: SeriesRow, context: Context, strict: boolean): Promise<Course> {
  const { now } = context
  const seen = new Date(row.seen_until)
  const horizon = new Date(now.getTime() + limits.series_days_ahead * DAY)
  const confirmed = row.confirmed_until === null ? undefined : new Date(row.confirmed_until)
  // Clocks may be set back between the two.
  const since = localIn(row.timezone, new Date(seen.getTime() - DAY))
  const rows = await occurrencesFrom(context, row.id, since)
  const done = new Set(rows.map(({ local_at }) => local_at))
  // Somebody restored it, and the series came at another hour of that day by then.
  const held = new Set(
    rows.flatMap(({ post_id, deleted, at, local_at }) =>
      post_id !== null && !deleted && new Date(at) > now ? [dateOf(local_at)] : [],
    ),
  )
  const told = { failures: row.make_failures, waits: null }
  let { failures } = told
  let last = Math.max(...rows.map(({ at }) => Date.parse(at)))

  for (const each of await leftBehind(row, context)) {
    if (held.has(dateOf(each.local_at))) continue
    const at = new Date(each.at)
    const refused = await tried(async () => bringBack(row, each, context), context, strict)
    if (refused === undefined) {
      last = Math.max(last, at.getTime())
      continue
    }
    const { until, code, message } = refused
    if (until !== undefined)
      return {
        failures,
        waits: { code, message },
        look_at: new Date(Math.min(until, at.getTime())),
      }
    await clearTakenBack(context, row.id, each.local_at)
    await refuseOccurrence(context, row.id, { local_at: each.local_at, at, code, message })
  }

  const missed = { code: 'missed', message: 'Its time had passed before its post was made.' }
  for (const each of occurrences(recurrenceOf(row), horizonOf(row, now), seen)) {
    const { local, at } = each
    if (!at || at <= seen || done.has(local) || isSkipped(local, row.skip)) continue
    if (held.has(dateOf(local))) continue
    const near = at.getTime() - limits.series_days_ahead * DAY
    if (at > horizon) return { ...told, failures, look_at: new Date(near) }
    if (confirmed && at > confirmed)
      return { ...told, failures, look_at: null, stop: { state: 'paused', why: 'unconfirmed' } }
    const refused =
      at <= now
        ? { ...(row.waits ?? missed), until: undefined }
        : await tried(async () => makeOne(row, { ...each, at }, context), context, strict)
    if (refused === undefined) {
      failures = 0
      last = at.getTime()
      continue
    }
    const { until, code, message } = refused
    if (until !== undefined) {
      const again = Math.min(until, at.getTime())
      return { failures, waits: { code, message }, look_at: new Date(again) }
    }
    await clearTakenBack(context, row.id, local)
    await refuseOccurrence(context, row.id, { local_at: local, at, code, message })
    failures++
    if (failures >= FAILURES)
      return { ...told, failures, look_at: null, stop: { state: 'paused', why: 'failures' } }
  }
  if (last > now.getTime()) return { ...told, failures, look_at: new Date(last) }
  return { ...told, failures, look_at: null, stop: { state: 'ended', why: 'complete' } }
}

/** `until`: it passes, and is tried again then. */
type Refused = Waits & { until: number | undefined }

/** Undefined: it is done. */
async function tried(
  work: () => Promise<unknown>,
  context: Context,
  strict: boolean,
): Promise<Refused | undefined> {
  try {
    await savepoint(context, work)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, recovery } = error
    const isPassing = PASSING.has(code) || (code === 'forbidden' && recovery['paused'] === true)
    if (!isPassing) {
      if (strict) throw error
      return { code, message, until: undefined }
    }
    const resets = Date.parse(String(recovery['resets_at']))
    const soon = context.now.getTime() + HOUR
    return { code, message, until: Math.min(soon, Number.isNaN(resets) ? soon : resets) }
  }
}

/** What a pause took back from before a change of all that follow: the rule makes it no more, and its texts are in its post alone. */
async function leftBehind(row: SeriesRow, context: Context) {
  const rows = await takenBackFrom(context, row.id, localIn(row.timezone, context.now))
  const last = rows.at(-1)
  if (!last) return []
  const end = new Date(Date.parse(last.at) + 2 * DAY)
  const comes = new Set(
    [...occurrences(recurrenceOf(row), end, context.now)].map(({ local }) => dateOf(local)),
  )
  return rows.flatMap((each) => {
    const { local_at, at, post_id } = each
    const isComing = comes.has(dateOf(local_at)) || isSkipped(local_at, row.skip)
    return post_id === null || isComing || new Date(at) <= context.now ? [] : [{ ...each, post_id }]
  })
}

/** Its own post, which nobody touched. */
async function bringBack(
  { id }: SeriesRow,
  { local_at, at, post_id, variation }: OccurrenceRow & { post_id: number },
  context: Context,
) {
  mayCall(restorePost, context)
  await onLeash(restorePost, restorePost.input.parse({ id: post_id }), context)
  const when = new Date(at)
  const check_at = new Date(when.getTime() + SETTLED)
  await wroteOccurrence(context, id, { local_at, post_id, at: when, variation }, { check_at })
}

/** `change`: what this one has instead; then it is nobody's but its author's. Nothing happens when it is there already. */
export async function makeOne(
  row: SeriesRow,
  { local, at, number }: Turn,
  context: Context,
  change?: Fields,
): Promise<number | undefined> {
  const variation = turnOf(number, row.variations)
  const known = { local_at: local, at, variation }
  mayCall(schedulePost, context)
  await clearTakenBack(context, row.id, local)
  if (!(await claimOccurrence(context, row.id, known))) return undefined
  const timing = { at: at.toISOString(), field: 'scheduled_at', notes: [] }
  const texts = { ...textsOfTurn(row, variation), ...change }
  const alt_texts = change ? withoutNamed(row.alt_texts, filesIn(change)) : row.alt_texts
  const stored = { ...texts, alt_texts, allow_duplicate: true, timing }
  const fields = parseStored(schedulePost.input, stored)
  const post = Made.parse(await onLeash(schedulePost, fields, context))
  await wroteOccurrence(
    context,
    row.id,
    { ...known, post_id: post.id },
    {
      check_at: new Date(at.getTime() + SETTLED),
      touched: change !== undefined,
    },
  )
  return post.id
}

const Made = z.object({ id: Id })

export function textsOfTurn(
  { post, variations }: Pick<SeriesRow, 'post' | 'variations'>,
  turn: number | null,
): Fields {
  return { ...post, ...(turn === null ? {} : variations[turn]) }
}
