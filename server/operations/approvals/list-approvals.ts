import { z } from 'zod'
import { shown } from '#operations/context.ts'
import { number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { paged, pageOf } from '#operations/page.ts'
import { keyIdOf } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { Post } from '#rules/post.ts'
import { countAwaiting, listAwaiting } from '#store/approvals.ts'
import { namesOfKeys } from '#store/keys.ts'

const Asked = Post.extend({
  asked_by: z
    .object({ key_id: z.string(), name: z.string() })
    .nullable()
    .describe('The API key that wants it out.'),
})

export const listApprovals = operation({
  name: 'list_approvals',
  summary:
    'Posts that wait for approval, the longest waiting first: approve_post sends them on, decline_post turns them down.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    per_page: number(1, limits.per_page_max).optional().describe('1 to 200, default 20.'),
    page: number(1, 1_000_000).optional(),
  }),
  output: pageOf(Asked),
  refuses: [],
  rest: { method: 'GET', path: '/api/approvals' },
  mcp: {
    absent:
      'list_posts with status draft has these posts, with awaiting_approval in their warnings.',
  },

  async run({ per_page = limits.posts_per_page, page = 1 }, context) {
    const [posts, total] = await Promise.all([
      listAwaiting(context, { limit: per_page, offset: (page - 1) * per_page }),
      countAwaiting(context),
    ])
    const ids = posts.map(({ asked_by }) => keyIdOf(asked_by ?? ''))
    const names = await namesOfKeys(
      context,
      ids.filter((id) => id !== undefined),
    )
    const data = posts.map((post, index) => {
      const id = ids[index]
      const name = id === undefined ? undefined : names.get(id)
      const asked_by = name === undefined ? null : { key_id: String(id), name }
      return { ...shown(context, post), asked_by }
    })
    return paged(data, { total, page, per_page, path: '/api/approvals', query: {} }, context)
  },
})
