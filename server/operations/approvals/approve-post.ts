import { z } from 'zod'
import { lockAwaiting } from './parts/asked.ts'
import { dryRun, postId, seen } from '#operations/ids.ts'
import { answer, assess, chargePost, requireLookedAt, wake } from '../posts/parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { readinessOf } from '../posts/parts/readiness.ts'
import { Post } from '#rules/post.ts'
import { setDue } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'

export const approvePost = operation({
  name: 'approve_post',
  summary:
    'Approve a post that waits for it: it is scheduled for the time it was meant for, or published at once when that has passed.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule', 'publish'],
  approves: true,
  idempotent: false,
  input: z.strictObject({ id: postId, updated_at: seen, dry_run: dryRun.optional() }),
  output: Post,
  refuses: [
    'invalid',
    'post_not_found',
    'post_not_awaiting',
    'post_changed',
    'account_inactive',
    'plan_limit_reached',
  ],
  rest: { method: 'POST', path: '/api/posts/:id/approve' },
  mcp: { absent: 'publish_now and update_post with when do this on MCP: they release the post.' },

  async run(input, context) {
    const { post } = await lockAwaiting(input, context)
    await requireLookedAt(context, post, input.updated_at)
    await readinessOf(post.id, context)
    const charged_month = post.charged_month ?? (await chargePost(context))
    const now = context.now.toISOString()
    const ahead = post.scheduled_at !== null && new Date(post.scheduled_at) > context.now
    const scheduled_at = ahead ? post.scheduled_at : now
    await changePost(
      context,
      post,
      { status: 'scheduled', scheduled_at, charged_month },
      context.now,
    )
    await setDue(context, post.id, scheduled_at)
    await wake(context, scheduled_at)
    await assess(context, [post.id])
    return answer(context, post.id)
  },
})
