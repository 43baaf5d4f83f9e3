import { z } from 'zod'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { changeSeries } from '#store/series.ts'
import { takeAllBack } from './parts/rewriting.ts'
import { posts, seriesId, takeForChange } from './parts/series.ts'

export const endSeries = operation({
  name: 'end_series',
  summary:
    'End a series for good. Posts that are made go out, or are cancelled if nobody changed them.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  idempotent: false,
  input: z.strictObject({ id: seriesId, posts: posts.optional(), dry_run: dryRun.optional() }),
  output: z.object({
    ended: z.literal(true),
    id: Id,
    cancelled_post_ids: z.array(Id),
    dry_run: rehearsed,
  }),
  refuses: ['forbidden', 'series_not_found', 'series_ended'],
  rest: { method: 'DELETE', path: '/api/series/:id', status: 200 },
  mcp: { absent: 'manage_series does this on MCP.' },

  async run({ id, posts: what }, context) {
    const row = await takeForChange(context, id)
    const cancelled_post_ids = what === 'cancel' ? await takeAllBack(row, context) : []
    const change = { state: 'ended', why: 'asked', waits: null, look_at: null } as const
    await changeSeries(context, id, change, context.now)
    return { ended: true as const, id, cancelled_post_ids }
  },
})
