/** `GET /2/users/:id/tweets`, where a lost answer is looked for ("X publishing API fact sheet", 2026-11-20, §6). */
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

/** "Eventual consistency" is the fault `hidden_read`: the newest post is not there yet. */
export function timeline(context: Context): Answer {
  const { service, store, person, request } = context
  const query = readQuery(request, timelineSchema)
  const id = paramId(context)
  if (!service.people.some((one) => one.id === id))
    return ok({ errors: [missing(id, 'id', 'user')] })
  const fields = readTweetFields(context, query)
  const all = store.timelines.get(id) ?? []
  const hidden = takeSpecial(service.faults, person, 'hidden_read') ? all.at(-1) : undefined
  const { page, more } = pageOf(all, query, hidden)
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

/** Newest first; ids increase with time, so that what is too old ends the walk. */
function pageOf(all: readonly Tweet[], query: z.output<typeof timelineSchema>, hidden?: Tweet) {
  const since = BigInt(query.since_id ?? 0)
  const until = [query.until_id, query.pagination_token].flatMap((id) => (id ? BigInt(id) : []))
  const page: Tweet[] = []
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const tweet = all[index]
    if (!tweet) break
    const created = Date.parse(toSecond(tweet.created_at))
    if (created < (query.start_time ?? 0) || BigInt(tweet.id) <= since) break
    const tooNew =
      until.some((id) => BigInt(tweet.id) >= id) || created >= (query.end_time ?? Infinity)
    const excluded = tweet.reply_to !== null && query.exclude?.includes('replies')
    if (tooNew || excluded || tweet === hidden) continue
    if (page.length === query.max_results) return { page, more: true }
    page.push(tweet)
  }
  return { page, more: false }
}
