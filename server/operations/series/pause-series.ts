import { z } from 'zod'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Id } from '#rules/post.ts'
import { changeSeries } from '#store/series.ts'
import { takeAllBack } from './parts/rewriting.ts'
import { posts, seriesId, takeForChange, Whole, wholeSeries } from './parts/series.ts'

export const pauseSeries = operation({
  name: 'pause_series',
  summary: 'Make no more posts until resume_series; those that are made go out, or are cancelled.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  idempotent: true,
  input: z.strictObject({ id: seriesId, posts: posts.optional(), dry_run: dryRun.optional() }),
  output: Whole.extend({ cancelled_post_ids: z.array(Id) }),
  refuses: ['forbidden', 'series_not_found', 'series_ended'],
  rest: { method: 'POST', path: '/api/series/:id/pause' },
  mcp: { absent: 'manage_series does this on MCP.' },

  async run({ id, posts: what }, context) {
    const row = await takeForChange(context, id)
    const cancelled_post_ids = what === 'cancel' ? await takeAllBack(row, context) : []
    if (row.state === 'active') {
      const change = { state: 'paused', why: 'asked', waits: null, look_at: null } as const
      await changeSeries(context, id, change, context.now)
    }
    return { ...(await wholeSeries(context, id)), cancelled_post_ids }
  },
})
