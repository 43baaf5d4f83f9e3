import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import { listHours } from '#store/post-numbers.ts'
import { wider } from './parts/fields.ts'
import { postsOf, scopeOf, wrongIn } from './parts/scope.ts'

/** Fewer posts say nothing of a week. */
const ENOUGH = 20

export const getBestTimes = operation({
  name: 'get_best_times',
  summary:
    'How posts did by the weekday and hour at which they were published, where the workspace is: the median and how many posts it is of. Hours without posts are left out; trust none with few.',
  effect: 'reads',
  ability: 'analytics:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    ...wider,
    by: z
      .enum(['engagement_rate', 'engagements', 'impressions', 'reach'])
      .optional()
      .describe('Default engagement_rate, which platforms without impressions have none of.'),
  }),
  output: z.object({
    window: z.object({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() }),
    by: z.string(),
    posts: z.int().describe('How many posts have this number.'),
    needed: z.int().describe('From how many on a week can be told from chance.'),
    hours: z.array(
      z.object({
        weekday: z.int().min(1).max(7).describe('1 is Monday.'),
        hour: z.int().min(0).max(23),
        posts: z.int(),
        median: z.number(),
      }),
    ),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/analytics/times' },
  mcp: { title: 'Get best times', toolset: 'analytics' },

  async check(partial, context) {
    return wrongIn(partial, await scopeOf(partial, context), context)
  },

  async run({ by = 'engagement_rate', ...input }, context) {
    const scope = await scopeOf(input, context)
    const problem = invalid(wrongIn(input, scope, context))
    if (problem) throw problem
    const hours = await listHours(context, postsOf(scope, context), by)
    return {
      window: { ...scope.window, timezone: scope.timezone },
      by,
      posts: hours.reduce((sum, { posts }) => sum + posts, 0),
      needed: ENOUGH,
      hours: hours.map(({ median, ...hour }) => ({ ...hour, median: rounded(median) })),
    }
  },
})

function rounded(number: number) {
  return Math.round(number * 1e6) / 1e6
}
