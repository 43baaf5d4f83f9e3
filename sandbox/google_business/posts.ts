/** Creating, reading, changing and deleting local posts (v4, which no public discovery document lists). */
import { z } from 'zod'
import { contentOf, hasPhoneNumber } from './content.ts'
import { takeSpecial } from './faults.ts'
import { pageOf } from './listing.ts'
import { fetchPhoto } from './photos.ts'
import { denied, invalid, notFound } from './refusal.ts'
import { countCall, type Call, type Context } from './service.ts'
import { nextId, type Post } from './state.ts'

/** How long a post with a photo stays in processing, and one that is slow. */
const processing = 1000
const slow = 60_000
/** "10 edits per minute per Business Profile; cannot be increased." */
const editsPerMinute = 10

const list = '/posts/v4/accounts/:account/locations/:location/localPosts'
const one = `${list}/:post`

export const postCalls: Call[] = [
  { method: 'POST', path: list, on: 'post', refuses: 'upload', run: create },
  { method: 'GET', path: list, on: 'read', query: ['pageSize', 'pageToken'], run: listed },
  { method: 'GET', path: one, on: 'status', run: (context) => shown(context, postOf(context)) },
  { method: 'PATCH', path: one, on: 'edit', query: ['updateMask'], run: patch },
  { method: 'DELETE', path: one, on: 'delete', run: remove },
]

async function create(context: Context) {
  const { service, store, person, now } = context
  const location = locationOf(context)
  countEdit(context, location)
  const content = contentOf(context.body)
  if (content.scheduledTime && Date.parse(content.scheduledTime) <= now)
    throw invalid('scheduled_time', 'Scheduled time must be in the future.', content.scheduledTime)
  const media: Post['media'] = []
  for (const { sourceUrl } of content.media ?? []) {
    const photo = await fetchPhoto(sourceUrl)
    const id = nextId(store)
    store.images.set(id, photo)
    media.push({ id, mime_type: photo.mime_type, bytes: photo.bytes.length })
  }
  const later = takeSpecial(service.faults, person, 'rejected_later')
  const slowly = takeSpecial(service.faults, person, 'slow_processing')
  const rejected =
    takeSpecial(service.faults, person, 'rejected') !== undefined || hasPhoneNumber(content)
  const wait = slowly ? slow : later || media.length ? later?.ms || processing : 0
  const post: Post = {
    name: `${location}/localPosts/${nextId(store)}`,
    location,
    body: content,
    media,
    created_at: now,
    updated_at: now,
    ready_at: now + (rejected ? 0 : wait),
    rejected: rejected || later !== undefined,
  }
  store.posts.set(post.name, post)
  service.options.made?.(post.name)
  return shown(context, post)
}

function countEdit({ service, store, person, now }: Context, location: string) {
  if (takeSpecial(service.faults, person, 'no_limits')) return
  countCall(store, location, editsPerMinute, now)
}

/** The newest first; those in processing and the rejected ones too. At the end its owner's own, from long before. */
function listed(context: Context) {
  const location = locationOf(context)
  const all = [...context.store.posts.values()]
    .filter((post) => post.location === location)
    .toReversed()
  const posts = [...all, firstOf(location)]
  const seen = context.look.list(posts, ({ name: id, created_at }) => ({ id, created_at }))
  const page = pageOf(seen, context.query, 20, 100)
  const localPosts = page.items.map((post) => shown(context, post))
  return { localPosts, ...page.next }
}

/** Made on the web when the location opened. */
function firstOf(location: string): Post {
  return {
    name: `${location}/localPosts/1`,
    location,
    body: { summary: 'Our doors stand open, come in and look around', topicType: 'STANDARD' },
    media: [],
    created_at: OPENED,
    updated_at: OPENED,
    ready_at: OPENED,
    rejected: false,
  }
}
const OPENED = Date.UTC(2019, 4, 2)

const maskSchema = z.string().min(1)

function patch(context: Context) {
  const post = postOf(context)
  countEdit(context, post.location)
  const mask = maskSchema.safeParse(context.query['updateMask']).data
  if (mask === undefined) throw invalid('update_mask', 'Update mask is required.')
  const given: Record<string, unknown> = { ...Object(context.body) }
  const changes = mask.split(',').map((field) => [field, given[field]])
  const content = contentOf({ ...post.body, ...Object.fromEntries(changes) })
  context.service.options.reworded?.(post.name)
  post.body = content
  // It is checked as a new one is.
  post.rejected = hasPhoneNumber(content)
  post.updated_at = context.now
  return shown(context, post)
}

function remove(context: Context) {
  const { service, store } = context
  const { name } = postOf(context)
  service.options.gone?.(name)
  store.posts.delete(name)
  return {}
}

function locationOf({ person, params }: Context): string {
  const account = person.accounts.find(({ name }) => name === `accounts/${params['account']}`)
  const location = account?.locations.find(({ name }) => name === `locations/${params['location']}`)
  if (!account || !location) throw notFound()
  if (!location.can_post) throw denied('This location cannot have local posts.')
  return `${account.name}/${location.name}`
}

function postOf(context: Context): Post {
  const post = context.store.posts.get(
    `${locationOf(context)}/localPosts/${context.params['post']}`,
  )
  if (!post) throw notFound()
  return post
}

const Recurring = z.object({ event: z.object({ recurrenceInfo: z.looseObject({}) }) })

export function stateNow(post: Post, now: number) {
  if (now < post.ready_at) return 'PROCESSING'
  if (post.rejected) return 'REJECTED'
  const { scheduledTime } = post.body
  const scheduled = typeof scheduledTime === 'string' && Date.parse(scheduledTime) > now
  if (scheduled) return 'SCHEDULED'
  return Recurring.safeParse(post.body).success ? 'RECURRING' : 'LIVE'
}

function shown({ service, person, now, look }: Context, post: Post) {
  const { media: _, summary, ...body } = post.body
  const noAddress = takeSpecial(service.faults, person, 'no_address')
  return {
    name: post.name,
    ...body,
    ...(typeof summary === 'string' && { summary: look.text(summary, post.name) }),
    ...(post.media.length && {
      media: post.media.map(({ id }) => ({
        name: `${post.location}/media/localPosts/${id}`,
        mediaFormat: 'PHOTO',
        googleUrl: `${service.options.url}/web/media/${id}`,
      })),
    }),
    state: stateNow(post, now),
    ...(!noAddress && { searchUrl: searchUrl(service.options.url, post) }),
    createTime: new Date(post.created_at).toISOString(),
    updateTime: new Date(post.updated_at).toISOString(),
  }
}

export const searchUrl = (url: string, { name }: Post) =>
  `${url}/web/local/place/posts?lpsid=${name.split('/').at(-1)}`
