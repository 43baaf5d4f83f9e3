import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { estimatedCost, PlannedCost, type Priced, pricedIn } from '#rules/cost.ts'
import { monthOf, resetsAt } from '#rules/quota.ts'
import { plannedPosts } from '#store/planned.ts'
import { countAtRisk } from '#store/risks.ts'
import { readStats } from '#store/stats.ts'
import { usedInMonth } from '#store/usage.ts'
import { findWorkspace } from '#store/workspaces.ts'

const count = z.int().min(0)

/** Further ahead, and of more posts, what platforms ask is not reckoned: it is a forecast, in an answer that is asked for often. */
const AHEAD = 30 * 86_400_000
const RECKONED = 500

export const getStats = operation({
  name: 'get_stats',
  summary:
    'Counts at a glance: posts charged this month against the limit, posts by status, deliveries by outcome, and how many posts are being published now.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({
    posts_this_month: z.object({
      used: count,
      limit: count.nullable().describe('Null: without limit.'),
      remaining: count.nullable(),
      resets_at: z.iso.datetime(),
    }),
    publishing: count.describe('Posts of which a channel is uploading or processing now.'),
    at_risk: count.describe('Posts that something may keep from going out as planned.'),
    posts: z
      .object({ draft: count, scheduled: count, published: count, failed: count, deleted: count })
      .describe('By status; deleted ones are counted there only.'),
    deliveries: z
      .object({
        pending: count,
        pending_in_drafts: count.describe('Of `pending`: nothing sends these.'),
        publishing: count,
        published: count,
        failed: count,
        blocked: count,
      })
      .describe('Of posts that are not deleted.'),
    estimated_cost: PlannedCost.nullable().describe(
      'What platforms ask of us for what is scheduled in the coming 30 days; null: nothing.',
    ),
  }),
  refuses: [],
  rest: { method: 'GET', path: '/api/stats' },
  mcp: { title: 'Get counts' },

  async run(_, context) {
    const { environment, now } = context
    const until = new Date(now.getTime() + AHEAD)
    const platforms = pricedIn(environment.manifests)
    const [workspace, charged, { posts, deliveries, publishing }, at_risk, planned] =
      await Promise.all([
        findWorkspace(context),
        usedInMonth(context, monthOf(now)),
        readStats(context),
        countAtRisk(context),
        plannedPosts(context, { platforms, now, until, most: RECKONED }),
      ])
    const limit = environment.plans[workspace.plan]?.monthly_posts ?? null
    const remaining = limit === null ? null : Math.max(0, limit - charged)
    return {
      posts_this_month: { used: charged, limit, remaining, resets_at: resetsAt(now) },
      publishing,
      at_risk,
      posts,
      deliveries,
      estimated_cost: costOf(planned, until, environment),
    }
  },
})

function costOf(
  planned: readonly Priced[],
  until: Date,
  { manifests }: Context['environment'],
): z.output<typeof PlannedCost> | null {
  if (!planned.length) return null
  const costs = planned.slice(0, RECKONED).map((post) => estimatedCost(post, manifests)?.usd ?? 0)
  const thousandths = costs.reduce((sum, usd) => sum + Math.round(usd * 1000), 0)
  return {
    usd: thousandths / 1000,
    until: until.toISOString(),
    complete: planned.length <= RECKONED,
  }
}
