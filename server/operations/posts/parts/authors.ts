/** Who made a post, and who wants out what waits for approval. */
import type { Post } from '#rules/post.ts'
import { credentialsOf } from '#store/approvals.ts'
import { askersOf } from '../../approvals/parts/askers.ts'
import type { Context } from '../../context.ts'
import { actorsOf } from '../../events/parts/shown-events.ts'

export async function withAuthors(context: Context, post: Post): Promise<Post> {
  const found = await credentialsOf(context, post.id)
  if (!found) return post
  const { created_by, asked_by } = found
  const asked = post.approval && asked_by !== null ? [asked_by] : []
  const [actorOf, askerOf] = await Promise.all([
    actorsOf([created_by], context),
    askersOf(asked, context),
  ])
  return {
    ...post,
    created_by: actorOf(created_by),
    ...(asked[0] !== undefined && { asked_by: askerOf(asked[0]) }),
  }
}
