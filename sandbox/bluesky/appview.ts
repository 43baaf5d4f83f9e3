/** The AppView's public reads. What is written is seen at once; a real one needs seconds to minutes. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { followersOf } from '../kit/followers.ts'
import { input, invalidRequest } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { withFault } from './faults.ts'
import { resolveHandle } from './identity.ts'
import { post } from './lexicon.ts'
import { findPerson, people } from './people.ts'
import { lookUp } from './record.ts'
import type { Stored, Store } from './store.ts'
import type { Call, Method, Methods } from './xrpc.ts'

const uris = z.object({
  uris: z
    .union([z.string(), z.array(z.string())])
    .transform((each) => [each].flat())
    .refine((list) => list.length <= 25, { error: 'array too big (maximum 25)' }),
})
const actor = z.object({ actor: z.string() })
const handle = z.object({ handle: z.string() })
/** "Search query prefix; not a full query string." `term` is its name of before. */
const search = z.object({
  q: z.string().optional(),
  term: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})

export const appViewMethods: Methods = {
  'app.bsky.feed.getPosts': { verb: 'GET', run: getPosts },
  'app.bsky.actor.getProfile': { verb: 'GET', run: getProfile },
  'app.bsky.actor.searchActorsTypeahead': { verb: 'GET', run: searchActors },
  'com.atproto.identity.resolveHandle': {
    verb: 'GET',
    run: ({ request }) => resolveHandle(input(handle, request.query, 'Params').handle),
  },
}

/** The same reads through the PDS, which wants to know who asks. */
export const proxiedMethods: Methods = {
  'app.bsky.feed.getPosts': proxied(getPosts),
  'app.bsky.actor.getProfile': proxied(getProfile),
  'app.bsky.actor.searchActorsTypeahead': proxied(searchActors),
}

function proxied(run: Method['run']): Method {
  return {
    verb: 'GET',
    run: (call) => {
      authenticate(call)
      return run(call)
    },
  }
}

/** A post that is missing was deleted or never was. */
async function getPosts(call: Call) {
  const list = input(uris, call.request.query, 'Params').uris
  const found = [...new Set(list)].flatMap((uri) => lookUp(call.store, uri) ?? [])
  const names = list.flatMap((uri) => namesOf(uri.split('/')[2] ?? ''))
  return withFault(call, { on: 'read', names }, () => ({
    posts: found.flatMap((record) => postView(call.store, record) ?? []),
  }))
}

function postView(store: Store, record: Stored) {
  if (record.collection !== 'app.bsky.feed.post') return undefined
  const { uri, cid, value, indexed_at } = record
  const person = findPerson(uri.split('/')[2] ?? '')
  if (!person) return undefined
  const reactions = (name: string, most: number) => {
    const chance = createHash('sha256').update(`${name} ${uri}`).digest().readUInt16BE()
    // Of one, nothing would be seen within a week.
    return grown(store, record, 2 + (chance % (most - 2)))
  }
  return {
    uri,
    cid,
    author: { did: person.id, handle: person.username, displayName: person.name, labels: [] },
    record: value,
    replyCount: store.state.replies.get(uri) ?? 0,
    repostCount: reactions('repost', 40),
    likeCount: reactions('like', 200),
    quoteCount: store.state.quotes.get(uri) ?? 0,
    bookmarkCount: reactions('bookmark', 20),
    indexedAt: indexed_at,
    labels: ownLabels(record, person.id),
  }
}

/** What the author says of it is a label as any other, from themselves. */
function ownLabels({ uri, cid, value, indexed_at }: Stored, src: string) {
  const { labels } = post.parse(value)
  return (labels?.values ?? []).map(({ val }) => ({ src, uri, cid, val, cts: indexed_at }))
}

/** None at first, half of them after a day, never fewer than before: the same for the same post and time. */
function grown({ now }: Store, { indexed_at }: Stored, most: number) {
  const days = Math.max(0, now() - Date.parse(indexed_at)) / 86_400_000
  return Math.floor(most * (1 - 0.5 ** days))
}

async function getProfile(call: Call) {
  const person = findPerson(input(actor, call.request.query, 'Params').actor)
  if (!person) throw invalidRequest('Profile not found')
  const names = [person.id, person.username]
  return withFault(call, { on: 'read', names }, () => ({
    did: person.id,
    handle: person.username,
    displayName: person.name,
    description: '',
    followersCount: followersOf(person.id, call.store.now()),
    followsCount: 41,
    postsCount:
      call.store.state.repos.get(person.id)?.collections.get('app.bsky.feed.post')?.size ?? 0,
    labels: [],
  }))
}

/** By the beginning of a handle or of a word of the name; what is found without any word is not documented, so nobody. */
async function searchActors(call: Call) {
  const { q, term, limit } = input(search, call.request.query, 'Params')
  const words = (q ?? term ?? '').trim().toLowerCase()
  return withFault(call, { on: 'read', names: [] }, () => ({
    actors: people
      .filter(({ username, name }) =>
        [username, name, ...name.split(' ')].some(
          (each) => words !== '' && each.toLowerCase().startsWith(words),
        ),
      )
      .slice(0, limit)
      .map(({ id, username, name }) => ({
        did: id,
        handle: username,
        displayName: name,
        labels: [],
      })),
  }))
}

function namesOf(name: string) {
  const person = findPerson(name)
  return person ? [person.id, person.username] : []
}
