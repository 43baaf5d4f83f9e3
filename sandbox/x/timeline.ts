/** `GET /2/users/:id/tweets`, where a lost answer is looked for (docs/facts/x.md §6). */
import { z } from 'zod'
import { expanding, includesOf } from './expanded.ts'
import { takeSpecial } from './faults.ts'
import { asked, paramId, readTweetFields, timeSchema } from './fields.ts'
import { prices } from './limits.ts'
import { missing } from './refusal.ts'
import { idSchema, readQuery } from './requests.ts'
import { ok, type Answer, type Context } from './service.ts'
import { show } from './shown.ts'
import type { Tweet } from './state.ts'
import { toSecond } from './view.ts'

const timelineSchema = z.strictObject({
  ...asked,
  ...expanding,
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  start_time: timeSchema.optional(),
  end_time: timeSchema.optional(),
  since_id: idSchema.optional(),
  until_id: idSchema.optional(),
  pagination_token: idSchema.optional(),
  exclude: z
    .string()
    .regex(/^(replies|retweets)(,(replies|retweets))?$/)
    .optional(),
})

/** "Eventual consistency" are the faults `hidden_read` and `hidden_text`: the newest post is not there yet. */
export function timeline(context: Context): Answer {
  const { service, store, person, request, look } = context
  const query = readQuery(request, timelineSchema)
  const id = paramId(context)
  if (!service.people.some((one) => one.id === id))
    return ok({ errors: [missing(id, 'id', 'user')] })
  const fields = readTweetFields(context, query)
  const whole = (store.timelines.get(id) ?? []).toReversed()
  const isText = whole[0]?.media.length === 0
  const all = isText && takeSpecial(service.faults, person, 'hidden_text') ? whole.slice(1) : whole
  const { page, more } = pageOf(
    look.list(all, (tweet) => tweet),
    query,
  )
  if (!page.length) return ok({ meta: { result_count: 0 } })
  store.spent += page.length * (id === person.id ? prices.owned_read : prices.read)
  const oldest_id = page.at(-1)?.id
  return ok({
    ...show(context, page, fields, query),
    ...includesOf(context, page, query),
    meta: {
      result_count: page.length,
      newest_id: page[0]?.id,
      oldest_id,
      ...(more ? { next_token: oldest_id } : {}),
    },
  })
}

/** `all` are newest first, or as the platform shows them; none is older than what was asked for. */
function pageOf(all: readonly Tweet[], query: z.output<typeof timelineSchema>) {
  const since = BigInt(query.since_id ?? 0)
  const until = [query.until_id, query.pagination_token].flatMap((id) => (id ? BigInt(id) : []))
  const page: Tweet[] = []
  for (const tweet of all) {
    const created = Date.parse(toSecond(tweet.created_at))
    const tooOld = created < (query.start_time ?? 0) || BigInt(tweet.id) <= since
    const tooNew =
      until.some((id) => BigInt(tweet.id) >= id) || created >= (query.end_time ?? Infinity)
    const reply = tweet.reply_to !== null && query.exclude?.includes('replies')
    const repost = tweet.extra['reposted'] !== undefined && query.exclude?.includes('retweets')
    if (tooOld || tooNew || reply || repost) continue
    if (page.length === query.max_results) return { page, more: true }
    page.push(tweet)
  }
  return { page, more: false }
}
