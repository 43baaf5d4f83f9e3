import { z } from 'zod'
import { Analytics, question } from './parts/fields.ts'
import { scopeOf, wrongIn } from './parts/scope.ts'
import { reportOf } from './parts/report.ts'
import { analyticsCsv } from './parts/csv.ts'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import { countPublished, listAccountDays, listTopPosts } from '#store/analytics.ts'

const Input = z.strictObject(question)

const RestInput = z
  .strictObject({
    ...question,
    format: z.enum(['json', 'csv']).optional().describe('csv: the timeline as a table.'),
  })
  .transform(({ from, to, account_ids, platform }) => ({ from, to, account_ids, platform }))

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
  mcp: { title: 'Get analytics' },

  async check(partial, context) {
    return wrongIn(partial, await scopeOf(partial, context), context)
  },

  async run(input, context) {
    const scope = await scopeOf(input, context)
    const problem = invalid(wrongIn(input, scope, context))
    if (problem) throw problem

    const { window, before, timezone, accounts } = scope
    const ids = accounts.map(({ id }) => id)
    const both = { from: before.from, to: window.to }
    const [days, published, top] = await Promise.all([
      listAccountDays(context, ids, both),
      countPublished(context, ids, both, timezone),
      listTopPosts(context, ids, window, TOP),
    ])
    return reportOf(scope, { days, published, top })
  },
})
