/** Publishing once more what was taken down: a publishing of its own, which counts as a new post does. */
import type { Context } from '#operations/context.ts'
import { countPost } from '#operations/leash.ts'
import { isOpen } from '#rules/removal.ts'
import { sendAgain } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'
import { listRemovals } from '#store/removals.ts'
import { chargePost, conflict, type Whole } from './moves.ts'
import { readinessOf } from './readiness.ts'

/** Wherever the platform said that it is gone, from the very beginning; nothing else of the post is touched. */
export async function republish(whole: Whole, context: Context) {
  const { post, deliveries } = whole
  const removals = await listRemovals(context, post.id)
  const open = removals.find(({ state }) => isOpen(state))
  if (open)
    throw conflict(
      'post_not_publishable',
      `Wait until it is down, which get_post tells with wait: it is being taken down on account ${open.account_id}.`,
      whole,
    )
  const gone = new Set(
    removals.filter(({ state }) => state === 'removed').map(({ delivery_id }) => delivery_id),
  )
  const again = deliveries.filter(({ id }) => gone.has(id))
  if (!again.length)
    throw conflict(
      'post_not_publishable',
      'Leave republish out, or duplicate the post: nothing of it was taken down from here.',
      whole,
    )
  await readinessOf(
    post.id,
    context,
    again.map(({ account_id }) => account_id),
  )
  await countPost(context)
  const charged_month = await chargePost(context)
  const scheduled_at = context.now.toISOString()
  const begins = {
    status: 'scheduled',
    scheduled_at,
    published_at: null,
    error_message: null,
  } as const
  const waits = post.status === 'scheduled'
  await changePost(context, post, { ...(!waits && begins), charged_month }, context.now)
  for (const { id } of again) await sendAgain(context, id, {}, context.now, { anew: true })
}
