/** Who made a post and wants it out; what was changed of it, by whom, and when. */
import type { Post, StoredPost } from '#rules/post.ts'
import { changedBetween, type Contents } from '#rules/contents.ts'
import type { Revision } from '#rules/revision.ts'
import { credentialsOf } from '#store/approvals.ts'
import { listRevisions, noteRevision, type RevisionRow } from '#store/revisions.ts'
import type { Context } from '../../context.ts'
import { actorsOf, askersOf } from '../../events/parts/shown-events.ts'
import type { Wanted } from './preflight.ts'

export function contentsOf(
  wanted: Wanted,
  { scheduled_at }: Pick<StoredPost, 'scheduled_at'>,
): Contents {
  const { alt_texts: _, worded: __, ...rest } = wanted
  // As JSON has them: a field that is undefined and one that is not there are the same.
  return JSON.parse(
    JSON.stringify({
      ...rest,
      first_comment: rest.first_comment || null,
      // Forms send an empty one for none.
      thread: rest.thread?.length ? rest.thread : null,
      scheduled_at,
    }),
  )
}

/** Nothing, where both are the same. The post is locked. */
export async function noteChange(
  context: Context,
  { id: post_id, created_at }: Pick<StoredPost, 'id' | 'created_at'>,
  created_by: string,
  { before, after }: { before: Contents; after: Contents },
) {
  const changed = changedBetween(before, after)
  if (!changed.length) return
  const first = { at: created_at, by: created_by, body: before }
  const next = { at: context.now, by: context.caller.credential, body: after }
  await noteRevision(context, post_id, { first, next }, changed)
}

/** Left out where it was never changed. */
export async function withRevisions(context: Context, post: Post): Promise<Post> {
  const rows = await listRevisions(context, post.id)
  if (!rows.length) return post
  return { ...post, revisions: await shownRevisions(context, rows) }
}

/** Accounts that do not exist for whoever asks were no part of it either. */
export function seenOf(body: Contents, { account_ids }: Pick<Context, 'account_ids'>): Contents {
  const isThere = (account_id: number) => account_ids?.includes(account_id) ?? true
  return {
    ...body,
    social_account_ids: body.social_account_ids.filter(isThere),
    platform_content: body.platform_content.filter(({ account_id }) => isThere(account_id)),
  }
}

export async function shownRevisions(
  context: Context,
  rows: readonly RevisionRow[],
): Promise<Revision[]> {
  const actorOf = await actorsOf(
    rows.map(({ by }) => by ?? ''),
    context,
  )
  return rows.map(({ number, at, by, changed }) => ({ number, at, by: actorOf(by ?? ''), changed }))
}

/** `asked_by` only where approval was asked for. */
export async function withAuthors(context: Context, post: Post): Promise<Post> {
  const found = await credentialsOf(context, post.id)
  if (!found) return post
  const { created_by, asked_by } = found
  const asked = post.approval && asked_by !== null ? [asked_by] : []
  const [actorOf, askerOf] = await Promise.all([
    actorsOf([created_by], context),
    askersOf(asked, context),
  ])
  return {
    ...post,
    created_by: actorOf(created_by),
    ...(asked[0] !== undefined && { asked_by: askerOf(asked[0]) }),
  }
}
