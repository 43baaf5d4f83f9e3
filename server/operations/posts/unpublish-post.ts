import { z } from 'zod'
import { dryRun, idList, postId, seen, wait } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Post } from '#rules/post.ts'
import { collector, invalid } from '#rules/problem.ts'
import { answer, conflict, lockWhole, requireSeen, waitFor, type Whole } from './parts/moves.ts'
import { waitingIn } from './parts/waiting-accounts.ts'
import { isOut, requireMayChangeWhatIsOut, takeDown } from './parts/taking-down.ts'

export const unpublishPost = operation({
  name: 'unpublish_post',
  summary:
    'Take a published post down on the platforms, everywhere or on some accounts. Answers at once; per_account[].removal tells how far it is, and which platforms let only a person do it. What still waits there is not sent. The post stays here.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: true,
  input: z.strictObject({
    id: postId,
    account_ids: idList.optional().describe('Default: all of the post.'),
    updated_at: seen,
    wait,
    dry_run: dryRun.optional(),
  }),
  output: Post,
  refuses: ['forbidden', 'invalid', 'post_not_found', 'post_changed', 'post_not_published'],
  rest: { method: 'POST', path: '/api/posts/:id/unpublish', status: 202 },
  mcp: { title: 'Take a post down', toolset: 'live', open: true },

  async run({ id, account_ids, updated_at }, context) {
    const whole = await lockWhole(context, id)
    requireMayChangeWhatIsOut(context, 'to be taken down')
    await requireSeen(context, whole.post, updated_at)
    const chosen = choose(whole, account_ids)
    // What waits while others are out is not sent any more.
    const given_up =
      whole.deliveries.some(isOut) && waitingIn(whole).some((each) => chosen.includes(each))
    if (!chosen.some(isOut) && !given_up) {
      const { post, deliveries } = whole
      const waits = !post.deleted_at && post.status === 'scheduled' && !deliveries.some(isOut)
      throw conflict(
        'post_not_published',
        waits
          ? 'Cancel it instead: nothing of it is out there yet.'
          : 'Leave it as it is: nothing of it is out there.',
        whole,
      )
    }
    await takeDown(whole, chosen, context)
    return answer(context, id)
  },

  async follow(post, { wait, dry_run }, context) {
    return wait && !dry_run ? waitFor(context, post.id, wait) : post
  },
})

function choose({ deliveries }: Whole, account_ids: readonly number[] | undefined) {
  const { errors, add } = collector()
  const known = deliveries.map(({ account_id }) => account_id)
  account_ids?.forEach((account_id, index) => {
    if (!known.includes(account_id))
      add(
        `account_ids.${index}`,
        `The post goes to ${known.join(', ') || 'no account'}, and not to this one.`,
      )
  })
  const problem = invalid(errors)
  if (problem) throw problem
  return deliveries.filter(({ account_id }) => account_ids?.includes(account_id) ?? true)
}
