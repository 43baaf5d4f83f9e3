import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { postMove, wait } from '#operations/ids.ts'
import {
  answer,
  assess,
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
import { hasOwnTimes, withoutOwnTimes } from './parts/own-times.ts'
import { readinessOf } from './parts/readiness.ts'
import { republish } from './parts/republishing.ts'
import { requireNotTakenDown, sendOnceMore } from './parts/sending-again.ts'
import { orAsk } from './parts/taking-down.ts'
import { Post } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { setDue } from '#store/deliveries.ts'
import { changePost, findPost } from '#store/posts.ts'
import { setPlace } from '#store/queues.ts'
import { listRemovals } from '#store/removals.ts'

export const publishNow = operation({
  name: 'publish_now',
  summary:
    'Publish a draft, scheduled or failed post at once. Answers immediately; poll get_post, or give wait.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['publish'],
  once: true,
  idempotent: true,
  input: postMove.extend({
    wait,
    republish: z
      .literal(true)
      .optional()
      .describe('Where it was taken down: publish it once more, which counts as a post.'),
  }),
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
  mcp: { title: 'Publish a post now', shows: 'post' },

  async run({ id, updated_at, republish: anew }, context) {
    const whole = await lockWhole(context, id)
    const { post } = whole
    await requireSeen(context, post, updated_at)
    await requireLookedAt(context, post, updated_at)
    if (post.deleted_at || (post.status === 'published' && !anew)) {
      const removals = await listRemovals(context, id)
      // Sending again what was out can not wait for approval.
      const mayRepublish = !context.caller.leash.needs_approval
      const or =
        mayRepublish && removals.some(({ state }) => state === 'removed')
          ? ', or send republish to publish it where it was taken down'
          : ''
      throw conflict(
        'post_not_publishable',
        post.deleted_at
          ? publishedOf(whole)
          : `Duplicate it to publish it once more${or}: only draft, scheduled and failed posts can be published.`,
        whole,
      )
    }
    if (anew) await republish(whole, context)
    else if (post.status === 'failed') await publishAgain(whole, context)
    else await publishFirst(whole, context)
    await wake(context, context.now.toISOString())
    await assess(context, [id])
    return answer(context, id)
  },

  rehearsed: (post, _, context) => withForecast(post, context),

  async follow(post, { wait, dry_run }, context) {
    return wait && !dry_run ? waitFor(context, post.id, wait) : post
  },
})

/** Restored, it is what it was. */
function publishedOf({ post }: Whole) {
  return post.status === 'published'
    ? 'Duplicate it to publish it once more: it was published, and deleted since.'
    : 'Restore it first: a deleted post is not published.'
}

async function publishFirst({ post, deliveries }: Whole, context: Context) {
  const now = context.now.toISOString()
  if (deliveries.every(({ status }) => status === 'pending')) await readinessOf(post.id, context)
  const { platform_content: own = [] } = (await findPost(context, post.id)) ?? {}
  const together = hasOwnTimes(own)
  const platform_content = withoutOwnTimes(own)
  const charged_month = post.charged_month ?? (await chargePost(context))
  await changePost(
    context,
    post,
    {
      status: 'scheduled',
      scheduled_at: now,
      charged_month,
      ...(together && { platform_content }),
    },
    context.now,
  )
  await setDue(context, post.id, now, { all: true })
  // Whoever says now does not wait for a queue.
  await setPlace(context, post.id, null)
}

async function publishAgain(whole: Whole, context: Context) {
  const { post, deliveries } = whole
  const failed = deliveries.filter(({ status }) => status === 'failed')
  if (!failed.length) {
    const isUnknown = deliveries.some(({ blocked_reason }) => blocked_reason === 'outcome_unknown')
    const what = isUnknown
      ? orAsk(
          context,
          'look at it on the platform, and say with retry_post confirm_not_published or mark_published',
        )
      : 'Reconnect its accounts, or duplicate it for others'
    const text = `${what}: every channel of this post waits for a person.`
    throw new Problem('post_not_publishable', text, { status: post.status })
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
