import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { postId, wait } from '#operations/ids.ts'
import { answer, waitFor } from './parts/moves.ts'
import { withAuthors, withRevisions } from './parts/revisions.ts'
import { operation } from '#operations/operation.ts'
import { withMeasures, withTimeline } from './parts/timeline.ts'
import { Post } from '#rules/post.ts'

export const getPost = operation({
  name: 'get_post',
  summary:
    'One post with its outcome and attempts per account; deleted posts are found too. With wait it answers as soon as nothing is under way any more.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: postId, wait }),
  output: Post,
  refuses: ['post_not_found'],
  rest: { method: 'GET', path: '/api/posts/:id' },
  mcp: { title: 'Get a post', shows: 'post' },

  async run({ id }, context) {
    return whole(context, await answer(context, id))
  },

  async follow(post, { wait }, context) {
    return wait ? whole(context, await waitFor(context, post.id, wait)) : post
  },
})

async function whole(context: Context, post: Post) {
  const tried = await withMeasures(context, await withTimeline(context, post))
  return withAuthors(context, await withRevisions(context, tried))
}
