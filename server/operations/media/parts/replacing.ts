/** One file instead of another, in each of some posts: the way of update_post, by what decides and refuses there. */
import type { StoredPost } from '#rules/post.ts'
import { savepoint } from '#store/many-posts.ts'
import type { Context } from '../../context.ts'
import { carryOut, readAhead } from '../../posts/parts/many-changes.ts'
import { altTextsIn } from '../../posts/parts/readiness.ts'
import { orRefused } from '../../posts/parts/rows.ts'
import { updatePost } from '../../posts/update-post.ts'

type Swap = readonly [id: number, other: number]

export async function replaceIn(ids: readonly number[], swap: Swap, given: Context) {
  const context = { ...given, ahead: await readAhead(ids, given) }
  const post_ids: number[] = []
  const refused: { post_id: number; code: string; message: string }[] = []
  for (const [index, post_id] of ids.entries()) {
    const result = await orRefused(index, async () => {
      const post = context.ahead.posts.get(post_id)
      if (post) await savepoint(context, () => replaceInOne(post, swap, context))
      return { index }
    })
    if ('code' in result) refused.push({ post_id, code: result.code, message: result.message })
    else post_ids.push(post_id)
  }
  return { post_ids, refused }
}

async function replaceInOne(post: StoredPost, swap: Swap, context: Context) {
  const kept = { alt_texts: altTextsIn(post) }
  await carryOut(updatePost, { id: post.id, ...shownIn(post, swap) }, context, kept)
}

type Shown = Pick<StoredPost, 'media' | 'thread' | 'platform_content'>

/** Only what shows it is said anew: all else stays as it is. */
function shownIn({ media, thread, platform_content }: Shown, [id, other]: Swap) {
  const swapped = (ids: readonly number[]) => [
    ...new Set(ids.map((each) => (each === id ? other : each))),
  ]
  const inPart = <Part extends { media_ids: number[] }>(part: Part) => ({
    ...part,
    media_ids: swapped(part.media_ids),
  })
  const ids = media.map((item) => item.id)
  const inThread = thread?.some((part) => part.media_ids.includes(id))
  const ofAccounts = platform_content.some((own) =>
    own.thread?.some((part) => part.media_ids.includes(id)),
  )
  return {
    ...(ids.includes(id) && { media_ids: swapped(ids) }),
    ...(inThread && { thread: thread?.map(inPart) }),
    ...(ofAccounts && {
      platform_content: platform_content.map((own) => ({
        ...own,
        ...(own.thread && { thread: own.thread.map(inPart) }),
      })),
    }),
  }
}
