/**
 * The numbers of posts, up to a hundred in one look-up. X's own `engagements` is left alone: it counts clicks, which no
 * other platform does, and is hidden 30 days after publishing, so that the last snapshot would lack it. What everybody can
 * see stays readable at any age (README, "Metrics").
 */
import { z } from 'zod'
import { counts, type Counts, sumOf } from '../kit/metrics.ts'
import type { Account, Tools } from '../platform.ts'
import { Id } from './api.ts'
import { askForPosts } from './dialect.ts'

/** A number that is missing or odd does not spoil the others. */
const Count = z.int().min(0).nullish().catch(null)

const Numbers = z
  .object({
    impression_count: Count,
    like_count: Count,
    reply_count: Count,
    retweet_count: Count,
    repost_count: Count,
    quote_count: Count,
    bookmark_count: Count,
  })
  .transform((all) => {
    const likes = all.like_count ?? null
    const comments = all.reply_count ?? null
    const shares = sumOf(all.retweet_count ?? all.repost_count ?? null, all.quote_count ?? null)
    const engagements = sumOf(likes, comments, shares, all.bookmark_count ?? null)
    return counts({
      impressions: all.impression_count ?? null,
      likes,
      comments,
      shares,
      engagements,
    })
  })

const Answer = z.object({
  data: z.array(z.object({ id: Id, public_metrics: Numbers.optional() })).optional(),
  errors: z
    .array(
      z.object({
        type: z.string().optional().catch(undefined),
        resource_id: z.string().optional().catch(undefined),
        value: z.string().optional().catch(undefined),
      }),
    )
    .optional(),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  const { data = [], errors = [] } = await askForPosts(
    { tools, account },
    {
      path: '/2/tweets',
      query: { ids: posts.join(',') },
      fields: ['public_metrics'],
      shows: ({ data = [] }) => !data.length || data.some(({ public_metrics }) => public_metrics),
      answer: Answer,
      many: true,
    },
  )
  const found = new Map<string, Counts | 'gone'>()
  for (const { type, resource_id, value } of errors) {
    const id = resource_id ?? value
    // A post that we may not see (a suspended account) is not gone.
    if (id !== undefined && type?.endsWith('/resource-not-found')) found.set(id, 'gone')
  }
  for (const { id, public_metrics } of data) if (public_metrics) found.set(id, public_metrics)
  return found
}
