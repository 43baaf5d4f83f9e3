/** Taking back what one credential, of whatever kind, posted in the day that it is now. */
import { createdSince, dayOf } from '#store/daily.ts'
import { lockDeliveries, setDue } from '#store/deliveries.ts'
import { changePost, lockPost } from '#store/posts.ts'
import type { Context } from '../../context.ts'
import { describeStatus, mayHaveLanded, tellWaiting, type Whole } from './moves.ts'
import { refundable } from './refund.ts'
import { isOut, takeDown } from './taking-down.ts'

export interface Undone {
  since: string
  cancelled_post_ids: number[]
  deleted_post_ids: number[]
  /** Being taken down on the platforms. */
  unpublished_post_ids?: number[]
  not_undone: { post_id: number; status: string; reason: string }[]
}

/**
 * Cancels its scheduled posts and deletes its drafts. What is, or may be, on a platform is left alone, or taken down there with
 * `published`.
 */
export async function undoDay(
  context: Context,
  credential: string,
  { published = false } = {},
): Promise<Undone> {
  const { starts_at } = await dayOf(context, context.now)
  const done: Undone = {
    since: starts_at,
    cancelled_post_ids: [],
    deleted_post_ids: [],
    ...(published && { unpublished_post_ids: [] }),
    not_undone: [],
  }
  for (const id of await createdSince(context, credential, starts_at)) {
    const post = await lockPost(context, id)
    // Deleted meanwhile, or out of the caller's reach.
    if (!post || post.deleted_at) continue
    await undoOne({ post, deliveries: await lockDeliveries(context, id) }, done, context)
  }
  return done
}

/** Off the schedule, or out of the drafts; what can not be undone is told in `done`. */
export async function undoOne(whole: Whole, done: Undone, context: Context) {
  const { post, deliveries } = whole
  const { id: post_id, status } = post
  if (done.unpublished_post_ids && deliveries.some(isOut)) {
    await takeDown(whole, deliveries, context)
    done.unpublished_post_ids.push(post_id)
    return
  }
  if (status === 'draft') {
    await changePost(context, post, { deleted_at: context.now }, context.now)
    await tellWaiting(context, post_id)
    done.deleted_post_ids.push(post_id)
    return
  }
  if (status !== 'scheduled' || deliveries.some(mayHaveLanded)) {
    const reason = `It is ${describeStatus(whole)}.`
    done.not_undone.push({ post_id, status, reason })
    return
  }
  await setDue(context, post_id, null)
  const charged_month = await refundable(whole, context)
  await changePost(context, post, { deleted_at: context.now, charged_month }, context.now)
  await tellWaiting(context, post_id)
  done.cancelled_post_ids.push(post_id)
}
