/** "Organization Share Statistics", the lifetime of each post: organic activity of the last twelve months. */
import { z } from 'zod'
import { counts, type Counts, type CountsByPost, sumOf } from '../kit/metrics.ts'
import { Failure } from '../platform.ts'
import { ask, type Access } from './api.ts'

/** Likes that were taken back can leave less than none ("likeCount can be negative"). */
const Count = z
  .int()
  .transform((count) => Math.max(0, count))
  .nullish()
  .catch(null)

const Totals = z.object({
  impressionCount: Count,
  uniqueImpressionsCount: Count,
  // So it is called in answers over a span of time.
  uniqueImpressionsCounts: Count,
  likeCount: Count,
  commentCount: Count,
  shareCount: Count,
})

const Statistics = z.object({
  elements: z.array(
    z.object({
      share: z.string().nullish().catch(undefined),
      ugcPost: z.string().nullish().catch(undefined),
      totalShareStatistics: Totals,
    }),
  ),
})

export async function pageNumbers(access: Access, posts: readonly string[]): Promise<CountsByPost> {
  const lists = {
    shares: posts.filter((post) => post.startsWith('urn:li:share:')),
    ugcPosts: posts.filter((post) => post.startsWith('urn:li:ugcPost:')),
  }
  const asked = Object.entries(lists).filter(([, urns]) => urns.length > 0)
  if (!asked.length) return new Map()
  const page = encodeURIComponent(access.account.platform_account_id)
  const query = asked.map(([name, urns]) => `&${name}=${listOf(urns)}`).join('')
  const { elements } = await ask(access, {
    purpose: 'read',
    method: 'GET',
    path: `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${page}${query}`,
    action: 'FINDER',
    answer: Statistics,
  })
  const told = new Map(
    elements.map(({ share, ugcPost, totalShareStatistics: totals }) => [share ?? ugcPost, totals]),
  )
  const found: CountsByPost = new Map()
  const silent: string[] = []
  for (const post of asked.flatMap(([, urns]) => urns)) {
    const totals = told.get(post)
    if (totals) found.set(post, countsOf(totals))
    else silent.push(post)
  }
  for (const [post, numbers] of await withoutActivity(access, silent)) found.set(post, numbers)
  return found
}

function countsOf(totals: z.output<typeof Totals>): Counts {
  const { likeCount = null, commentCount = null, shareCount = null } = totals
  return counts({
    reach: totals.uniqueImpressionsCount ?? totals.uniqueImpressionsCounts ?? null,
    impressions: totals.impressionCount ?? null,
    likes: likeCount,
    comments: commentCount,
    shares: shareCount,
    // LinkedIn's own `engagement` is a rate, and counts clicks.
    engagements: sumOf(likeCount, commentCount, shareCount),
  })
}

const NONE: Counts = {
  reach: 0,
  impressions: 0,
  likes: 0,
  comments: 0,
  shares: 0,
  engagements: 0,
}

const Batch = z.object({
  results: z.record(z.string(), z.unknown()),
  errors: z
    .record(z.string(), z.object({ status: z.number().optional().catch(undefined) }).catch({}))
    .optional()
    .catch(undefined),
})

/** Posts without activity are left out of the statistics, and so are those that are not there any more. */
async function withoutActivity(access: Access, posts: readonly string[]): Promise<CountsByPost> {
  const found: CountsByPost = new Map()
  if (!posts.length) return found
  try {
    const { results, errors = {} } = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/posts?ids=${listOf(posts)}`,
      action: 'BATCH_GET',
      answer: Batch,
    })
    for (const post of posts) {
      if (post in results) found.set(post, NONE)
      else if (errors[post]?.status === 404) found.set(post, 'gone')
    }
  } catch (error) {
    // Whoever may read the numbers and not the posts knows no more than that nothing has happened.
    const refused = error instanceof Failure && ['missing_scope', 'forbidden'].includes(error.code)
    if (!refused) throw error
    for (const post of posts) found.set(post, NONE)
  }
  return found
}

/** Rest.li 2.0: parentheses and commas as they are, what is between them encoded. */
function listOf(urns: readonly string[]) {
  return `List(${urns.map(encodeURIComponent).join(',')})`
}
