/** Asking for what is out to be taken down: of one post, or of a day. */
import type { Context } from '#operations/context.ts'
import { mayDo } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { hasLanded, Progress } from '#rules/progress.ts'
import { announce, type LockedDelivery } from '#store/deliveries.ts'
import { settlePost } from '#store/endings.ts'
import { giveUpThese } from '#store/giving-up.ts'
import { askRemovals } from '#store/removals.ts'
import { mayHaveLanded, tellWaiting, type Whole } from './moves.ts'

/** It is seen by everybody, as publishing is: whoever may not publish by itself may not do this either. */
export function requireMayChangeWhatIsOut(
  { caller: { leash } }: Context,
  how: 'to be taken down' | 'to be changed',
) {
  if (leash.needs_approval) {
    throw new Problem('forbidden', `Ask a person: what is out can not wait for approval ${how}.`, {
      needs_approval: true,
    })
  }
  if (mayDo(leash, 'publish')) return
  throw new Problem(
    'forbidden',
    `Use a credential that may publish: this one may only ${leash.actions?.join(', ') ?? ''}.`,
    { action: 'publish', allowed_actions: leash.actions },
  )
}

/**
 * What can be done about what is out, or may be, said to whoever may do it; to others, whom to ask. `advice` begins with a small
 * letter.
 */
export function orAsk({ caller: { leash } }: Pick<Context, 'caller'>, advice: string) {
  if (leash.needs_approval) return `Ask somebody whose posts need no approval to ${advice}`
  if (!mayDo(leash, 'publish')) return `Ask somebody who may publish to ${advice}`
  return `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}`
}

/** It is out, or may be, or some of its thread is. */
export function isOut(delivery: LockedDelivery) {
  return mayHaveLanded(delivery) || hasLanded(Progress.parse(delivery.steps))
}

/**
 * What is out of these is taken down, and what waits is not sent. What is on its way, or looked for, is taken down once it is
 * known. Asked for twice it is the same removal.
 */
export async function takeDown(
  { post, deliveries }: Whole,
  chosen: readonly LockedDelivery[],
  context: Context,
) {
  const { caller, environment, now, workspace_id, db } = context
  const asked = chosen.filter(isOut).map(({ id: delivery_id, platform }) => {
    const { removal } = environment.manifests[platform] ?? {}
    return { delivery_id, by_hand: removal?.by === 'person' ? removal.at : undefined }
  })
  await askRemovals(context, asked, caller.credential, now)
  const waiting = chosen.filter((each) => each.status === 'pending' && !isOut(each))
  if (waiting.length && deliveries.some(isOut)) {
    await giveUpThese(
      context,
      waiting.map(({ id }) => id),
    )
    await settlePost(db, { workspace_id, id: post.id }, now)
  }
  await announce(context, 'removals')
  await tellWaiting(context, post.id)
}
