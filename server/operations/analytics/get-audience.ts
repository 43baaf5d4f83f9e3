import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { type AccountCounts, type AccountMetric, accountMetrics } from '#rules/metrics.ts'
import { Id } from '#rules/post.ts'
import { type AccountOnDay, listAccountNumbers } from '#store/audience.ts'
import { days, question } from './parts/fields.ts'
import { soundScope, wrongWith } from './parts/scope.ts'

const whole = z.int().nullable()
const counts = {
  followers: whole.describe('Subscribers on YouTube, there rounded to three digits.'),
  following: whole,
  posts: whole.describe('Of the account, published by whomever.'),
  views: whole.describe('Of the account since it began.'),
  likes: whole.describe('Of a Page.'),
}

export const getAudience = operation({
  name: 'get_audience',
  summary:
    'How many people follow each account, and what else its platform counts of it: as it stands, how it changed in a window of days, and day by day. Null means not told; a day without numbers is left out.',
  effect: 'reads',
  ability: 'analytics:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject(question),
  output: z.object({
    window: days,
    totals: z.object({
      followers: whole.describe('Of all accounts that tell it: one person may be in it twice.'),
      change: whole,
      without: z.array(z.string()).describe('Platforms of these accounts that do not tell it.'),
    }),
    accounts: z.array(
      z.object({
        account_id: Id,
        platform: z.string(),
        name: z.string(),
        username: z.string(),
        tells: z.array(z.enum(accountMetrics)),
        measured_at: z.iso.datetime().nullable(),
        ...counts,
        change: z
          .object({ ...counts })
          .describe('Since the window began, or since the first number.'),
        days: z.array(z.object({ date: z.iso.date(), ...counts })),
      }),
    ),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/analytics/audience' },
  mcp: { title: 'Get audience', toolset: 'analytics' },

  check: wrongWith,

  async run(input, context) {
    const scope = await soundScope(input, context)
    const { window, timezone } = scope
    const { manifests } = context.environment
    const ids = scope.accounts.map(({ id }) => id)
    const rows = await listAccountNumbers(context, ids, window, timezone)
    const own = Map.groupBy(rows, ({ account_id }) => account_id)
    const accounts = scope.accounts
      .filter(({ id, removed_at }) => removed_at === null || own.has(id))
      .map(({ id, platform, name, username }) => ({
        account_id: id,
        platform,
        name,
        username,
        tells: [...(manifests[platform]?.audience?.offers ?? [])],
        ...courseOf(own.get(id) ?? [], window.from),
      }))
    const telling = accounts.filter(({ followers }) => followers !== null)
    const silent = accounts.filter(({ followers }) => followers === null)
    return {
      window: { ...window, timezone },
      totals: {
        followers: sum(telling.map(({ followers }) => followers)),
        change: sum(telling.map(({ change }) => change.followers)),
        without: [...new Set(silent.map(({ platform }) => platform))].toSorted(),
      },
      accounts,
    }
  },
})

/** As it stands at the end, what it was at first, and the days of the window. */
function courseOf(rows: readonly AccountOnDay[], from: string) {
  const inside = rows.filter(({ day }) => day >= from)
  const last = (metric: AccountMetric) => rows.findLast((row) => row[metric] !== null)?.[metric]
  const base = (metric: AccountMetric) => {
    const before = rows.findLast((row) => row.day < from && row[metric] !== null)
    return (before ?? inside.find((row) => row[metric] !== null))?.[metric]
  }
  const now = each((metric) => last(metric) ?? null)
  const change = each((metric) => {
    const [end, start] = [last(metric), base(metric)]
    return typeof end === 'number' && typeof start === 'number' ? end - start : null
  })
  const days = inside.map((row) => ({ date: row.day, ...each((metric) => row[metric]) }))
  return { measured_at: rows.at(-1)?.taken_at ?? null, ...now, change, days }
}

function each(of: (metric: AccountMetric) => number | null): AccountCounts {
  return {
    followers: of('followers'),
    following: of('following'),
    posts: of('posts'),
    views: of('views'),
    likes: of('likes'),
  }
}

function sum(numbers: readonly (number | null)[]) {
  const known = numbers.filter((number) => number !== null)
  return known.length ? known.reduce((all, number) => all + number, 0) : null
}
