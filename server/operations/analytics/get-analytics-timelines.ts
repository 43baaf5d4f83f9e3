import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { metrics } from '#rules/metrics.ts'
import { Id } from '#rules/post.ts'
import { datesIn } from '#rules/window.ts'
import { type AnyAccount, countPublished, listDays } from '#store/analytics.ts'
import { findLastMeasure, measuredAmong } from '#store/post-numbers.ts'
import { compare, days, wider } from './parts/fields.ts'
import { timelinesOf } from './parts/report.ts'
import { soundScope, spansOf, wrongWith } from './parts/scope.ts'

const numbers = z.array(z.number().nullable())
const Columns = z.object({
  posts: z.array(z.int()),
  ...Object.fromEntries(metrics.map((metric) => [metric, numbers])),
  engagement_rate: numbers,
})

export const getAnalyticsTimelines = operation({
  name: 'get_analytics_timelines',
  summary:
    'Numbers day by day as columns, for charts: of everything, and of each platform or account, beside those of the window before or of a year before. Null is a day that was not told.',
  effect: 'reads',
  ability: 'analytics:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    ...wider,
    compare,
    by: z.enum(['platform', 'account']).optional().describe('Besides everything in one line.'),
  }),
  output: z.object({
    window: days,
    previous: z.object({ from: z.iso.date(), to: z.iso.date() }),
    measured_at: z.iso.datetime().nullable().describe('When the newest number was taken.'),
    measured: z
      .array(z.object({ platform: z.string(), account_ids: z.array(Id) }))
      .describe(
        'Accounts asked about of which a number was ever taken. A 0 of any other says nothing yet.',
      ),
    dates: z.array(z.iso.date()).describe('Of the window; each column has as many numbers.'),
    lines: z.array(
      z.object({
        platform: z.string().nullable().describe('Null: of all.'),
        account_id: Id.nullable(),
        days: Columns,
        previous: Columns.describe('Day for day beside it.'),
      }),
    ),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/analytics/timelines' },
  mcp: { absent: 'A model reads the timeline of get_analytics; columns are for charts.' },

  check: wrongWith,

  async run({ by, ...input }, context) {
    const scope = await soundScope(input, context)
    const ids = scope.accounts.map(({ id }) => id)
    const { window, before, timezone, labels } = scope
    const spans = spansOf(scope)
    const of = { accounts: scope.accounts, labels, by: by ?? 'platform' } as const
    const [days, published, measured_at, measured] = await Promise.all([
      Promise.all(spans.map((span) => listDays(context, of, span))),
      Promise.all(spans.map((span) => countPublished(context, ids, span, timezone, labels))),
      findLastMeasure(context),
      measuredAmong(context, ids),
    ])
    return {
      window: { ...window, timezone },
      previous: before,
      measured_at,
      measured: byPlatform(scope.accounts, measured),
      dates: datesIn(window),
      lines: timelinesOf(scope, { days: days.flat(), published: published.flat() }, by),
    }
  },
})

function byPlatform(accounts: readonly Pick<AnyAccount, 'id' | 'platform'>[], ids: number[]) {
  const measured = accounts.filter(({ id }) => ids.includes(id))
  return [...Map.groupBy(measured, ({ platform }) => platform)].map(([platform, of]) => ({
    platform,
    account_ids: of.map(({ id }) => id),
  }))
}
