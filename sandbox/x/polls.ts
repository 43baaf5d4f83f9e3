/** The poll of a post as reads show it: by its number in `attachments`, with its answers in `includes` (data dictionary, "Poll object"). */
import { z } from 'zod'
import type { Tweet } from './state.ts'

const Poll = z.object({ options: z.array(z.string()), duration_minutes: z.number() })

/** Nobody votes here. */
export function pollOf(tweet: Tweet) {
  const { data } = Poll.safeParse(tweet.extra['poll'])
  // Numbers of their own, a digit shorter than those of posts.
  return data && { id: tweet.id.slice(0, -1), ...data }
}

/** Its answers always, the rest where `poll.fields` asks for it. */
export function pollViews(tweets: readonly Tweet[], fields: ReadonlySet<string>, now: number) {
  return tweets.flatMap((tweet) => {
    const poll = pollOf(tweet)
    if (!poll) return []
    const end = tweet.created_at + poll.duration_minutes * 60_000
    const optional = {
      duration_minutes: poll.duration_minutes,
      end_datetime: new Date(end).toISOString(),
      voting_status: end > now ? 'open' : 'closed',
    }
    const chosen = Object.entries(optional).filter(([field]) => fields.has(field))
    const options = poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 }))
    return [{ id: poll.id, options, ...Object.fromEntries(chosen) }]
  })
}
