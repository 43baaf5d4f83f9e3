import { postMove } from '#operations/ids.ts'
import {
  answer,
  conflict,
  isUnderWay,
  lockWhole,
  requireSeen,
  mayHaveLanded,
  tellWaiting,
} from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { Post } from '#rules/post.ts'
import { setDue } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'
import { refundable } from './parts/refund.ts'

export const cancelPost = operation({
  name: 'cancel_post',
  summary:
    'Stop a scheduled post. It is soft-deleted, and restore_post undoes this. Refused once publishing has begun.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: false,
  input: postMove,
  output: Post,
  refuses: ['post_not_found', 'post_changed', 'post_not_cancelable'],
  rest: { method: 'POST', path: '/api/posts/:id/cancel' },
  mcp: { title: 'Cancel a post' },

  async run({ id, updated_at }, context) {
    const whole = await lockWhole(context, id)
    const { post, deliveries } = whole
    await requireSeen(context, post, updated_at)
    const begun = deliveries.some((each) => mayHaveLanded(each))

    if (post.deleted_at || post.status !== 'scheduled' || begun) {
      throw conflict(
        'post_not_cancelable',
        isUnderWay(whole)
          ? 'Wait until it has settled, which get_post tells with wait, and delete it then: it is on its way out.'
          : 'Leave it, or delete it: only a scheduled post of which nothing was sent can be cancelled.',
        whole,
      )
    }
    await setDue(context, id, null)
    const charged_month = await refundable(whole, context)
    await changePost(context, post, { deleted_at: context.now, charged_month }, context.now)
    await tellWaiting(context, id)
    return answer(context, id)
  },
})
