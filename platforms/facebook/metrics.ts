/** Numbers of posts: what everybody can see from the post, views from its insights. One invalid metric would fail them all. */
import { z } from 'zod'
import { ask } from '../meta/graph.ts'
import { counts, type Counts, oneByOne, sumOf } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { manifest } from './manifest.ts'
import { graphOf, type Access } from './access.ts'

/** Stories have names of their own for the same two. */
const VIEWS = [
  { impressions: 'post_media_view', reach: 'post_total_media_view_unique' },
  { impressions: 'STORY_MEDIA_VIEW', reach: 'STORY_TOTAL_MEDIA_VIEW_UNIQUE' },
] as const

const Count = z.int().min(0).nullish().catch(null)
const Summary = z
  .object({ summary: z.object({ total_count: Count }) })
  .nullish()
  .catch(null)
const Post = z.object({
  id: z.string(),
  reactions: Summary,
  comments: Summary,
  shares: z.object({ count: Count }).nullish().catch(null),
})
const Insights = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: Count })) })),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  return oneByOne(manifest, posts, async (post) => one({ account, tools }, post))
}

async function one(access: Access, post: string): Promise<Counts | 'gone'> {
  try {
    const seen = await ask(graphOf(access), {
      purpose: 'read',
      method: 'GET',
      path: `/${post}`,
      query: {
        fields: 'id,reactions.limit(0).summary(true),comments.limit(0).summary(true),shares',
      },
      answer: Post,
    })
    const likes = seen.reactions?.summary.total_count ?? null
    const comments = seen.comments?.summary.total_count ?? null
    // The field is left out while nobody has shared the post.
    const shares = seen.shares === null ? null : (seen.shares?.count ?? 0)
    const engagements = sumOf(likes, comments, shares)
    return counts({ likes, comments, shares, engagements, ...(await views(access, post)) })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'gone'
    throw error
  }
}

/** Null where the Page is too small to be told, or the metric was taken away. */
async function views(access: Access, post: string) {
  for (const { impressions, reach } of VIEWS)
    try {
      const { data } = await ask(graphOf(access), {
        purpose: 'read',
        method: 'GET',
        path: `/${post}/insights`,
        query: { metric: `${impressions},${reach}` },
        answer: Insights,
      })
      const value = (metric: string) =>
        data.find(({ name }) => name.toLowerCase() === metric.toLowerCase())?.values.at(-1)?.value
      return { impressions: value(impressions) ?? null, reach: value(reach) ?? null }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
    }
  return {}
}
