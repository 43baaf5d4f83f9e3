import { z } from 'zod'
import { Analytics, compare, question, wider } from './parts/fields.ts'
import { soundScope, spansOf, wrongWith } from './parts/scope.ts'
import { reportOf } from './parts/report.ts'
import { analyticsCsv } from './parts/csv.ts'
import { operation } from '#operations/operation.ts'
import { countPublished, listAccountSums, listDays, listTopPosts } from '#store/analytics.ts'

const Input = z.strictObject({ ...wider, compare })

const RestInput = z
  .strictObject({
    ...wider,
    compare,
    format: z.enum(['json', 'csv']).optional().describe('csv: the timeline as a table.'),
  })
  .transform(({ from, to, account_ids, platform, labels, compare: beside }) => ({
    from,
    to,
    account_ids,
    platform,
    labels,
    compare: beside,
  }))

const TOP = 10

export const getAnalytics = operation({
  name: 'get_analytics',
  summary:
    'How posts did in a window of days: totals beside the window before, by platform, by account, day by day, and the strongest posts. Null means that a platform does not tell a number; incomplete says what sums lack.',
  effect: 'reads',
  ability: 'analytics:read',
  actions: ['read'],
  idempotent: true,
  input: Input,
  output: Analytics,
  refuses: ['invalid'],
  rest: {
    method: 'GET',
    path: '/api/analytics',
    accepts: RestInput,
    formats: { csv: { type: 'text/csv; charset=utf-8', write: analyticsCsv } },
  },
  mcp: { title: 'Get analytics', accepts: z.strictObject(question) },

  check: wrongWith,

  async run(input, context) {
    const scope = await soundScope(input, context)

    const { window, before, timezone, accounts, labels } = scope
    const ids = accounts.map(({ id }) => id)
    const spans = spansOf(scope)
    const of = { accounts, labels }
    const [days, published, sums, top] = await Promise.all([
      Promise.all(spans.map((span) => listDays(context, { ...of, by: 'platform' }, span))),
      Promise.all(spans.map((span) => countPublished(context, ids, span, timezone, labels))),
      listAccountSums(context, of, window, before),
      listTopPosts(context, ids, window, TOP, labels),
    ])
    const rows = { days: days.flat(), published: published.flat(), accounts: sums, top }
    return reportOf(scope, rows)
  },
})
