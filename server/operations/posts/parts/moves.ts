/** What several moves of a post have in common: finding and locking it, charging it, waking the workers. */
import type { Finding, Remark } from '#rules/finding.ts'
import { Problem, type Code } from '#rules/problem.ts'
import { limits } from '#rules/limits.ts'
import { type Post, underWay } from '#rules/post.ts'
import { inDoubt, Progress } from '#rules/progress.ts'
import { monthOf, resetsAt } from '#rules/quota.ts'
import { factsFor } from '#rules/risk.ts'
import { announce, type LockedDelivery, lockDeliveries } from '#store/deliveries.ts'
import { findPost, type LockedPost, lockPost } from '#store/posts.ts'
import { assessPosts } from '#store/risks.ts'
import { charge } from '#store/usage.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { Context } from '../../context.ts'
import { isAsSeen } from '../../ids.ts'
import { showPost } from '../../shown.ts'

/** The post and its deliveries, locked: neither a claim nor another caller changes them until this request is through. */
export async function lockWhole(context: Context, id: number) {
  const ahead = context.ahead?.whole.get(id)
  if (ahead) return ahead
  const post = await lockPost(context, id)
  if (!post) throw notFound(id)
  return { post, deliveries: await lockDeliveries(context, id) }
}
export type Whole = Awaited<ReturnType<typeof lockWhole>>

/** Refuses with the post as it is when that is not what the caller saw. `updated_at` undefined: whatever it is. */
export async function requireSeen(context: Context, post: Seen, updated_at: string | undefined) {
  if (isAsSeen(post, updated_at)) return
  throw await changed(context, post, `it was changed at ${post.updated_at}.`)
}

/**
 * Whoever lets out what waits for approval says which version was looked at, once it was changed after approval had first been
 * asked for: a credential that may write drafts only, or one that asks again, could otherwise put another text under the approval.
 */
export async function requireLookedAt(
  context: Context,
  post: LockedPost,
  updated_at: string | undefined,
) {
  const { approval_asked_at, approval_declined } = post
  const waits = approval_asked_at !== null && approval_declined === null
  if (!waits || updated_at !== undefined || context.caller.leash.needs_approval) return
  // An older process notes no first time.
  if (isAsSeen(post, post.approval_first_asked_at ?? approval_asked_at)) return
  // Who changes many at once has no place to say what was looked at.
  const how = context.ahead
    ? 'let it out by itself (update_post or publish_now), with the updated_at of what you approve.'
    : 'send the updated_at of what you approve.'
  throw await changed(context, post, `it was changed after approval had been asked for, so ${how}`)
}

type Seen = Pick<LockedPost, 'id' | 'updated_at'>

async function changed(context: Context, { id, updated_at }: Seen, why: string) {
  const text = `Look at post ${id} again, it stands in post: ${why}`
  return new Problem('post_changed', text, { updated_at, post: await answer(context, id) })
}

export function notFound(id: number) {
  return new Problem('post_not_found', `Look for its id with list_posts: there is no post ${id}.`)
}

/** What a move did, before anybody reads what came of it. */
export interface Applied {
  id: number
  warnings: readonly string[]
  /** What a draft lacks, as data. */
  problems?: Finding[] | undefined
  /** What is worth a look, as data. */
  remarks?: Remark[] | undefined
  /** What may keep it from going out has to be looked for anew (`assess`), before anybody reads. */
  unassessed: boolean
}

export async function answer(context: Context, id: number, warnings: readonly string[] = []) {
  const post = await findPost(context, id)
  if (!post) throw notFound(id)
  return showPost(context, post, warnings)
}

/** "Is being published" is what the caller needs to hear, where the stored status still says scheduled. */
export function describeStatus({ post, deliveries }: Whole) {
  if (post.deleted_at) return 'deleted'
  return deliveries.some(({ status }) => status === 'publishing') ? 'being published' : post.status
}

/** Whether this channel may have been reached: what is, or may be, out there can neither be stopped nor forgotten. */
export function mayHaveLanded({ status, blocked_reason, steps }: LockedDelivery) {
  if (status === 'publishing' || status === 'published') return true
  return blocked_reason === 'outcome_unknown' || inDoubt(Progress.parse(steps))
}

/** A draft or a scheduled post of which nothing was tried; what was looked for after a restore may be out all the same. */
export function isUntouched({ post, deliveries }: Whole) {
  const begun = deliveries.some(
    ({ status, steps }) => status !== 'pending' || inDoubt(Progress.parse(steps)),
  )
  return !post.deleted_at && (post.status === 'draft' || post.status === 'scheduled') && !begun
}

/** Something of it is, or may be, on its way: neither stopped nor deleted until that is over. */
export function isUnderWay({ post, deliveries }: Whole) {
  return !post.deleted_at && post.status === 'scheduled' && deliveries.some(mayHaveLanded)
}

export function conflict(code: Code, what: string, whole: Whole) {
  return new Problem(code, `${what} This post is ${describeStatus(whole)}.`, {
    status: whole.post.status,
  })
}

/** Charges one post to this month, or refuses. Answers the month. */
export async function chargePost(context: Context) {
  const { environment, now } = context
  const { plan } = await findWorkspace(context)
  const limit = environment.plans[plan]?.monthly_posts ?? null
  const month = monthOf(now)
  if (await charge(context, month, limit)) return month
  throw new Problem(
    'plan_limit_reached',
    `Upgrade at upgrade_url, save a draft instead, or wait until ${resetsAt(now)}: all ${limit} posts of this month are used.`,
    {
      limit,
      resets_at: resetsAt(now),
      drafts_count_against_limit: false,
      upgrade_url: environment.upgrade_url,
    },
  )
}

/** Looks for what may keep these from going out, as they stand now. */
export async function assess(context: Context, ids: readonly number[]) {
  const { environment, now } = context
  const { manifests, plans } = environment
  await assessPosts(context, ids, factsFor({ manifests, plans, now }), now)
}

/** Workers look every second by themselves; what is due sooner is announced. */
export async function wake(context: Context, due_at: string | null) {
  if (due_at && isSoonDue(due_at, context.now)) await announce(context, 'due')
}

export function isSoonDue(due_at: string, now: Date) {
  return Date.parse(due_at) - now.getTime() < 1_500
}

/** Whoever waits for the post looks again: nothing of it is under way any more. */
export async function tellWaiting(context: Context, id: number) {
  await announce(context, 'settled', String(id))
}

/** Waits until nothing of the post is under way any more, for `wait` seconds at the most. */
export async function waitFor(context: Context, id: number, wait: number | undefined) {
  const until = performance.now() + Math.min(wait ?? 0, limits.wait_seconds) * 1000
  while (true) {
    const left = until - performance.now()
    if (left <= 0 || context.signal.aborted) return answer(context, id)
    // Listening comes before looking: what settles between the two would be missed for the rest of the wait.
    const enough = new AbortController()
    const signal = AbortSignal.any([context.signal, enough.signal])
    const news = context.environment.settled(id, left, signal)
    try {
      const post = await answer(context, id)
      tellProgress(post, context)
      if (!underWay(post)) return post
      await news
    } finally {
      enough.abort()
    }
  }
}

function tellProgress({ per_account }: Post, { progress }: Context) {
  const settled = per_account.filter(
    ({ status }) => status !== 'pending' && status !== 'publishing',
  )
  progress?.(settled.length, per_account.length, 'Accounts on which the post is settled.')
}
