import { postMove } from '#operations/ids.ts'
import {
  answer,
  assess,
  chargePost,
  conflict,
  lockWhole,
  requireSeen,
  wake,
  type Whole,
} from './parts/moves.ts'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { deleted } from './parts/preflight.ts'
import { Post } from '#rules/post.ts'
import { giveUp, sendAgain, setDue } from '#store/deliveries.ts'
import { settlePost } from '#store/endings.ts'
import { findMedia } from '#store/media.ts'
import { changePost, findPost } from '#store/posts.ts'
import { refundable } from './parts/refund.ts'
import { isOut } from './parts/taking-down.ts'
import { lockDay, requireFreeDay, takeDay } from './parts/day-of-series.ts'

export const restorePost = operation({
  name: 'restore_post',
  summary:
    'Bring back a cancelled or deleted post: scheduled when its time lies ahead, else as a draft; published and failed posts come back as they were. Never publishes by itself.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['draft', 'schedule'],
  idempotent: false,
  input: postMove,
  output: Post,
  refuses: [
    'post_not_found',
    'post_changed',
    'post_not_deleted',
    'day_taken',
    'plan_limit_reached',
  ],
  rest: { method: 'POST', path: '/api/posts/:id/restore' },
  mcp: { title: 'Restore a post' },

  async run({ id, updated_at }, context) {
    const day = await lockDay(context, id)
    const whole = await lockWhole(context, id)
    const { post } = whole
    await requireSeen(context, post, updated_at)
    if (!post.deleted_at)
      throw conflict('post_not_deleted', 'Leave it as it is: there is nothing to restore.', whole)

    if (day && isAhead(post, context)) {
      await requireFreeDay(context, day, id)
      await takeDay(context, day, id)
    }
    if (post.status !== 'scheduled') {
      await changePost(context, post, { deleted_at: null }, context.now)
      return answer(context, id, [...overdue(post, context), ...(await deletedMedia(id, context))])
    }
    if (isAhead(post, context)) {
      const charged_month = post.charged_month ?? (await chargePost(context))
      await changePost(context, post, { deleted_at: null, charged_month }, context.now)
      await setDue(context, id, post.scheduled_at)
      await wake(context, post.scheduled_at)
      await assess(context, [id])
      return answer(context, id, await deletedMedia(id, context))
    }
    // Half of it is public: neither a draft nor the schedule is what it could come back to.
    if (whole.deliveries.some(isOut)) {
      await giveUp(context, id, 'Its time had passed when it was restored.')
      await changePost(context, post, { deleted_at: null }, context.now)
      await settlePost(context.db, { workspace_id: context.workspace_id, id }, context.now)
      return answer(context, id, await deletedMedia(id, context))
    }
    const charged_month = await refundable(whole, context)
    await startOver(whole, context)
    await changePost(
      context,
      post,
      { deleted_at: null, status: 'draft', charged_month },
      context.now,
    )
    const passed = 'Its time has passed: it is a draft now.'
    return answer(context, id, [passed, ...(await deletedMedia(id, context))])
  },
})

/** Its time is to come: on schedule, or once somebody approves it. */
function isAhead({ status, scheduled_at }: Whole['post'], { now }: Context) {
  const waits = status === 'scheduled' || status === 'draft'
  return waits && scheduled_at !== null && new Date(scheduled_at) > now
}

/** What becomes of a draft that has kept its time. */
function overdue(post: Whole['post'], context: Context) {
  const { status, scheduled_at, approval_asked_at, approval_declined } = post
  if (status !== 'draft' || scheduled_at === null || isAhead(post, context)) return []
  const waits = approval_asked_at !== null && approval_declined === null
  const what = waits ? 'once it is approved, it goes out at once' : 'it is a draft still'
  return [`Its time has passed: ${what}.`]
}

async function deletedMedia(id: number, context: Context) {
  const ids = (await findPost(context, id))?.media.map((item) => item.id) ?? []
  const media = await findMedia(context, ids, ids)
  return media.filter(({ deleted_at }) => deleted_at).map((file) => deleted(file).text)
}

/** A draft has tried nothing: what failed before the post was cancelled waits like the rest. Nothing of it has landed. */
async function startOver({ post, deliveries }: Whole, context: Context) {
  for (const { id, status } of deliveries) {
    if (status !== 'pending') await sendAgain(context, id, {}, context.now)
  }
  await setDue(context, post.id, null)
}
