/** Publishing a container, and what can be read afterwards. */
import { z } from 'zod'
import { ownOnly, statusOf } from './containers.ts'
import { takeSpecial } from './faults.ts'
import { invalid, mediaNotFound, missing, notFetched, quota } from './refusal.ts'
import { people, type Call, type Service, type Visit } from './service.ts'
import { nextId, type Container, type Post, type World } from './world.ts'

const DAY = 86_400_000
const most = { post: 250, reply: 1000, delete: 100 }

const kindOf = ({ id = '' }: Record<string, string>, world: World) => {
  if (id === 'me' || people.some((person) => person.id === id)) return 'me'
  return world.containers.some((each) => each.id === id) ? 'status' : 'read'
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
  { method: 'GET', path: '/:id/threads', on: 'read', ...basic, run: (visit) => list(visit, false) },
  { method: 'GET', path: '/:id/replies', on: 'read', ...basic, run: (visit) => list(visit, true) },
  { method: 'GET', path: '/:id/threads_publishing_limit', on: 'read', ...basic, run: limits },
  { method: 'GET', path: '/:id', on: kindOf, ...basic, run: one },
  { method: 'DELETE', path: '/:id', on: 'delete', scope: 'threads_delete', run: remove },
]

/** Once only. */
function publish(visit: Visit) {
  const { world, given, person, now } = visit
  ownOnly(visit)
  const creation_id = given['creation_id']
  if (!creation_id) throw invalid('Param creation_id is required')
  const container = world.containers.find(({ id }) => id === creation_id)
  if (!container || container.owner !== person.id || container.item) throw mediaNotFound()
  const status = statusOf(container, now)
  if (status === 'ERROR') throw notFetched()
  if (status !== 'FINISHED') throw mediaNotFound()
  const { media_type, text, media, reply_to, extra } = container
  if (reply_to !== null && !world.posts.some(({ id }) => id === reply_to)) throw mediaNotFound()
  spend(visit, reply_to === null ? 'post' : 'reply')
  container.published = true
  const id = nextId(world)
  const shortcode = `D${BigInt(id).toString(36).toUpperCase()}`
  const content = { media_type, text, media, reply_to, extra }
  world.posts.push({ id, shortcode, owner: person.id, ...content, created_at: now })
  return { id }
}

/** Limits roll over 24 hours. */
function spend({ service, world, person, now }: Visit, kind: keyof typeof most) {
  if (takeSpecial(service.faults, person, 'no_limits')) return
  world.spent = world.spent.filter(({ at }) => at > now - DAY)
  if (used(world, person.id, kind, now) >= most[kind])
    throw quota(kind === 'post' ? 'posts' : kind === 'reply' ? 'replies' : 'deletions')
  world.spent.push({ person_id: person.id, kind, at: now })
}

function used({ spent }: World, person_id: string, kind: keyof typeof most, now: number) {
  return spent.filter(
    (each) => each.person_id === person_id && each.kind === kind && each.at > now - DAY,
  ).length
}

function limits(visit: Visit) {
  ownOnly(visit)
  const { world, person, now } = visit
  const part = (kind: keyof typeof most, prefix: string) => ({
    [`${prefix}quota_usage`]: used(world, person.id, kind, now),
    [`${prefix}config`]: { quota_total: most[kind], quota_duration: 86_400 },
  })
  return {
    data: [{ ...part('post', ''), ...part('reply', 'reply_'), ...part('delete', 'delete_') }],
  }
}

function one(visit: Visit) {
  const { world, params, person, now, service } = visit
  const { id = '' } = params
  if (id === 'me' || id === person.id) return picked(visit, 'User', profile(visit))
  const container = world.containers.find((each) => each.id === id && each.owner === person.id)
  if (container) return picked(visit, 'ThreadsMediaContainer', progressOf(container, now))
  const post = world.posts.find((each) => each.id === id)
  if (!post) throw missing(id)
  const { permalink, ...shown } = view(service, post, world)
  const late = takeSpecial(service.faults, person, 'no_permalink')
  return picked(
    visit,
    'ThreadsPost',
    late ? { ...shown, permalink: undefined } : { ...shown, permalink },
  )
}

function profile({ person, service }: Visit) {
  return {
    id: person.id,
    username: person.username,
    name: person.name,
    threads_profile_picture_url: `${service.options.url}/web/pictures/${person.id}.jpg`,
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

/** The fields asked for, and the id; one that is not known is refused. */
function picked({ given }: Visit, node: string, all: Record<string, unknown>) {
  const fields = given['fields']?.split(',').filter(Boolean) ?? ['id']
  const unknown = fields.find((field) => !(field in all))
  if (unknown !== undefined)
    throw invalid(`Tried accessing nonexisting field (${unknown}) on node type (${node})`)
  return Object.fromEntries([...new Set([...fields, 'id'])].map((field) => [field, all[field]]))
}

const asTime = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)))

/** Newest first. */
function list(visit: Visit, replies: boolean) {
  ownOnly(visit)
  const { world, given, person, service } = visit
  const since = asTime.catch(0).parse(given['since'])
  const until = asTime.catch(Infinity).parse(given['until'])
  const limit = z.coerce.number().int().min(1).max(100).catch(25).parse(given['limit'])
  const own = world.posts
    .filter((post) => post.owner === person.id && (post.reply_to !== null) === replies)
    .toReversed()
  const hidden = takeSpecial(service.faults, person, 'hidden_read') ? own[0] : undefined
  const found = own.filter(
    (post) => post !== hidden && post.created_at >= since && post.created_at <= until,
  )
  const from = found.findIndex(({ id }) => id === given['after']) + 1
  const page = found.slice(from, from + limit)
  const data = page.map((post) => picked(visit, 'ThreadsPost', view(service, post, world)))
  const last = page.at(-1)
  if (!last) return { data }
  const cursors = { before: page[0]?.id, after: last.id }
  const more = from + limit < found.length
  const next = `${service.options.url}/api/v1.0/me/threads?after=${last.id}`
  return { data, paging: { cursors, ...(more ? { next } : {}) } }
}

function remove(visit: Visit) {
  const { world, params, person } = visit
  const { id = '' } = params
  const post = world.posts.find((each) => each.id === id && each.owner === person.id)
  if (!post) throw missing(id)
  spend(visit, 'delete')
  world.posts = world.posts.filter((each) => each !== post)
  return { success: true, deleted_id: id }
}

const shownAs = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' }

export function permalinkOf({ options }: Service, post: Post) {
  const username = people.find(({ id }) => id === post.owner)?.username ?? ''
  return `${options.url}/web/@${username}/post/${post.shortcode}`
}

function view(service: Service, post: Post, world: World): Record<string, unknown> {
  const username = people.find(({ id }) => id === post.owner)?.username
  return {
    id: post.id,
    media_product_type: 'THREADS',
    media_type: shownAs[post.media_type],
    media_url: undefined,
    permalink: permalinkOf(service, post),
    owner: { id: post.owner },
    username,
    text: post.text || undefined,
    timestamp: new Date(post.created_at).toISOString().replace(/\.\d+Z$/, '+0000'),
    shortcode: post.shortcode,
    is_quote_post: post.extra['quote_post_id'] !== undefined,
    alt_text: post.media[0]?.alt_text ?? undefined,
    topic_tag: post.extra['topic_tag'],
    link_attachment_url: post.extra['link_attachment'],
    children: undefined,
    has_replies: world.posts.some(({ reply_to }) => reply_to === post.id),
    is_reply: post.reply_to !== null,
    replied_to: post.reply_to === null ? undefined : { id: post.reply_to },
    root_post: post.reply_to === null ? undefined : { id: rootOf(post, world) },
    reply_audience: (post.extra['reply_control'] ?? 'everyone').toUpperCase(),
  }
}

function rootOf(post: Post, world: World): string {
  const parent = world.posts.find(({ id }) => id === post.reply_to)
  return parent ? rootOf(parent, world) : post.id
}
