import { z } from 'zod'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { changeSeries } from '#store/series.ts'
import { yearFrom } from './create-series.ts'
import { makeAhead } from './parts/making.ts'
import {
  endedAlready,
  requireSeries,
  seenAs,
  seriesId,
  takeForChange,
  wholeSeries,
  Whole,
} from './parts/series.ts'
import { forgetRefused } from '#store/occurrences.ts'

export const resumeSeries = operation({
  name: 'resume_series',
  summary:
    'Let a series go on: paused, ended with its credential, or to confirm another year. It is the caller’s from then on; what passed meanwhile is not made up for.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  idempotent: true,
  input: z.strictObject({ id: seriesId, dry_run: dryRun.optional() }),
  output: Whole,
  refuses: ['series_not_found', 'series_ended'],
  rest: { method: 'POST', path: '/api/series/:id/resume' },
  mcp: { absent: 'manage_series does this on MCP.' },

  async run({ id }, context) {
    const { now, caller } = context
    const row = await takeForChange(context, id, { ended: true })
    const { state, why } = await seenAs(row, context)
    if (state === 'ended' && why !== 'credential_ended') throw endedAlready(row)
    if (state === 'active' && row.confirmed_until === null) return wholeSeries(context, id)
    await forgetRefused(context, id, now)
    await changeSeries(
      context,
      id,
      {
        state: 'active',
        why: null,
        make_failures: 0,
        post_failures: 0,
        ...(row.state === 'active' ? {} : { seen_until: now }),
        ...(row.confirmed_until !== null && { confirmed_until: yearFrom(now) }),
        made_by: caller.credential,
        created_via: caller.via,
      },
      now,
    )
    await makeAhead(await requireSeries(context, id), context)
    return wholeSeries(context, id)
  },
})
