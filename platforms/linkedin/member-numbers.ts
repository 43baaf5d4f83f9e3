/** "Member Post Statistics": one number of one post in a call. */
import { z } from 'zod'
import { counts, type Counts, type CountsByPost, sumOf } from '../kit/metrics.ts'
import { Failure } from '../platform.ts'
import { ask, type Access } from './api.ts'

/** Since version 202605 `metricType` is a plain string, before that an object around it; what was asked for is known anyway. */
const Answer = z.object({
  elements: z.array(z.object({ count: z.int().min(0).nullish().catch(null) })),
})

export async function memberNumbers(
  access: Access,
  posts: readonly string[],
): Promise<CountsByPost> {
  const found: CountsByPost = new Map()
  for (const post of posts) {
    const entity = entityOf(post)
    if (entity === undefined) continue
    try {
      const numbers = await numbersOf(access, entity)
      if (numbers) found.set(post, numbers)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'not_found') found.set(post, 'gone')
      // Every post costs five calls of few a day: what is known by then is kept, the rest is asked for later.
      else if (found.size > 0 && ['later', 'unknown'].includes(error.kind)) break
      else throw error
    }
  }
  return found
}

/** Undefined: LinkedIn has no number of this post, which is neither zero nor gone. */
async function numbersOf(access: Access, entity: string): Promise<Counts | undefined> {
  const of = async (type: string) => {
    const { elements } = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${type}&aggregation=TOTAL`,
      action: 'FINDER',
      answer: Answer,
    })
    return elements[0]?.count ?? null
  }
  const likes = await of('REACTION')
  const comments = await of('COMMENT')
  const shares = await of('RESHARE')
  const impressions = await of('IMPRESSION')
  const reach = await of('MEMBERS_REACHED')
  const all = { reach, impressions, likes, comments, shares }
  if (Object.values(all).every((number) => number === null)) return undefined
  return counts({ ...all, engagements: sumOf(likes, comments, shares) })
}

/** A union of Rest.li: `(share:urn%3Ali%3Ashare%3A1)` or `(ugc:urn%3Ali%3AugcPost%3A1)`. */
function entityOf(post: string): string | undefined {
  const [, type] = /^urn:li:(share|ugcPost):/.exec(post) ?? []
  if (type === undefined) return undefined
  return `(${type === 'share' ? 'share' : 'ugc'}:${encodeURIComponent(post)})`
}
