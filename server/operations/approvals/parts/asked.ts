/** Answering what somebody on a leash asked for. */
import { Problem } from '#rules/problem.ts'
import type { Context } from '../../context.ts'
import { lockWhole, requireSeen, type Whole } from '../../posts/parts/moves.ts'

/** The post as it waits, locked. `updated_at` is the version that the person saw: another one was not approved. */
export async function lockAwaiting(
  { id, updated_at }: { id: number; updated_at?: string | undefined },
  context: Context,
): Promise<Whole> {
  const whole = await lockWhole(context, id)
  const { post } = whole
  if (!post.approval_asked_at || post.approval_declined !== null || post.deleted_at) {
    throw new Problem('post_not_awaiting', `Post ${id} does not wait for approval.`, {
      status: post.status,
    })
  }
  await requireSeen(context, post, updated_at)
  return whole
}
