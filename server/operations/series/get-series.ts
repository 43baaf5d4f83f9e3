import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { seriesId, Whole, wholeSeries } from './parts/series.ts'

export const getSeries = operation({
  name: 'get_series',
  summary: 'A series with its next ten occurrences and their posts, and the last ten.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: seriesId }),
  output: Whole,
  refuses: ['series_not_found'],
  rest: { method: 'GET', path: '/api/series/:id' },
  mcp: { absent: 'read_series does this on MCP.' },

  run: async ({ id }, context) => wholeSeries(context, id),
})
