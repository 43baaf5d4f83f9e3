/** A day of a series has one post: whoever restores another of the same day hears which. */
import type { Context } from '#operations/context.ts'
import { recurrenceOf } from '#operations/series/parts/series.ts'
import { Problem } from '#rules/problem.ts'
import { occurrences } from '#rules/recurrence.ts'
import { dateOf, SETTLED } from '#rules/series.ts'
import { type Place, placeOf, rivalOf, giveDay } from '#store/former-posts.ts'
import { clearDay } from '#store/occurrences.ts'
import { findPost } from '#store/posts.ts'
import { lockSeries, type SeriesRow } from '#store/series.ts'

interface Day extends Place {
  series: SeriesRow
}

/** Undefined: no series made it. Before the post is locked: none is made, and none restored, of this day until this is through. */
export async function lockDay(context: Context, post_id: number): Promise<Day | undefined> {
  const known = await placeOf(context, post_id)
  if (!known) return undefined
  // Whoever sees some accounts only may restore a post of a series that goes to others as well.
  const { db, workspace_id } = context
  const series = await lockSeries({ db, workspace_id }, known.series_id)
  // The series may have made another meanwhile.
  const place = await placeOf(context, post_id)
  return place && series && { ...place, series }
}

/** Refuses while another post has the day, or has gone out on it. */
export async function requireFreeDay(context: Context, day: Day, post_id: number) {
  const rival = await rivalOf(context, day, { post_id, now: context.now })
  if (!rival) return
  const { series_id } = day
  const seen = await findPost(context, rival.post_id)
  const which = seen ? `post ${rival.post_id}` : 'a post that this credential does not see'
  const date = dateOf(day.local_at)
  const text =
    rival.is_out || !seen
      ? `Leave it deleted, or schedule its text anew: ${which} of its series ${rival.is_out ? 'went out' : 'stands there'} for ${date}.`
      : `Delete ${which} first: it is the one of its series for ${date}.`
  throw new Problem('day_taken', text, { post_id: seen ? rival.post_id : null, series_id })
}

/** Its series shows it on that day, and makes none beside it; what somebody deletes of it later stays deleted. */
export async function takeDay(context: Context, day: Day, post_id: number) {
  if (day.stands === 'kept') return
  const { series_id } = day
  const date = dateOf(day.local_at)
  const { local_at, at } = comesOn(date, day, context) ?? { ...day, at: new Date(day.at) }
  await clearDay(context, series_id, date)
  const check_at = new Date(at.getTime() + SETTLED)
  await giveDay(context, post_id, { series_id, local_at, at, check_at })
}

/** Where its series comes on that date by now. */
function comesOn(date: string, { series, at: was }: Day, { now }: Context) {
  // A change of the time zone moves it by a day at the most.
  const end = new Date(Date.parse(was) + 2 * 86_400_000)
  for (const { local, at } of occurrences(recurrenceOf(series), end, now))
    if (at && at > now && dateOf(local) === date) return { local_at: local, at }
  return undefined
}
