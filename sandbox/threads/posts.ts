/** Publishing a container, and what can be read afterwards. */
import { faceAt } from '../kit/faces.ts'
import { takeSpecial } from './faults.ts'
import { picked } from './fields.ts'
import { conversation, list, replies, view } from './lists.ts'
import { invalid, mediaNotFound, missing, notFetched, quota } from './refusal.ts'
import { ownOnly, people, type Call, type Context } from './service.ts'
import { nextId, statusOf, type Container, type Store } from './store.ts'

const DAY = 86_400_000
const most = { post: 250, reply: 1000, delete: 100, search: 500 }
const named = { post: 'posts', reply: 'replies', delete: 'deletions', search: 'searches' }

const kindOf = ({ id = '' }: Record<string, string>, store: Store) => {
  if (id === 'me' || people.some((person) => person.id === id)) return 'me'
  return store.containers.some((each) => each.id === id) ? 'status' : 'read'
}

const basic = { scope: 'threads_basic' }
export const postCalls: Call[] = [
  {
    method: 'POST',
    path: '/:id/threads_publish',
    on: 'post',
    scope: 'threads_content_publish',
    run: publish,
  },
  {
    method: 'GET',
    path: '/:id/threads',
    on: 'read',
    ...basic,
    run: (context) => list(context, false),
  },
  { method: 'GET', path: '/:id/replies', on: 'read', ...basic, run: replies },
  { method: 'GET', path: '/:id/conversation', on: 'read', ...basic, run: conversation },
  { method: 'GET', path: '/:id/threads_publishing_limit', on: 'read', ...basic, run: limits },
  { method: 'GET', path: '/:id', on: kindOf, ...basic, run: one },
  { method: 'DELETE', path: '/:id', on: 'delete', scope: 'threads_delete', run: remove },
]

/** Once only. */
function publish(context: Context) {
  const { store, given, person } = context
  ownOnly(context)
  const creation_id = given['creation_id']
  if (!creation_id) throw invalid('Param creation_id is required')
  const container = store.containers.find(({ id }) => id === creation_id)
  if (!container || container.owner !== person.id || container.item) throw mediaNotFound()
  return { id: release(context, container) }
}

/** The id of the post that the container becomes. */
export function release(context: Context, container: Container): string {
  const { service, store, person, now } = context
  const status = statusOf(container, now)
  if (status === 'ERROR') throw notFetched()
  if (status !== 'FINISHED') throw mediaNotFound()
  const { media_type, text, media, reply_to, extra } = container
  if (reply_to !== null && !store.posts.some(({ id }) => id === reply_to)) throw mediaNotFound()
  spend(context, reply_to === null ? 'post' : 'reply')
  container.published = true
  const id = nextId(store)
  const shortcode = `D${BigInt(id).toString(36).toUpperCase()}`
  const content = { media_type, text, media, reply_to, extra }
  store.posts.push({ id, shortcode, owner: person.id, ...content, created_at: now })
  service.options.made?.(id)
  return id
}

/** Limits roll over 24 hours. */
export function spend({ service, store, person, now }: Context, kind: keyof typeof most) {
  if (takeSpecial(service.faults, person, 'no_limits')) return
  store.spent = store.spent.filter(({ at }) => at > now - DAY)
  if (used(store, person.id, kind, now) >= most[kind]) throw quota(named[kind])
  store.spent.push({ person_id: person.id, kind, at: now })
}

function used({ spent }: Store, person_id: string, kind: keyof typeof most, now: number) {
  return spent.filter(
    (each) => each.person_id === person_id && each.kind === kind && each.at > now - DAY,
  ).length
}

function limits(context: Context) {
  ownOnly(context)
  const { store, person, now } = context
  const part = (kind: keyof typeof most, prefix: string) => ({
    [`${prefix}quota_usage`]: used(store, person.id, kind, now),
    [`${prefix}config`]: { quota_total: most[kind], quota_duration: 86_400 },
  })
  const posts = { ...part('post', ''), ...part('reply', 'reply_') }
  return {
    data: [{ ...posts, ...part('delete', 'delete_'), ...part('search', 'location_search_') }],
  }
}

function one(context: Context) {
  const { store, given, params, person, now, service } = context
  const { id = '' } = params
  if (id === 'me' || id === person.id) return picked(given, 'User', profile(context))
  const container = store.containers.find((each) => each.id === id && each.owner === person.id)
  if (container) return picked(given, 'ThreadsMediaContainer', progressOf(container, now))
  const post = store.posts.find((each) => each.id === id)
  if (!post) throw missing(id)
  const { permalink, ...shown } = view(context, post)
  const late = takeSpecial(service.faults, person, 'no_permalink')
  return picked(
    given,
    'ThreadsPost',
    late ? { ...shown, permalink: undefined } : { ...shown, permalink },
  )
}

function profile({ person, service }: Context) {
  return {
    id: person.id,
    username: person.username,
    name: person.name,
    threads_profile_picture_url: faceAt(service.options.url, person.name),
    threads_biography: '',
    is_verified: false,
  }
}

function progressOf(container: Container, now: number) {
  const status = statusOf(container, now)
  return {
    id: container.id,
    status,
    error_message: status === 'ERROR' ? (container.error ?? 'UNKNOWN') : undefined,
  }
}

function remove(context: Context) {
  const { service, store, params, person } = context
  const { id = '' } = params
  const post = store.posts.find((each) => each.id === id && each.owner === person.id)
  if (!post) throw missing(id)
  spend(context, 'delete')
  service.options.gone?.(id)
  store.posts = store.posts.filter((each) => each !== post)
  return { success: true, deleted_id: id }
}
