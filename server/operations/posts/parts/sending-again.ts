/** Sending once more what failed: on top of what is out, or anew when that was taken down meanwhile. */
import type { Context } from '#operations/context.ts'
import { Problem } from '#rules/problem.ts'
import { Progress, restart } from '#rules/progress.ts'
import { isOpen } from '#rules/removal.ts'
import { type LockedDelivery, sendAgain } from '#store/deliveries.ts'
import { listRemovals } from '#store/removals.ts'
import type { Whole } from './moves.ts'
import { orAsk } from './taking-down.ts'

export type Removals = Awaited<ReturnType<typeof listRemovals>>

/** Refuses to send what somebody wants down, and what is down in part. */
export async function requireNotTakenDown(
  { post }: Whole,
  sent: readonly LockedDelivery[],
  code: 'post_not_retryable' | 'post_not_publishable',
  context: Context,
): Promise<Removals> {
  const removals = await listRemovals(context, post.id)
  const inTheWay = removals.find(
    ({ delivery_id, state, begun }) =>
      sent.some(({ id }) => id === delivery_id) && (isOpen(state) || (state === 'failed' && begun)),
  )
  if (!inTheWay) return removals
  const { account_id, state } = inTheWay
  const why = isOpen(state)
    ? `Wait until it is down, which get_post tells with wait: it is being taken down on account ${account_id}.`
    : orAsk(
        context,
        `take it down with unpublish_post first, or leave it: a part of it is down on account ${account_id}.`,
      )
  throw new Problem(code, why, { status: post.status })
}

/** `denied`: what a person was shown who says that it is not there. */
export async function sendOnceMore(
  { id, steps }: LockedDelivery,
  denied: readonly string[] | undefined,
  removals: Removals,
  context: Context,
) {
  const removal = removals.find(({ delivery_id }) => delivery_id === id)
  const from = removal?.state === 'removed' ? {} : restart(Progress.parse(steps), denied)
  await sendAgain(context, id, from, context.now, { anew: removal !== undefined })
}
