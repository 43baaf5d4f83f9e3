/** A post of which something is out, or on its way: what can still be changed, or given up, is what goes to the accounts that wait. */
import type { Context } from '#operations/context.ts'
import type { PlatformContent } from '#rules/post.ts'
import { collector, invalid, Problem } from '#rules/problem.ts'
import { filesOf, isThreaded, threadColumns } from '#rules/thread.ts'
import { setWaiting } from '#store/deliveries.ts'
import { settlePost } from '#store/endings.ts'
import { giveUpThese } from '#store/giving-up.ts'
import { attachMedia } from '#store/post-media.ts'
import { changePost, findPost, type PostChange } from '#store/posts.ts'
import { tellWaiting, wake, type Whole } from './moves.ts'
import { ownTimeOf } from './own-times.ts'
import { preflight, requireActiveAccounts } from './preflight.ts'
import { attachedTo, wantedFrom } from './readiness.ts'
import { contentsOf, noteChange } from './revisions.ts'
import { isOut } from './taking-down.ts'
import { wordedFor } from './wordings.ts'

/** Those of which nothing was sent, of a post that is on its way otherwise. */
export function waitingIn({ post, deliveries }: Whole) {
  const begun = deliveries.some(({ status }) => status !== 'pending')
  if (post.deleted_at || post.status !== 'scheduled' || !begun) return []
  return deliveries.filter((each) => each.status === 'pending' && !isOut(each))
}

/** Named accounts get what is said of them here, whole but for their time, which they keep; all others stay as they are. Answers warnings; risks are not assessed yet. */
export async function changeWaiting(
  whole: Whole,
  said: readonly PlatformContent[],
  more: PostChange,
  context: Context,
) {
  const { post } = whole
  const waiting = waitingIn(whole)
  const stored = (await findPost(context, post.id))!
  const before = wantedFrom(stored)
  const { errors, add } = collector()
  const entries = said.map((own) => ({
    ...own,
    scheduled_at:
      own.scheduled_at ?? ownTimeOf(before.platform_content, own.account_id) ?? undefined,
  }))
  for (const [index, { account_id, scheduled_at }] of entries.entries()) {
    if (!waiting.some((each) => each.account_id === account_id))
      add(`platform_content.${index}.account_id`, 'Name an account that waits: this one does not.')
    else if (said[index]?.scheduled_at && scheduled_at && new Date(scheduled_at) <= context.now)
      add(
        `platform_content.${index}.scheduled_at`,
        `Use a time in the future; it is ${context.now.toISOString()} now.`,
      )
  }
  const ids = entries.map(({ account_id }) => account_id)
  const wanted = { ...before, social_account_ids: ids, platform_content: entries }
  const labels = more.labels ?? stored.labels
  const { worded } = await wordedFor(wanted, { id: post.id, labels }, context)
  const checked = await preflight({ ...wanted, worded }, context, attachedTo(before))
  const problem = invalid({ ...checked.blockers, ...checked.errors, ...errors }, checked.found)
  if (problem) throw problem
  await requireActiveAccounts(checked.accounts, context)

  const others = before.platform_content.filter(({ account_id }) => !ids.includes(account_id))
  const after = { ...before, platform_content: [...others, ...entries] }
  const { platform_content } = after
  const change = { ...more, platform_content, ...threadColumns(after) }
  await noteChange(context, stored, post.created_by, {
    before: contentsOf(before, stored),
    after: contentsOf(after, stored),
  })
  await changePost(context, post, change, context.now)
  if (isThreaded(after) || isThreaded(before)) {
    // What other accounts show stays as it is described there.
    const shown = [...(stored.part_media ?? []), ...checked.part_media]
    const of_parts = filesOf(after).flatMap((id) => shown.find((file) => file.id === id) ?? [])
    await attachMedia(context, post.id, stored.media, of_parts)
  }
  for (const account_id of ids) {
    const target = {
      account_id,
      parts: checked.parts.get(account_id) ?? null,
      wording: checked.wordings.get(account_id) ?? null,
      own_at: ownTimeOf(entries, account_id),
    }
    await setWaiting(context, post.id, target)
    await wake(context, target.own_at)
  }
  return checked.warnings
}

/** Of a post that is under way. They are not sent any more; the post is settled when nothing else of it waits. */
export async function giveUpWaiting(
  whole: Whole,
  account_ids: readonly number[],
  context: Context,
) {
  const { post } = whole
  const all = waitingIn(whole)
  const waiting = all.filter(({ account_id }) => account_ids.includes(account_id))
  if (waiting.length < account_ids.length) {
    const text = all.length
      ? `Name accounts of the post that wait, which are ${all.map(({ account_id }) => account_id).join(', ')}: not all of these do.`
      : 'Wait until it has settled, which get_post tells with wait: none of its accounts waits any more.'
    throw new Problem('post_not_cancelable', text, { status: post.status })
  }
  await giveUpThese(
    context,
    waiting.map(({ id }) => id),
  )
  await changePost(context, post, {}, context.now)
  await settlePost(context.db, { workspace_id: context.workspace_id, id: post.id }, context.now)
  await tellWaiting(context, post.id)
}
