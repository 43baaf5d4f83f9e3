import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listHours } from '#store/post-numbers.ts'
import { days, wider } from './parts/fields.ts'
import { postsOf, soundScope, wrongWith } from './parts/scope.ts'

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
    window: days,
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

  check: wrongWith,

  async run({ by = 'engagement_rate', ...input }, context) {
    const scope = await soundScope(input, context)
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
