/** How numbers of several platforms become one block: what may be added up, and what may not. Pure. */
import { type Counts, type Metric, metrics } from './metrics.ts'

/** Numbers of one platform in one stretch of time. */
export interface Part extends Counts {
  platform: string
}

/** Which numbers each platform of the question offers at all. */
export type Offers = Readonly<Record<string, readonly Metric[]>>

export type Numbers = Counts & { posts: number; engagement_rate: number | null }

/** A platform whose numbers of these kinds are not in the sum, because it does not tell them. */
export interface LeftOut {
  platform: string
  metrics: Metric[]
}

/**
 * The sum of `parts`. A metric is null when no platform tells it, and 0 when some would and there is nothing yet.
 *
 * `engagement_rate` is engagements / impressions, over the platforms that tell both: engagements of a platform without
 * impressions would raise it, impressions without engagements lower it. Null without impressions; six decimals.
 */
export function numbersOf(posts: number, parts: readonly Part[], offers: Offers): Numbers {
  const told = byPlatform(parts)
  const counts = {
    reach: total('reach', told, offers),
    impressions: total('impressions', told, offers),
    likes: total('likes', told, offers),
    comments: total('comments', told, offers),
    shares: total('shares', told, offers),
    engagements: total('engagements', told, offers),
  }
  return { posts, ...counts, engagement_rate: rateOf(told, offers) }
}

/** Sums over several platforms say what is not in them. */
export function leftOut(parts: readonly Part[], offers: Offers): LeftOut[] {
  const told = byPlatform(parts)
  return Object.keys(offers)
    .toSorted()
    .map((platform) => ({
      platform,
      metrics: metrics.filter((metric) => !tells(platform, metric, told, offers)),
    }))
    .filter((each) => each.metrics.length > 0)
}

type Told = ReadonlyMap<string, Counts>

function total(metric: Metric, told: Told, offers: Offers): number | null {
  const platforms = Object.keys(offers)
  const telling = platforms.filter((platform) => tells(platform, metric, told, offers))
  if (platforms.length && !telling.length) return null
  return telling.reduce((sum, platform) => sum + (told.get(platform)?.[metric] ?? 0), 0)
}

function rateOf(told: Told, offers: Offers): number | null {
  const both = Object.keys(offers).filter(
    (platform) =>
      tells(platform, 'impressions', told, offers) && tells(platform, 'engagements', told, offers),
  )
  const sum = (metric: Metric) =>
    both.reduce((all, platform) => all + (told.get(platform)?.[metric] ?? 0), 0)
  const impressions = sum('impressions')
  return impressions > 0 ? Math.round((sum('engagements') / impressions) * 1e6) / 1e6 : null
}

/** It offers the metric, and has not left it out of everything it told. */
function tells(platform: string, metric: Metric, told: Told, offers: Offers): boolean {
  const own = told.get(platform)
  return (offers[platform]?.includes(metric) ?? false) && (!own || own[metric] !== null)
}

/** Null and a number is the number: what was missing once came with the next snapshot. */
function byPlatform(parts: readonly Part[]): Told {
  const told = new Map<string, Counts>()
  for (const { platform, ...counts } of parts) {
    const before = told.get(platform)
    told.set(platform, before ? added(before, counts) : counts)
  }
  return told
}

function added(one: Counts, other: Counts): Counts {
  const add = (metric: Metric) =>
    one[metric] === null ? other[metric] : one[metric] + (other[metric] ?? 0)
  return {
    reach: add('reach'),
    impressions: add('impressions'),
    likes: add('likes'),
    comments: add('comments'),
    shares: add('shares'),
    engagements: add('engagements'),
  }
}
