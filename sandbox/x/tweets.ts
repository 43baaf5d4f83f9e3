/** Creating and deleting posts (docs/facts/x.md §2, §4, §5). */
import { checkContent, createSchema, type Creation } from './creation.ts'
import { takeSpecial } from './faults.ts'
import { paramId } from './fields.ts'
import { prices } from './limits.ts'
import { isReady } from './processing.ts'
import * as refusal from './refusal.ts'
import { readJson } from './requests.ts'
import { ok, type Answer, type Call, type Context } from './service.ts'
import { shortLink, written } from './view.ts'
import { findLinks } from './weight.ts'
import type { Media, Tweet } from './state.ts'
import { addTweet, isDuplicate, nextId, removeTweet } from './store.ts'

/** "Recent" is not said anywhere; hours by all reports. */
/** Until August 2026 140 s; since then 20 minutes without Premium and 125 with it. */
const videoMinutes = { standard: 20, premium: 125 }

export const tweetCalls: Call[] = [
  {
    method: 'POST',
    path: '/2/tweets',
    on: 'post',
    limit: 'create',
    scopes: ['tweet.write', 'users.read', 'tweet.read'],
    run: (context) => create(context, readJson(context.request, createSchema)),
  },
  {
    method: 'DELETE',
    path: '/2/tweets/:id',
    on: 'delete',
    limit: 'delete',
    scopes: ['tweet.write', 'users.read', 'tweet.read'],
    run: remove,
  },
]

function create(context: Context, creation: Creation): Answer {
  const { service, store, person, grant, now } = context
  const text = creation.text.normalize('NFC')
  // A t.co link that somebody pasted is not wrapped once more.
  const links = findLinks(text).map((link) => {
    return { ...link, short: isWrapped(link) ? link.url : shortLink() }
  })
  checkContent(creation, text, person.premium)
  const parent = parentOf(context, creation)
  const media = mediaOf(context, creation.media?.media_ids ?? [])
  // Quoting others is Enterprise only since 2026-04-20; editing is not emulated.
  if (creation.quote_tweet_id || creation.edit_options) throw refusal.forbidden()

  const { text: _, media: __, reply: ___, ...extra } = creation
  const id = nextId(store, now)
  const tweet: Tweet = {
    id,
    author_id: person.id,
    client_id: grant.client_id,
    text,
    created_at: now,
    links,
    media: media.map(({ id: media_id, media_key, mime_type, bytes, alt_text }) => {
      return { id: media_id, media_key, mime_type, bytes, alt_text }
    }),
    media_short: media.length ? shortLink() : null,
    reply_to: parent?.id ?? null,
    conversation_id: parent?.conversation_id ?? id,
    replies: 0,
    extra,
    price: links.length ? prices.post_with_url : prices.post,
  }
  if (isDuplicate(context.store, tweet)) throw refusal.duplicate()
  addTweet(store, tweet)
  service.options.made?.(id)
  if (parent) parent.replies += 1
  store.spent += tweet.price
  const history = context.postDialect ? 'edit_history_post_ids' : 'edit_history_tweet_ids'
  const answered = written(tweet, person.username).text
  return { status: 201, body: { data: { id, text: answered, [history]: [id] } } }
}

/** One's own posts, and those that mention oneself: everything else is a reply nobody asked for. */
function parentOf({ store, person }: Context, { reply }: Creation): Tweet | undefined {
  if (!reply) return undefined
  const parent = store.tweets.get(reply.in_reply_to_tweet_id)
  if (!parent)
    throw refusal.forbidden(
      'You attempted to reply to a Tweet that is deleted or not visible to you.',
    )
  const summons = new RegExp(`(?<![\\w@])@${person.username}(?!\\w)`, 'i')
  if (parent.author_id !== person.id && !summons.test(parent.text)) throw refusal.notSummoned()
  return parent
}

/** "Up to 4 photos or 1 GIF or 1 video"; ids belong to a user, live 24 hours and must have been processed. */
function mediaOf({ service, store, person, now }: Context, ids: readonly string[]): Media[] {
  const lost = ids.length > 0 && takeSpecial(service.faults, person, 'media_lost')
  const media = lost ? [] : ids.flatMap((id) => store.media.get(id) ?? [])
  const attachable = media.every(
    (one) =>
      one.owners.includes(person.id) && isReady(one, now) && /^(tweet|amplify)_/.test(one.category),
  )
  const alone = media.some(({ category }) => category !== 'tweet_image')
  if (media.length < ids.length || !attachable || (alone && media.length > 1))
    throw refusal.badMedia(ids)
  const video = media.some(({ mime_type }) => mime_type.startsWith('video/'))
  if (video && takeSpecial(service.faults, person, 'video_too_long'))
    throw refusal.videoTooLong(person.premium ? videoMinutes.premium : videoMinutes.standard)
  return media
}

const isWrapped = ({ url }: { url: string }) => /^https?:\/\/t\.co\/[A-Za-z0-9]+$/.test(url)

/** Reports differ on whether a missing post answers 200 or 404; this is the harder one. */
function remove(context: Context): Answer {
  const { service, store, person } = context
  const tweet = store.tweets.get(paramId(context))
  if (!tweet) throw refusal.notFound()
  if (tweet.author_id !== person.id)
    throw refusal.forbidden('You are not authorized to delete this Tweet.')
  service.options.gone?.(tweet.id)
  removeTweet(store, tweet)
  store.spent += prices.delete
  return ok({ data: { deleted: true } })
}
