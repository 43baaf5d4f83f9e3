import { z } from 'zod'
import { askersOf } from '#operations/events/parts/shown-events.ts'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
import { showPosts } from '#operations/shown.ts'
import { Asker } from '#rules/actor.ts'
import { limits } from '#rules/limits.ts'
import { Post } from '#rules/post.ts'
import { countAwaiting, listAwaiting } from '#store/approvals.ts'

const Asked = Post.extend({
  asked_by: Asker.nullable().describe(
    'The API key, the connected app or the author that wants it out.',
  ),
})

export const listApprovals = operation({
  name: 'list_approvals',
  summary:
    'Posts that wait for approval, the longest waiting first: approve_post sends them on, decline_post turns them down.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject(pageFields(limits.posts_per_page)),
  output: pageOf(Asked),
  refuses: [],
  rest: { method: 'GET', path: '/api/approvals' },
  mcp: {
    absent: 'list_posts with needs approval has these posts.',
  },

  async run({ per_page = limits.posts_per_page, page, after }, context) {
    const { rows, envelope } = await pageIn(
      { per_page, page, after },
      {
        list: (window) => listAwaiting(context, window),
        count: (anchor) => countAwaiting(context, anchor),
        anchorOf: ({ approval, created_at, id }) => ({ at: approval?.asked_at ?? created_at, id }),
        path: '/api/approvals',
        query: {},
      },
      context,
    )
    const given = rows.flatMap(({ asked_by }) => asked_by ?? [])
    const [asked, posts] = await Promise.all([askersOf(given, context), showPosts(context, rows)])
    const data = posts.map((post, index) => ({
      ...post,
      asked_by: asked(rows[index]?.asked_by ?? ''),
    }))
    return { data, ...envelope }
  },
})
