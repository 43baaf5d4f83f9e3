import { z } from 'zod'
import { type Context, shown } from '#operations/context.ts'
import { number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { paged, pageOf } from '#operations/page.ts'
import { grantIdOf } from '#rules/grant.ts'
import { keyIdOf } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { Post } from '#rules/post.ts'
import { countAwaiting, listAwaiting } from '#store/approvals.ts'
import { namesOfGrants } from '#store/grants.ts'
import { namesOfKeys } from '#store/keys.ts'

const Asked = Post.extend({
  asked_by: z
    .union([
      z.object({ key_id: z.string(), name: z.string() }),
      z.object({ grant_id: z.string(), name: z.string() }),
    ])
    .nullable()
    .describe('The API key or the connected app that wants it out.'),
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
    const asked = await askersOf(posts, context)
    const data = posts.map((post) => ({
      ...shown(context, post),
      asked_by: asked(post.asked_by ?? ''),
    }))
    return paged(data, { total, page, per_page, path: '/api/approvals', query: {} }, context)
  },
})

/** Names credentials, as far as they are keys or grants of this workspace. */
async function askersOf(posts: readonly { asked_by: string | null }[], context: Context) {
  const given = posts.flatMap(({ asked_by }) => asked_by ?? [])
  const [keys, grants] = await Promise.all([
    namesOfKeys(
      context,
      given.flatMap((each) => keyIdOf(each) ?? []),
    ),
    namesOfGrants(
      context,
      given.flatMap((each) => grantIdOf(each) ?? []),
    ),
  ])
  return (credential: string) => {
    const [key, grant] = [keyIdOf(credential) ?? 0, grantIdOf(credential) ?? 0]
    const [key_name, grant_name] = [keys.get(key), grants.get(grant)]
    if (key_name !== undefined) return { key_id: String(key), name: key_name }
    return grant_name === undefined ? null : { grant_id: String(grant), name: grant_name }
  }
}
