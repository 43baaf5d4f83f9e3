/** What becomes of posts whose time passed while they were held. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { changeEach } from '#operations/posts/parts/many-changes.ts'
import { limits } from '#rules/limits.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { dueAnew, type latePosts } from '#store/pausing.ts'

export const Late = z.enum(['publish', 'next_slot', 'draft'])
export type Late = z.output<typeof Late>

type LatePosts = Awaited<ReturnType<typeof latePosts>>

/** The next slots are those of the queue that a post stands in, and of the posting schedule for all others. */
export async function dealWith(posts: LatePosts, late: Late | undefined, context: Context) {
  if (!late) {
    const many = posts.length === 1 ? 'the post' : `the ${posts.length} posts`
    throw wrong(
      'late',
      `Say what becomes of ${many} whose time has passed: publish, next_slot or draft.`,
    )
  }
  const move = late === 'publish' ? [] : posts.filter(({ begun }) => !begun).map(({ id }) => id)
  const out = posts.map(({ id }) => id).filter((id) => !move.includes(id))
  if (move.length > limits.posts_per_batch)
    throw wrong(
      'late',
      `These are ${move.length} posts, and ${limits.posts_per_batch} are moved at once at most: resume a few accounts at a time, or make drafts of some first.`,
    )
  if (move.length && late !== 'publish') {
    const wanted = { when: late, in_its_queue: late === 'next_slot' }
    const results = await changeEach(move, wanted, context)
    const refused = results.flatMap((each) => ('code' in each ? [each] : []))
    const texts = refused.slice(0, TOLD).map((each) => `Post ${each.post_id}: ${each.message}`)
    // They would go out otherwise, which is not what was said.
    const problem = invalid(texts.length ? { late: texts } : {})
    if (problem) throw problem
  }
  await dueAnew(context, out, context.now)
  return { published: out.length, moved: move.length }
}

const TOLD = 10
