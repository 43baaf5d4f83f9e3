import { z } from 'zod'
import { postMove } from '#operations/ids.ts'
import { conflict, lockWhole, requireSeen, tellWaiting } from '#operations/moves.ts'
import { operation } from '#operations/operation.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { giveUp } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'

export const deletePost = operation({
  name: 'delete_post',
  summary:
    'Soft-delete a draft, published or failed post here (not on the platforms); restore_post brings it back. A scheduled post is cancelled instead.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: true,
  input: postMove,
  output: z.object({ deleted: z.literal(true), id: Id, dry_run: rehearsed }),
  refuses: ['post_not_found', 'post_changed', 'post_not_cancelable'],
  rest: { method: 'DELETE', path: '/api/posts/:id', status: 204 },
  mcp: { title: 'Delete a post' },

  async run({ id, updated_at }, context) {
    const whole = await lockWhole(context, id)
    const { post } = whole
    if (post.deleted_at) return { deleted: true as const, id }
    await requireSeen(context, post, updated_at)
    if (post.status === 'scheduled') {
      throw conflict(
        'post_not_cancelable',
        'Cancel it instead: a scheduled post is not deleted.',
        whole,
      )
    }
    if (post.status !== 'draft')
      await giveUp(context, id, 'The post was deleted before this was sent.')
    await changePost(context, post, { deleted_at: context.now }, context.now)
    await tellWaiting(context, id)
    return { deleted: true as const, id }
  },
})
