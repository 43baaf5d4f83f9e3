/** Lifetime numbers of posts, one call each: Instagram has no call for many. */
import { z } from 'zod'
import { ask } from '../meta/graph.ts'
import { counts, type Counts, type Metric, oneByOne } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { manifest } from './manifest.ts'
import { graphOf } from './access.ts'

/** "engagements" as Instagram sums it up: likes, saves, comments, shares, less what was taken back. */
const NAMES: Record<string, Metric> = {
  views: 'impressions',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  total_interactions: 'engagements',
}

/** "likes", "comments" and "saved" are not told of stories, and one name too many fails the call. */
const STORY_NAMES = ['views', 'reach', 'shares', 'total_interactions']

const Count = z.int().min(0).nullish().catch(null)
const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: Count })).nullish(),
      total_value: z.object({ value: Count }).nullish(),
    }),
  ),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  return oneByOne(manifest, posts, async (post) => one(post, account, tools))
}

/** What a post is, is not known here: a story takes other names. */
async function one(post: string, account: Account, tools: Tools): Promise<Counts | 'gone'> {
  const access = { account, tools }
  try {
    return await told(post, Object.keys(NAMES), access).catch(async (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
      return told(post, STORY_NAMES, access)
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'not_found') return 'gone'
    if (error.code === 'too_few_viewers') return counts({})
    throw error
  }
}

async function told(
  post: string,
  names: readonly string[],
  { account, tools }: { account: Account; tools: Tools },
): Promise<Counts> {
  const { data } = await ask(graphOf(account, tools), {
    purpose: 'read',
    method: 'GET',
    path: `/${post}/insights`,
    query: { metric: names.join(',') },
    answer: Insights,
  })
  return counts(Object.fromEntries(data.flatMap(known)))
}

/** A missing number is null: "an empty data set is not 0". */
function known({ name, values, total_value }: z.output<typeof Insights>['data'][number]) {
  const metric = NAMES[name]
  const value = values?.at(-1)?.value ?? total_value?.value ?? null
  return metric ? [[metric, value]] : []
}
