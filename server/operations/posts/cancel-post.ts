import type { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { idList, postMove } from '#operations/ids.ts'
import {
  answer,
  type Applied,
  conflict,
  isUnderWay,
  lockWhole,
  requireSeen,
  mayHaveLanded,
  tellWaiting,
  type Whole,
} from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { Post } from '#rules/post.ts'
import { setDue } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'
import { refundable } from './parts/refund.ts'
import { orAsk } from './parts/taking-down.ts'
import { giveUpWaiting, waitingIn } from './parts/waiting-accounts.ts'

const Input = postMove.extend({
  account_ids: idList
    .optional()
    .describe('Gives up these, which wait while others are out: they are not sent any more.'),
})

export const cancelPost = operation({
  name: 'cancel_post',
  summary: 'Stop a scheduled post; restore_post undoes this. Refused once publishing has begun.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: false,
  input: Input,
  output: Post,
  refuses: ['post_not_found', 'post_changed', 'post_not_cancelable'],
  rest: { method: 'POST', path: '/api/posts/:id/cancel' },
  // The default tools have no room for it: unpublish_post with account_ids gives them up as well.
  mcp: { title: 'Cancel a post', accepts: postMove },

  async run(input, context) {
    const { id } = await applyCancel(input, context)
    return answer(context, id)
  },
})

/** All of it but the answer. */
export async function applyCancel(
  { id, updated_at, account_ids }: z.output<typeof Input>,
  context: Context,
): Promise<Applied> {
  const whole = await lockWhole(context, id)
  const { post, deliveries } = whole
  await requireSeen(context, post, updated_at)
  if (account_ids) {
    if (!isUnderWay(whole)) {
      const is_scheduled = !post.deleted_at && post.status === 'scheduled'
      const what = is_scheduled
        ? 'Leave account_ids out, which cancels all of it: nothing of it is out.'
        : insteadOf(whole, context)
      throw conflict('post_not_cancelable', what, whole)
    }
    await giveUpWaiting(whole, account_ids, context)
    return { id, warnings: [], unassessed: false }
  }
  const begun = deliveries.some((each) => mayHaveLanded(each))
  if (post.deleted_at || post.status !== 'scheduled' || begun)
    throw conflict('post_not_cancelable', insteadOf(whole, context), whole)
  await setDue(context, id, null)
  const charged_month = await refundable(whole, context)
  await changePost(context, post, { deleted_at: context.now, charged_month }, context.now)
  await tellWaiting(context, id)
  return { id, warnings: [], unassessed: false }
}

/** What may be done with a post that is not cancelled as a whole. */
function insteadOf(whole: Whole, context: Context) {
  if (whole.post.deleted_at) return 'Leave it: it is deleted, and nothing of it is sent any more.'
  if (isUnderWay(whole) && waitingIn(whole).length) {
    const why = 'something of it is out, or on its way.'
    if (context.caller.via !== 'mcp')
      return `Give up the accounts that wait, with account_ids: ${why}`
    const named = 'the account_ids of unpublish_post (toolset live)'
    return orAsk(context, `give up the accounts that wait, with ${named}: ${why}`)
  }
  if (isUnderWay(whole))
    return 'Wait until it has settled, which get_post tells with wait, and delete it then: it is on its way out.'
  return 'Leave it, or delete it: only a scheduled post of which nothing was sent can be cancelled.'
}
