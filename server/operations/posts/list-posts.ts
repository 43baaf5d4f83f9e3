import { z } from 'zod'
import { shown } from '#operations/context.ts'
import { flag, number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { pageOf, paged } from '#operations/page.ts'
import { ShortPost } from '#operations/short.ts'
import { limits } from '#rules/limits.ts'
import { Post, PostStatus } from '#rules/post.ts'
import { MomentOrDate } from '#rules/when.ts'
import { countPosts, listPosts as readPosts } from '#store/posts.ts'

const filters = {
  from: MomentOrDate.optional().describe('Scheduled on or after: a date or an ISO 8601 time.'),
  to: MomentOrDate.optional().describe(
    'Scheduled on or before: a date (its whole day) or an ISO 8601 time.',
  ),
  deleted: flag.optional().describe('Only soft-deleted posts.'),
  per_page: number(1, limits.per_page_max).optional().describe('1 to 200, default 20.'),
  page: number(1, 1_000_000).optional(),
}
const Input = z.strictObject({ status: PostStatus.optional(), ...filters })

const Status = z.enum([...PostStatus.options, 'all'])
const RestInput = z
  .strictObject({ status: Status.optional(), ...filters })
  .transform(({ status, ...rest }) => ({ ...rest, ...(status && status !== 'all' && { status }) }))
const ToolInput = z
  .strictObject({ status: Status.optional().describe('Default scheduled.'), ...filters })
  .transform(({ status = 'scheduled', ...rest }) => ({
    ...rest,
    ...(status !== 'all' && { status }),
  }))
const AliasInput = z
  .strictObject(filters)
  .transform((rest) => ({ ...rest, status: 'scheduled' as const }))

export const listPosts = operation({
  name: 'list_posts',
  summary:
    'Posts by status and time, newest first, a page at a time. Compare the length of data to total before concluding that you saw all.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: Input,
  output: pageOf(Post),
  refuses: [],
  rest: { method: 'GET', path: '/api/posts', accepts: RestInput },
  mcp: {
    title: 'List posts',
    links: 'posts',
    brief: ShortPost,
    accepts: ToolInput,
    aliases: {
      list_scheduled: {
        notice:
          'list_scheduled is deprecated and goes with the next release; use list_posts with status scheduled.',
        accepts: AliasInput,
      },
    },
  },

  async run(input, context) {
    const { per_page = limits.posts_per_page, page = 1, ...filter } = input
    const [posts, total] = await Promise.all([
      readPosts(context, filter, { limit: per_page, offset: (page - 1) * per_page }),
      countPosts(context, filter),
    ])
    const data = posts.map((post) => shown(context, post))
    return paged(data, { total, page, per_page, path: '/api/posts', query: filter }, context)
  },
})
