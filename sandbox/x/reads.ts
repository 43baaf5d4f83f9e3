/** Who am I, timelines and look-ups (docs/facts/x.md §1, §6, §8). */
import { z } from 'zod'
import { followersOf } from '../kit/followers.ts'
import { expanding, includesOf, userView } from './expanded.ts'
import { takeSpecial } from './faults.ts'
import { asked, paramId, readFields, readIds, readTweetFields, userFields } from './fields.ts'
import { prices } from './limits.ts'
import { missing } from './refusal.ts'
import { readQuery } from './requests.ts'
import { ok, type Answer, type Call, type Context } from './service.ts'
import { show } from './shown.ts'
import { timeline } from './timeline.ts'

const scopes = ['tweet.read', 'users.read']

const meSchema = z.strictObject({
  'user.fields': z.string().optional(),
  expansions: z.string().optional(),
  ...asked,
})
const oneSchema = z.strictObject({ ...asked, ...expanding })
const lookupSchema = oneSchema.extend({ ids: z.string() })

export const readCalls: Call[] = [
  { method: 'GET', path: '/2/users/me', on: 'me', limit: 'me', scopes, run: me },
  {
    method: 'GET',
    path: '/2/users/:id/tweets',
    on: 'read',
    limit: 'timeline',
    scopes,
    run: timeline,
  },
  {
    method: 'GET',
    path: '/2/tweets',
    on: 'read',
    limit: 'lookup',
    scopes,
    run(context) {
      const { ids, ...query } = readQuery(context.request, lookupSchema)
      return lookUp(context, readIds(ids), query)
    },
  },
  {
    method: 'GET',
    path: '/2/tweets/:id',
    on: 'read',
    limit: 'lookup',
    scopes,
    run(context) {
      const answer = lookUp(context, [paramId(context)], readQuery(context.request, oneSchema))
      const { data, ...rest } = answer.body
      return ok(data ? { data: data[0], ...rest } : rest)
    },
  },
]

function me({ service, store, person, request, now }: Context): Answer {
  const query = readQuery(request, meSchema)
  const fields = readFields('user.fields', query['user.fields'], userFields)
  store.spent += prices.user_read
  const counted = {
    followers_count: followersOf(person.id, now),
    following_count: 87,
    tweet_count: store.timelines.get(person.id)?.length ?? 0,
  }
  return ok({ data: userView(person, fields, service.options.url, counted) })
}

function lookUp(context: Context, ids: readonly string[], query: z.output<typeof oneSchema>) {
  const { service, store, person } = context
  const fields = readTweetFields(context, query)
  const newest = store.timelines.get(person.id)?.at(-1)
  const hidden = takeSpecial(service.faults, person, 'hidden_read') ? newest : undefined
  const found = ids.flatMap((id) => store.tweets.get(id) ?? []).filter((tweet) => tweet !== hidden)
  const absent = ids.filter((id) => !found.some((tweet) => tweet.id === id))
  for (const { author_id } of found)
    store.spent += author_id === person.id ? prices.owned_read : prices.read
  const { data, errors } = show(context, found, fields, query)
  const all = [...absent.map((id) => missing(id, 'ids', 'tweet')), ...(errors ?? [])]
  return {
    status: 200,
    body: {
      ...(data.length ? { data } : {}),
      ...includesOf(context, found, query),
      ...(all.length ? { errors: all } : {}),
    },
  }
}
