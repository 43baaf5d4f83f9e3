import { z } from 'zod'
import { flag, listOf } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
import { ShortPost } from '#operations/short.ts'
import { shownAll } from '#operations/shown.ts'
import { limits } from '#rules/limits.ts'
import { Need, Outcome, Post, PostStatus } from '#rules/post.ts'
import { MomentOrDate } from '#rules/when.ts'
import { countPosts, listPosts as readPosts } from '#store/posts.ts'

const filters = {
  from: MomentOrDate.optional().describe(
    "Scheduled on or after: a date or an ISO 8601 time; without a zone, in the workspace's.",
  ),
  to: MomentOrDate.optional().describe(
    'Scheduled on or before: a date (its whole day) or an ISO 8601 time.',
  ),
  outcome: listOf(Outcome)
    .optional()
    .describe('Only these: partial and failed is what did not get through.'),
  needs: listOf(Need).optional().describe('Only posts for which a person has to do this.'),
  deleted: flag.optional().describe('Only soft-deleted posts.'),
  ...pageFields(limits.posts_per_page),
}
const Input = z.strictObject({ status: PostStatus.optional(), ...filters })

const Status = z.enum([...PostStatus.options, 'all'])
const RestInput = z
  .strictObject({ status: Status.optional(), ...filters })
  .transform(({ status, ...rest }) => ({ ...rest, ...(status && status !== 'all' && { status }) }))
const ToolInput = z
  .strictObject({
    status: Status.optional().describe('Default scheduled; all with outcome or needs.'),
    ...filters,
  })
  .transform(({ status, ...rest }) => {
    const wanted = status ?? (rest.outcome || rest.needs ? 'all' : 'scheduled')
    return { ...rest, ...(wanted !== 'all' && { status: wanted }) }
  })
const AliasInput = z
  .strictObject(filters)
  .transform((rest) => ({ ...rest, status: 'scheduled' as const }))

export const listPosts = operation({
  name: 'list_posts',
  summary:
    'Posts by status, outcome, what they need and time, newest first, a page at a time. Compare the length of data to total before concluding that you saw all.',
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
    const { per_page = limits.posts_per_page, page, after, ...filter } = input
    const { rows, envelope } = await pageIn(
      { per_page, page, after },
      {
        list: (window) => readPosts(context, filter, window),
        count: (anchor) => countPosts(context, filter, anchor),
        anchorOf: ({ created_at, id }) => ({ at: created_at, id }),
        path: '/api/posts',
        query: filter,
      },
      context,
    )
    return { data: await shownAll(context, rows), ...envelope }
  },
})
