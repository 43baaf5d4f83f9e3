import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { fields } from './parts/fields.ts'
import { postId, seen, wait } from '#operations/ids.ts'
import {
  answer,
  chargePost,
  conflict,
  lockWhole,
  requireLookedAt,
  requireSeen,
  waitFor,
  wake,
  type Whole,
} from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { withForecast } from './parts/forecast.ts'
import { readinessOf } from './parts/readiness.ts'
import { requireNotTakenDown, sendOnceMore } from './parts/sending-again.ts'
import { Post } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { setDue } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'

export const publishNow = operation({
  name: 'publish_now',
  summary:
    'Publish a draft, scheduled or failed post at once. Answers immediately; poll get_post, or give wait.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['publish'],
  once: true,
  idempotent: true,
  input: z.strictObject({ id: postId, updated_at: seen, wait, dry_run: fields.dry_run.optional() }),
  output: Post,
  refuses: [
    'invalid',
    'post_not_found',
    'post_changed',
    'post_not_publishable',
    'account_inactive',
    'plan_limit_reached',
  ],
  rest: { method: 'POST', path: '/api/posts/:id/publish-now', status: 202 },
  mcp: { title: 'Publish a post now' },

  async run({ id, updated_at }, context) {
    const whole = await lockWhole(context, id)
    const { post } = whole
    await requireSeen(context, post, updated_at)
    await requireLookedAt(context, post, updated_at)
    if (post.deleted_at || post.status === 'published') {
      throw conflict(
        'post_not_publishable',
        post.deleted_at
          ? 'Restore it first: a deleted post is not published.'
          : 'Duplicate it to publish it once more: only draft, scheduled and failed posts can be published.',
        whole,
      )
    }
    if (post.status === 'failed') await publishAgain(whole, context)
    else await publishFirst(whole, context)
    await wake(context, context.now.toISOString())
    return answer(context, id)
  },

  rehearsed: (post, _, context) => withForecast(post, context),

  async follow(post, { wait, dry_run }, context) {
    return wait && !dry_run ? waitFor(context, post.id, wait) : post
  },
})

async function publishFirst({ post, deliveries }: Whole, context: Context) {
  const now = context.now.toISOString()
  if (deliveries.every(({ status }) => status === 'pending')) await readinessOf(post.id, context)
  const charged_month = post.charged_month ?? (await chargePost(context))
  await changePost(
    context,
    post,
    { status: 'scheduled', scheduled_at: now, charged_month },
    context.now,
  )
  await setDue(context, post.id, now)
}

async function publishAgain(whole: Whole, context: Context) {
  const { post, deliveries } = whole
  const failed = deliveries.filter(({ status }) => status === 'failed')
  if (!failed.length) {
    throw new Problem(
      'post_not_publishable',
      'Reconnect the accounts, or retry with confirm_not_published or mark_published: every channel of this post waits for a person.',
      { status: post.status },
    )
  }
  const removals = await requireNotTakenDown(whole, failed, 'post_not_publishable', context)
  await readinessOf(
    post.id,
    context,
    failed.map(({ account_id }) => account_id),
  )
  const now = context.now.toISOString()
  const change = { status: 'scheduled' as const, scheduled_at: now, error_message: null }
  await changePost(context, post, change, context.now)
  for (const delivery of failed) await sendOnceMore(delivery, undefined, removals, context)
}
