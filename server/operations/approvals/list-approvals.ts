import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
import { shownAll } from '#operations/shown.ts'
import { grantIdOf } from '#rules/grant.ts'
import { keyIdOf } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { Id, Post } from '#rules/post.ts'
import { personIdOf } from '#rules/role.ts'
import { countAwaiting, listAwaiting } from '#store/approvals.ts'
import { namesOfGrants } from '#store/grants.ts'
import { namesOfKeys } from '#store/keys.ts'
import { namesOfMembers } from '#store/members.ts'

const Asked = Post.extend({
  asked_by: z
    .union([
      z.object({ key_id: z.string(), name: z.string() }),
      z.object({ grant_id: z.string(), name: z.string() }),
      z.object({ person_id: Id, name: z.string() }),
    ])
    .nullable()
    .describe('The API key, the connected app or the author that wants it out.'),
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
    const [asked, posts] = await Promise.all([askersOf(rows, context), shownAll(context, rows)])
    const data = posts.map((post, index) => ({
      ...post,
      asked_by: asked(rows[index]?.asked_by ?? ''),
    }))
    return { data, ...envelope }
  },
})

/** Names credentials, as far as they are keys, grants or members of this workspace. */
async function askersOf(posts: readonly { asked_by: string | null }[], context: Context) {
  const given = posts.flatMap(({ asked_by }) => asked_by ?? [])
  const [keys, grants, members] = await Promise.all([
    namesOfKeys(
      context,
      given.flatMap((each) => keyIdOf(each) ?? []),
    ),
    namesOfGrants(
      context,
      given.flatMap((each) => grantIdOf(each) ?? []),
    ),
    namesOfMembers(
      context,
      given.flatMap((each) => personIdOf(each) ?? []),
    ),
  ])
  return (credential: string) => {
    const [key, grant] = [keyIdOf(credential) ?? 0, grantIdOf(credential) ?? 0]
    const [key_name, grant_name] = [keys.get(key), grants.get(grant)]
    if (key_name !== undefined) return { key_id: String(key), name: key_name }
    if (grant_name !== undefined) return { grant_id: String(grant), name: grant_name }
    const person_id = personIdOf(credential) ?? 0
    const name = members.get(person_id)
    return name === undefined ? null : { person_id, name }
  }
}
