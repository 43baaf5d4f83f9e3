/** Whether a stored post could go out as it stands: asked when it is about to. */
import type { AltTexts } from '#rules/media.ts'
import { invalid } from '#rules/problem.ts'
import type { StoredPost } from '#rules/post.ts'
import { filesOf } from '#rules/thread.ts'
import { findPost } from '#store/posts.ts'
import type { Context } from '../../context.ts'
import { notFound } from './moves.ts'
import { preflight, requireActiveAccounts, type Wanted } from './preflight.ts'
import { wordedAsKept } from './wordings.ts'

/** Refuses with every problem at once; `only` these accounts, when the others are done with. */
export async function readinessOf(id: number, context: Context, only?: readonly number[]) {
  const post = await findPost(context, id)
  if (!post) throw notFound(id)
  const wanted = wantedFrom(post)
  const targets = wanted.social_account_ids.filter(
    (account_id) => !only || only.includes(account_id),
  )
  const content = wanted.platform_content.filter(({ account_id }) => targets.includes(account_id))
  const checked = await preflight(
    {
      ...wanted,
      social_account_ids: targets,
      platform_content: content,
      worded: wordedAsKept(post.socialAccounts),
    },
    context,
    attachedTo(wanted),
  )
  const none = targets.length
    ? {}
    : { social_account_ids: ['Name at least one connected account.'] }
  const problem = invalid({ ...none, ...checked.blockers, ...checked.errors }, checked.found)
  if (problem) throw problem
  await requireActiveAccounts(checked.accounts, context)
}

type Written = Omit<StoredPost, 'socialAccounts' | 'risks'> & {
  socialAccounts: readonly { id: number }[]
}

/** A stored post in the shape in which callers write one. */
export function wantedFrom(post: Written): Wanted {
  return {
    content: post.content,
    first_comment: post.first_comment,
    social_account_ids: post.socialAccounts.map(({ id }) => id),
    media_ids: post.media.map(({ id }) => id),
    alt_texts: altTextsIn(post),
    platform_content: post.platform_content,
    platform_options: post.platform_options,
    thread: post.thread ?? null,
    thread_as: post.thread_as ?? null,
    split: post.split ?? null,
  }
}

/** What it says of its files, in any part. */
export function altTextsIn({
  media,
  part_media,
}: Pick<StoredPost, 'media' | 'part_media'>): AltTexts {
  return Object.fromEntries(
    [...(part_media ?? []), ...media].map(({ id, alt_text }) => [id, alt_text]),
  )
}

/** What it shows already, in any part, which it keeps. */
export function attachedTo(stored: Wanted) {
  return [...stored.media_ids, ...filesOf(stored)]
}
