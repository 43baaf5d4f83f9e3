/** The caller's own id of a post is given once; what was deleted before anything of it was tried gives it up to whoever sees it. */
import { Problem } from '#rules/problem.ts'
import { findHolder, freeExternalId } from '#store/external-ids.ts'
import { findPost } from '#store/posts.ts'
import type { Context } from '../../context.ts'
import { showPost } from '../../shown.ts'

/** Refuses with the post that has it, as far as the caller may see that. `id`: the post that is to have it. */
export async function requireFreeId(
  external_id: string | null | undefined,
  context: Context,
  id?: number,
) {
  if (!external_id) return
  const holder = await findHolder(context, external_id)
  if (!holder || holder.id === id) return
  const post = await findPost(context, holder.id)
  if (post && holder.is_idle) return freeExternalId(context, post.id, context.now)
  throw new Problem(
    'external_id_taken',
    post
      ? `Go on with post ${post.id}, it stands in post: it has this external_id. To make another, send another id.`
      : 'Send another external_id: a post has it that this credential does not see.',
    post && { post: await showPost(context, post) },
  )
}
