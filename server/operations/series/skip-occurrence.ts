import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun, flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { momentOf, occurrences } from '#rules/recurrence.ts'
import { isSkipped } from '#rules/series.ts'
import { forgetOccurrence } from '#store/occurrences.ts'
import { changeSeries, type SeriesRow } from '#store/series.ts'
import { takenOver } from './parts/holder.ts'
import { takePostBack } from './parts/rewriting.ts'
import {
  nextOf,
  occurrence,
  recurrenceOf,
  rowOfDay,
  seriesId,
  takeForChange,
  wholeSeries,
  Whole,
} from './parts/series.ts'

export const skipOccurrence = operation({
  name: 'skip_occurrence',
  summary: 'Leave one occurrence out, and cancel its post; or take that back with undo.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  idempotent: true,
  input: z.strictObject({
    id: seriesId,
    occurrence,
    undo: flag.optional(),
    dry_run: dryRun.optional(),
  }),
  output: Whole,
  refuses: ['invalid', 'forbidden', 'series_not_found', 'series_ended', 'post_not_cancelable'],
  rest: { method: 'POST', path: '/api/series/:id/skip' },
  mcp: { absent: 'manage_series does this on MCP.' },

  async run({ id, occurrence: local, undo = false }, context) {
    const row = await takeForChange(context, id)
    requireComing(row, local, context)
    if (isSkipped(local, row.skip) !== undo) return wholeSeries(context, id)
    const made = await rowOfDay(context, id, local)
    const skip = undo ? row.skip.filter((each) => !isSkipped(local, [each])) : [...row.skip, local]
    if (skip.length > limits.skips_per_series)
      throw wrong('occurrence', `A series leaves out ${limits.skips_per_series} at the most.`)
    if (!undo && made?.post_id && !made.deleted) {
      const why = await takePostBack(made.post_id, context)
      if (why !== undefined) throw tooLate(made.post_id, why)
    }
    // Its post was taken back when it was skipped: the chore makes another.
    if (undo && made?.deleted) await forgetOccurrence(context, id, made.local_at)
    const again = undo && row.state === 'active' && { look_at: context.now }
    const change = { skip, ...again, ...takenOver(context, undo) }
    await changeSeries(context, id, change, context.now)
    return wholeSeries(context, id)
  },
})

function tooLate(post_id: number, why: string) {
  return new Problem(
    'post_not_cancelable',
    `Leave it, or take it down with unpublish_post: post ${post_id} can not be taken back. ${why}`,
    { post_id },
  )
}

export function requireComing(row: SeriesRow, local: string, { now }: Pick<Context, 'now'>) {
  const at = momentOf(local, row.timezone)
  const fits = at ? [...occurrences(recurrenceOf(row), at, at)] : []
  if (at && at > now && fits.some((each) => each.local === local)) return { local, at }
  const all = { ...row, skip: [], confirmed_until: null }
  const some = nextOf(all, { after: now, count: 3, made: new Map() }).map((each) => each.occurrence)
  throw wrong(
    'occurrence',
    some.length
      ? `Use one that is to come, such as ${some.join(', ')}.`
      : 'Nothing of this series is to come.',
  )
}
