import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { cursorField } from '#operations/page.ts'
import { BYTE_ORDER_MARK, lineOf } from '#rules/csv.ts'
import { limits } from '#rules/limits.ts'
import { Post, PostStatus } from '#rules/post.ts'
import { listed, listPosts as target } from './list-posts.ts'
import { columns } from './parts/columns.ts'

const Page = z.looseObject({ data: z.array(Post), next_cursor: z.string().nullable() })

export const exportPosts = operation({
  name: 'export_posts',
  summary:
    "All posts of a list as a table (CSV) for spreadsheets, which import_posts takes back. What a spreadsheet would carry out as a formula has a ' in front.",
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    status: z.enum([...PostStatus.options, 'all']).optional(),
    ...listed,
    cursor: cursorField,
  }),
  output: z.object({ text: z.string(), next_cursor: z.string().nullable() }),
  refuses: ['invalid'],
  rest: {
    method: 'GET',
    path: '/api/posts.csv',
    pieces: { type: 'text/csv; charset=utf-8', filename: 'posts.csv' },
  },
  mcp: { absent: 'A model reads posts with list_posts, page by page.' },

  async run({ status, ...filter }, context) {
    const input = { ...filter, ...(status && status !== 'all' && { status }) }
    const page = await target.run({ ...input, per_page: limits.per_page_max }, context)
    const { data, next_cursor } = Page.parse(page)
    const lines = data.map((post) => lineOf(Object.values(columns).map(({ write }) => write(post))))
    const head = filter.cursor === undefined ? [BYTE_ORDER_MARK, lineOf(Object.keys(columns))] : []
    return { text: [...head, ...lines].join(''), next_cursor }
  },
})
