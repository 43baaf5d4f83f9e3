import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { postMove } from '#operations/ids.ts'
import { notFound, requireSeen } from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { preflight, type Wanted } from './parts/preflight.ts'
import { wantedFrom } from './parts/readiness.ts'
import { withoutOwnTimes } from './parts/own-times.ts'
import { wordedFor } from './parts/wordings.ts'
import { showPost } from '#operations/shown.ts'
import { Id, Post } from '#rules/post.ts'
import { findAccounts } from '#store/accounts.ts'
import { insertPostAt } from '#store/creating.ts'
import { insertDeliveries } from '#store/deliveries.ts'
import { isThreaded } from '#rules/thread.ts'
import { findMedia } from '#store/media.ts'
import { attachMedia } from '#store/post-media.ts'
import { findPost } from '#store/posts.ts'

export const duplicatePost = operation({
  name: 'duplicate_post',
  summary:
    'A new draft with the content, first comment, channels and media of a post. Channels disconnected since are dropped and listed in dropped_account_ids.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['draft'],
  idempotent: false,
  input: postMove,
  output: Post.extend({ dropped_account_ids: z.array(Id) }),
  refuses: ['post_not_found', 'post_changed'],
  rest: { method: 'POST', path: '/api/posts/:id/duplicate', status: 201 },
  mcp: { title: 'Duplicate a post' },

  async run({ id, updated_at }, context) {
    const original = await findPost(context, id)
    if (!original) throw notFound(id)
    await requireSeen(context, original, updated_at)
    const wanted = wantedFrom(original)
    const live = new Map(
      (await findAccounts(context, wanted.social_account_ids)).map((row) => [row.id, row]),
    )
    const kept = wanted.social_account_ids.filter((account) => live.has(account))
    const media = new Set((await findMedia(context, wanted.media_ids)).map((row) => row.id))

    const { worded, at } = await wordedFor(wanted, { labels: original.labels }, context)
    const copy = await insertPostAt(
      context,
      at,
      {
        content: original.content,
        first_comment: original.first_comment,
        platform_options: original.platform_options,
        platform_content: withoutOwnTimes(original.platform_content).filter(({ account_id }) =>
          live.has(account_id),
        ),
        in_doubt: original.in_doubt,
        thread: original.thread ?? null,
        thread_as: wanted.thread_as,
        split: wanted.split,
        metadata: original.metadata,
        labels: original.labels,
        note: original.note,
        status: 'draft',
        scheduled_at: null,
        charged_month: null,
        created_via: context.caller.via,
        created_by: context.caller.credential,
      },
      context.now,
    )
    const thread =
      isThreaded(wanted) || worded ? await partsOf({ ...wanted, worded, kept }, context) : undefined
    const targets = kept.map((account_id) => {
      const { platform, sandbox } = live.get(account_id)!
      const parts = thread?.parts.get(account_id) ?? null
      const wording = thread?.wordings.get(account_id) ?? null
      return { account_id, platform, sandbox, parts, wording }
    })
    await insertDeliveries(context, copy, targets, null)
    await attachMedia(
      context,
      copy,
      original.media.filter((each) => media.has(each.id)),
      thread?.part_media,
    )
    const dropped_account_ids = wanted.social_account_ids.filter((account) => !live.has(account))
    const post = await showPost(context, (await findPost(context, copy))!)
    return { ...post, dropped_account_ids }
  },
})

/** What of a thread goes to the accounts that are left; what stands in its way is a draft's to tell when it is to go out. */
async function partsOf(
  { kept, ...wanted }: Wanted & { kept: readonly number[] },
  context: Context,
) {
  return preflight(
    {
      ...wanted,
      social_account_ids: kept,
      platform_content: wanted.platform_content.filter((own) => kept.includes(own.account_id)),
    },
    context,
  )
}
