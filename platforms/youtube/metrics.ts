/** Live counters of videos. Numbers come as text, and a counter that the owner hides is absent. */
import { z } from 'zod'
import { counts, type Counts, sumOf } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { manifest } from './manifest.ts'

export const Count = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .nullish()
  .catch(null)
  .transform((count) => count ?? null)

const Answer = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        statistics: z
          .object({ viewCount: Count, likeCount: Count, commentCount: Count })
          .optional()
          .catch(undefined),
      }),
    )
    .optional(),
  pageInfo: z.object({ totalResults: z.number() }).optional().catch(undefined),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  if (posts.length > (manifest.metrics?.per_call ?? 0)) {
    const message = 'YouTube tells the numbers of 50 videos at once, no more.'
    throw new Failure('rejected', 'too_many_posts', message)
  }
  const query = new URLSearchParams({ part: 'statistics', id: posts.join(','), maxResults: '50' })
  const path = `/youtube/v3/videos?${query.toString()}`
  const { items } = await ask({ tools, account }, { method: 'GET', path, answer: Answer })
  if (!items) {
    const message = 'YouTube gave no list of videos, so nothing is known of them.'
    throw new Failure('later', 'unreadable_answer', message)
  }
  const found = new Map<string, Counts | 'gone'>(posts.map((id) => [id, 'gone']))
  for (const { id, statistics } of items) {
    if (!statistics) {
      found.delete(id)
      continue
    }
    const { viewCount: impressions, likeCount: likes, commentCount: comments } = statistics
    found.set(id, counts({ impressions, likes, comments, engagements: sumOf(likes, comments) }))
  }
  return found
}
