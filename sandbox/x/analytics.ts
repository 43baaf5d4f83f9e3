/** `GET /2/tweets/analytics` (docs/facts/x.md §8). */
import { z } from 'zod'
import { prices } from './limits.ts'
import { count, isCounter, type Counter } from './metrics.ts'
import { invalid, missing } from './refusal.ts'
import { readFields, readIds, timeSchema } from './fields.ts'
import { readQuery } from './requests.ts'
import { ok, type Answer, type Call, type Context } from './service.ts'
import { toSecond } from './view.ts'
import type { Tweet } from './state.ts'

const hour = 60 * 60_000
const steps = { hourly: hour, daily: 24 * hour, weekly: 168 * hour, total: Infinity }
const mostBuckets = 1000

const querySchema = z.strictObject({
  ids: z.string(),
  start_time: timeSchema,
  end_time: timeSchema,
  granularity: z.enum(['hourly', 'daily', 'weekly', 'total']),
  'analytics.fields': z.string(),
})

const analyticsFields =
  `app_install_attempts app_opens bookmarks date detail_expands email_tweet engagements follows
  hashtag_clicks id impressions likes media_views permalink_clicks quote_tweets replies retweets shares timestamp
  timestamped_metrics unfollows unlikes url_clicks user_profile_clicks`.split(/\s+/)

export const analyticsCalls: Call[] = [
  {
    method: 'GET',
    path: '/2/tweets/analytics',
    on: 'read',
    limit: 'analytics',
    scopes: ['users.read', 'tweet.read'],
    run: analytics,
  },
]

function analytics({ store, person, request, now }: Context): Answer {
  const query = readQuery(request, querySchema)
  const { start_time, end_time, granularity } = query
  const fields = readFields('analytics.fields', query['analytics.fields'], analyticsFields)
  const counters = [...fields].filter(isCounter)
  const step = steps[granularity]
  if (start_time >= end_time || (end_time - start_time) / step > mostBuckets)
    throw invalid('The `end_time` query parameter value is not valid', { end_time: [] })
  const data: object[] = []
  const errors: object[] = []
  for (const id of readIds(query.ids)) {
    const tweet = store.tweets.get(id)
    if (tweet?.author_id !== person.id) {
      errors.push(missing(id, 'ids', 'tweet'))
      continue
    }
    store.spent += prices.owned_read
    data.push({
      id,
      timestamped_metrics: series(tweet, counters, { start_time, end_time, step, now }),
    })
  }
  return ok({ ...(data.length ? { data } : {}), ...(errors.length ? { errors } : {}) })
}

/** What was added in each step, under the time at which it begins. */
function series(
  tweet: Tweet,
  counters: readonly Counter[],
  span: { start_time: number; end_time: number; step: number; now: number },
) {
  const { start_time, end_time, step, now } = span
  const upTo = (name: Counter, moment: number) => count(tweet, name, Math.min(moment, now))
  const buckets: object[] = []
  for (let from = start_time; from < end_time; from += step) {
    const to = Math.min(from + step, end_time)
    const metrics = counters.map((name) => [name, upTo(name, to) - upTo(name, from)])
    buckets.push({ timestamp: toSecond(from), metrics: Object.fromEntries(metrics) })
  }
  return buckets
}
