/** Posts and replies as they are read: one by one, by person, below a post. */
import { z } from 'zod'
import { picked } from './fields.ts'
import { shownExtras } from './long-texts.ts'
import { pollView } from './polls.ts'
import { missing } from './refusal.ts'
import { ownOnly, people, type Service, type Context } from './service.ts'
import type { Post, Store } from './store.ts'

/** Of a person: everything they answered. Of a post: what answers it. */
export function replies(context: Context) {
  const { store, params } = context
  const below = store.posts.find(({ id }) => id === params['id'])
  if (!below) return list(context, true)
  return listed(context, 'replies', (post) => post.reply_to === below.id)
}

/** Answers and their answers, flattened. */
export function conversation(context: Context) {
  const { store, params } = context
  const root = store.posts.find(({ id }) => id === params['id'])
  if (!root) throw missing(params['id'] ?? '')
  const below = (post: Post) => post.reply_to !== null && rootOf(post, store) === root.id
  return listed(context, 'conversation', below)
}

export function list(context: Context, ofReplies: boolean) {
  ownOnly(context)
  const { id } = context.person
  const own = (post: Post) => post.owner === id && (post.reply_to !== null) === ofReplies
  return listed(context, ofReplies ? 'replies' : 'threads', own)
}

/** Newest first, unless `reverse=false` asks for the other way round. */
function listed(context: Context, edge: string, shown: (post: Post) => boolean) {
  const { store, given, service, params, look } = context
  const since = asTime.catch(0).parse(given['since'])
  const until = asTime.catch(Infinity).parse(given['until'])
  const limit = z.coerce.number().int().min(1).max(100).catch(25).parse(given['limit'])
  const all = store.posts.filter(shown)
  const seen = look.list(all.toReversed(), (post) => post)
  const own = given['reverse'] === 'false' ? seen.toReversed() : seen
  const found = own.filter(({ created_at }) => created_at >= since && created_at <= until)
  const from = found.findIndex(({ id }) => id === given['after']) + 1
  const page = found.slice(from, from + limit)
  const data = page.map((post) => picked(given, 'ThreadsPost', view(context, post)))
  const last = page.at(-1)
  if (!last) return { data }
  const cursors = { before: page[0]?.id, after: last.id }
  const more = from + limit < found.length
  const next = `${service.options.url}/api/v1.0/${params['id'] ?? 'me'}/${edge}?after=${last.id}`
  return { data, paging: { cursors, ...(more ? { next } : {}) } }
}

const asTime = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)))

const shownAs = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' }

export function permalinkOf({ options }: Service, post: Post) {
  const username = people.find(({ id }) => id === post.owner)?.username ?? ''
  return `${options.url}/web/@${username}/post/${post.shortcode}`
}

export function view({ service, store, look }: Context, post: Post): Record<string, unknown> {
  const username = people.find(({ id }) => id === post.owner)?.username
  return {
    id: post.id,
    media_product_type: 'THREADS',
    media_type: shownAs[post.media_type],
    media_url: undefined,
    permalink: permalinkOf(service, post),
    owner: { id: post.owner },
    username,
    text: look.text(post.text, post.id) || undefined,
    timestamp: new Date(post.created_at).toISOString().replace(/\.\d+Z$/, '+0000'),
    shortcode: post.shortcode,
    is_quote_post: post.extra['quote_post_id'] !== undefined,
    alt_text: post.media[0]?.alt_text ?? undefined,
    topic_tag: post.extra['topic_tag'],
    location_id: post.extra['location_id'],
    link_attachment_url: post.extra['link_attachment'],
    poll_attachment: pollView(post.extra['poll_attachment'], post.created_at),
    ...shownExtras(post.extra),
    children: undefined,
    has_replies: store.posts.some(({ reply_to }) => reply_to === post.id),
    is_reply: post.reply_to !== null,
    replied_to: post.reply_to === null ? undefined : { id: post.reply_to },
    root_post: post.reply_to === null ? undefined : { id: rootOf(post, store) },
    reply_audience: (post.extra['reply_control'] ?? 'everyone').toUpperCase(),
  }
}

function rootOf(post: Post, store: Store): string {
  const parent = store.posts.find(({ id }) => id === post.reply_to)
  return parent ? rootOf(parent, store) : post.id
}
