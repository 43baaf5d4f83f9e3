import { z } from 'zod'
import { number, postId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { Contents } from '#rules/contents.ts'
import { Revision } from '#rules/revision.ts'
import { findPost } from '#store/posts.ts'
import { findRevision } from '#store/revisions.ts'
import { notFound } from './parts/moves.ts'
import { seenOf, shownRevisions } from './parts/revisions.ts'

export const getPostRevision = operation({
  name: 'get_post_revision',
  summary:
    'How a post read after one of its changes, by the number that get_post tells under revisions; 1 is how it was written first. The last 50 are kept.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: postId,
    number: number(1, 2_000_000_000).describe('Of revisions in get_post.'),
  }),
  output: Revision.extend(Contents.shape),
  refuses: ['post_not_found'],
  rest: { method: 'GET', path: '/api/posts/:id/revisions/:number' },
  mcp: { title: 'Get how a post read before', toolset: 'activity' },

  async run({ id, number: wanted }, context) {
    if (!(await findPost(context, id))) throw notFound(id)
    const row = await findRevision(context, id, wanted)
    if (!row) {
      throw new Problem(
        'post_not_found',
        `Look under revisions in get_post: post ${id} has no revision ${wanted}.`,
      )
    }
    const [told] = await shownRevisions(context, [row])
    if (!told) throw new Error('One revision makes one.')
    return { ...told, ...seenOf(Contents.parse(row.body), context) }
  },
})
