/** Numbers that look like a life: they follow from the post's id, grow with its age and never fall. */
import type { Tweet } from './state.ts'

/** Of all impressions, how many end so. */
const shares = {
  impressions: 1,
  likes: 0.031,
  replies: 0.004,
  retweets: 0.006,
  quote_tweets: 0.0011,
  bookmarks: 0.0047,
  shares: 0.0021,
  url_clicks: 0.012,
  user_profile_clicks: 0.008,
  detail_expands: 0.021,
  permalink_clicks: 0.0033,
  hashtag_clicks: 0.0009,
  follows: 0.0006,
  unfollows: 0.0002,
  unlikes: 0.0004,
  media_views: 0.64,
} as const

const engagements = [
  'likes',
  'replies',
  'retweets',
  'quote_tweets',
  'bookmarks',
  'url_clicks',
  'user_profile_clicks',
  'detail_expands',
] as const

export type Counter = keyof typeof shares | 'engagements'

export function isCounter(name: string): name is Counter {
  return name === 'engagements' || name in shares
}

const halfDay = 12 * 60 * 60_000

export function count(tweet: Tweet, name: Counter, now: number): number {
  const age = now - tweet.created_at
  if (age <= 0) return 0
  if (name === 'engagements')
    return engagements.reduce((sum, part) => sum + count(tweet, part, now), 0)
  if (name === 'url_clicks' && !tweet.links.length) return 0
  if (name === 'media_views' && !tweet.media.length) return 0
  const reach = 40 + Number(BigInt(tweet.id) % 3989n)
  const happened = Math.floor(reach * (1 - Math.exp(-age / halfDay)) * shares[name])
  return name === 'replies' ? happened + tweet.replies : happened
}
