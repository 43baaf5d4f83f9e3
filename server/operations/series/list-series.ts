import { z } from 'zod'
import { listOf } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
import { limits } from '#rules/limits.ts'
import { Series, SeriesState } from '#rules/series.ts'
import { countSeries, listSeries as readSeries } from '#store/series.ts'
import { seenAs } from './parts/series.ts'

export const listSeries = operation({
  name: 'list_series',
  summary: 'Series of posts, the latest first; without state those that have not ended.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    state: listOf(SeriesState).optional(),
    ...pageFields(limits.posts_per_page),
  }),
  output: pageOf(Series),
  refuses: [],
  rest: { method: 'GET', path: '/api/series' },
  mcp: { absent: 'read_series does this on MCP.' },

  async run({ state, per_page = limits.posts_per_page, page, after }, context) {
    const states = state ?? (['active', 'paused'] as const)
    const { rows, envelope } = await pageIn(
      { per_page, page, after },
      {
        list: (window) => readSeries(context, states, window),
        count: (anchor) => countSeries(context, states, anchor),
        anchorOf: ({ created_at, id }) => ({ at: created_at, id }),
        path: '/api/series',
        query: { state },
      },
      context,
    )
    return { data: await Promise.all(rows.map(async (row) => seenAs(row, context))), ...envelope }
  },
})
