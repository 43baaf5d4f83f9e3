/** What a platform tells of posts afterwards: which numbers it offers, and how they are asked for. */
import type { Account, Tools } from '../tools.ts'
import { Failure } from './failure.ts'

/** All that is ever told of a post; the service has the same list (rules/metrics.ts), and a test compares them. */
export const metrics = [
  'reach',
  'impressions',
  'likes',
  'comments',
  'shares',
  'engagements',
] as const
export type Metric = (typeof metrics)[number]

/** Totals since publishing, whole numbers. Null: not offered, or missing from this answer; never a 0 in its place. */
export type Counts = Record<Metric, number | null>

/** What one connector collects, by `platform_post_id`. */
export type CountsByPost = Map<string, Counts | 'gone'>

/** The part of a manifest. Absent: the platform tells nothing that we read. */
export interface Measured {
  metrics?: {
    /** Which numbers it has at all. What is not named here is null in every answer of ours. */
    offers: readonly Metric[]
    /** How many posts of one account one call may ask for. */
    per_call: number
    /** Anybody may read them: `account.secret` is empty. */
    public?: true
  }
}

/** The part of a connector; there exactly when the manifest has its part. */
export interface Measuring {
  /**
   * The numbers of posts by `platform_post_id`, at most `per_call` of them. `gone`: the platform says that there is no such
   * post. A post that is missing from the result is asked for again later, and so are all when it throws a `Failure`.
   */
  metrics?(
    posts: readonly string[],
    account: Account,
    tools: Tools,
  ): Promise<ReadonlyMap<string, Counts | 'gone'>>
}

/** Everything that is not given is not offered. */
export function counts(known: Partial<Counts>): Counts {
  const none = {
    reach: null,
    impressions: null,
    likes: null,
    comments: null,
    shares: null,
    engagements: null,
  }
  return { ...none, ...known }
}

/** A sum of which no part is missing; null otherwise, since half a sum would look like a fall. */
export function sumOf(...parts: readonly (number | null)[]): number | null {
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

export function refuseMoreThanOneCall({ metrics: measured }: Measured, posts: readonly string[]) {
  const most = measured?.per_call ?? 0
  if (posts.length <= most) return
  const message = `The numbers of at most ${most} posts are asked for at once.`
  throw new Failure('rejected', 'too_many_posts', message)
}

/** For platforms that have no call for many: one post after the other. */
export async function oneByOne(
  manifest: Measured,
  posts: readonly string[],
  one: (post: string) => Promise<Counts | 'gone'>,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  refuseMoreThanOneCall(manifest, posts)
  const found = new Map<string, Counts | 'gone'>()
  for (const post of posts) found.set(post, await one(post))
  return found
}
