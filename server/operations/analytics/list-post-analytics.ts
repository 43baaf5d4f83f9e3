import { z } from 'zod'
import { number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import type { Offers } from '#rules/analytics.ts'
import { numbersOf } from '#rules/analytics.ts'
import { limits } from '#rules/limits.ts'
import { type Counts, metrics } from '#rules/metrics.ts'
import { Id } from '#rules/post.ts'
import { wrong } from '#rules/problem.ts'
import {
  datePosts,
  listPostNumbers,
  type Measure,
  type PostOnAccount,
  type PostsAsked,
  rankPosts,
  type Ranked,
} from '#store/post-numbers.ts'
import type { Scope } from '#store/schema.ts'
import { postsCsv } from './parts/csv.ts'
import { counts, days, incomplete, wider } from './parts/fields.ts'
import { leftOutOf } from './parts/report.ts'
import { postsOf, soundScope, wrongWith } from './parts/scope.ts'

const sorts = ['published_at', ...metrics, 'engagement_rate'] as const

const asked = {
  ...wider,
  sort: z.enum(sorts).optional().describe('Default engagements. Posts without it come last.'),
  order: z.enum(['asc', 'desc']).optional().describe('Default desc.'),
  per_page: number(1, limits.per_page_max).optional().describe('1 to 200, default 20.'),
  cursor: z
    .string()
    .regex(/^\w+\.(asc|desc)~(at|by)~-?[\d.]+(e[+-]?\d+)?~\d{1,15}$/, 'Take it from next_cursor.')
    .optional()
    .describe('From next_cursor.'),
}

const told = {
  measured_at: z.iso.datetime().nullable().describe('Null: not measured yet, or never.'),
  ...counts,
}
export const PostAnalytics = z.object({
  window: days,
  data: z.array(
    z.object({
      post_id: Id,
      content: z.string().describe('Its beginning.'),
      labels: z.array(z.string()),
      published_at: z.iso.datetime(),
      ...told,
      incomplete,
      accounts: z.array(
        z.object({
          account_id: Id,
          platform: z.string(),
          platform_url: z.string().nullable(),
          ...told,
        }),
      ),
    }),
  ),
  next_cursor: z.string().nullable(),
})

export const listPostAnalytics = operation({
  name: 'list_post_analytics',
  summary:
    'How each post did that was first published in a window of days: its numbers since then, whole and by account, sorted by any of them. Null means not told.',
  effect: 'reads',
  ability: 'analytics:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject(asked),
  output: PostAnalytics,
  refuses: ['invalid'],
  rest: {
    method: 'GET',
    path: '/api/analytics/posts',
    accepts: z
      .strictObject({
        ...asked,
        format: z.enum(['json', 'csv']).optional().describe('csv: this page as a table.'),
      })
      .transform(({ from, to, account_ids, platform, labels, sort, order, per_page, cursor }) => ({
        from,
        to,
        account_ids,
        platform,
        labels,
        sort,
        order,
        per_page,
        cursor,
      })),
    formats: { csv: { type: 'text/csv; charset=utf-8', write: postsCsv } },
  },
  mcp: { title: 'List analytics of posts', toolset: 'analytics' },

  check: wrongWith,

  async run(input, context) {
    const scope = await soundScope(input, context)
    const { sort = 'engagements', order = 'desc', per_page = limits.posts_per_page, cursor } = input
    if (cursor !== undefined && !cursor.startsWith(`${sort}.${order}~`))
      throw wrong('cursor', 'Begin anew without it: it is from a list in another order.')

    const which = postsOf(scope, context)
    const found = await ranked(context, which, { sort, order, limit: per_page + 1, cursor })
    const page = found.slice(0, per_page)
    const rows = await listPostNumbers(
      context,
      page.map(({ post_id }) => post_id),
      which.account_ids,
    )
    const own = Map.groupBy(rows, ({ post_id }) => post_id)
    const last = found.length > per_page ? page.at(-1) : undefined
    return {
      window: { ...scope.window, timezone: scope.timezone },
      data: page.flatMap(({ post_id }) => postOf(own.get(post_id) ?? [], scope.offers)),
      next_cursor: last ? `${sort}.${order}~${anchorOf(last)}` : null,
    }
  },
})

interface Asked {
  sort: (typeof sorts)[number]
  order: 'asc' | 'desc'
  limit: number
  cursor: string | undefined
}

/** First those that have the number, by it; then the others, the newest first. */
async function ranked(
  scope: Scope,
  which: PostsAsked,
  { sort, order, limit, cursor }: Asked,
): Promise<Ranked[]> {
  const [, kind, value, id] = cursor?.split('~') ?? []
  const at = kind === 'at' ? { at: new Date(Number(value)), id: Number(id) } : undefined
  if (sort === 'published_at') return datePosts(scope, which, { order, after: at, limit })
  const by: Measure = sort
  const after = kind === 'by' ? { value: Number(value), id: Number(id) } : undefined
  const first = at ? [] : await rankPosts(scope, which, { by, order, after, limit })
  if (first.length >= limit) return first
  const rest = { without: by, order: 'desc', after: at, limit: limit - first.length } as const
  return [...first, ...(await datePosts(scope, which, rest))]
}

function anchorOf({ value, published_at, post_id }: Ranked) {
  return value === null ? `at~${Date.parse(published_at)}~${post_id}` : `by~${value}~${post_id}`
}

function postOf(rows: readonly PostOnAccount[], offers: Offers) {
  const [first] = rows
  if (!first) return []
  const { post_id, content, labels, published_at } = first
  const measured = rows.filter(({ measured_at }) => measured_at !== null)
  return [
    {
      post_id,
      content,
      labels,
      published_at,
      ...toldOf(rows, offers),
      incomplete: measured.length ? leftOutOf(rows, offers) : [],
      accounts: rows.map((row) => ({
        account_id: row.account_id,
        platform: row.platform,
        platform_url: row.platform_url,
        ...toldOf([row], offers),
      })),
    },
  ]
}

/** What was never measured has no numbers, not even zeros. */
function toldOf(rows: readonly PostOnAccount[], offers: Offers) {
  const measured = rows.flatMap((row) => (row.measured_at === null ? [] : [row]))
  const latest = measured.map(({ measured_at }) => measured_at ?? '').toSorted()
  if (!measured.length) return { measured_at: null, ...untold }
  const about = Object.fromEntries(
    measured.map(({ platform }) => [platform, offers[platform] ?? []]),
  )
  const { posts: _, ...numbers } = numbersOf(1, measured, about)
  return { measured_at: latest.at(-1) ?? null, ...numbers }
}

const none: Counts = {
  reach: null,
  impressions: null,
  likes: null,
  comments: null,
  shares: null,
  engagements: null,
}
const untold = { ...none, engagement_rate: null }
