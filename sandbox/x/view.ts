/** A post as reads show it: HTML-escaped, its links behind t.co, in either dialect of field names. */
import { randomBytes } from 'node:crypto'
import type { Look } from '../kit/shown.ts'
import { count, type Counter } from './metrics.ts'
import { pollOf } from './polls.ts'
import type { Tweet } from './state.ts'
import { findLinks } from './weight.ts'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** 23 characters, as every link counts. */
export function shortLink(): string {
  const name = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length])
  return `https://t.co/${name.join('')}`
}

export interface ViewOptions {
  username: string
  fields: ReadonlySet<string>
  now: number
  postDialect: boolean
  parent: Tweet | undefined
  look: Look
}

export function view(tweet: Tweet, options: ViewOptions) {
  const { username, fields, now, postDialect, parent, look } = options
  const { text, urls } = written(oddly(tweet, look), username)
  const poll = pollOf(tweet)
  const counted = (name: Counter) => count(tweet, name, now)
  const own = (name: string) => (postDialect ? name.replaceAll('tweet', 'post') : name)
  const asked = (name: string) => fields.has(name) || fields.has(own(name))
  const when = (name: string, value: unknown) => (asked(name) ? { [own(name)]: value } : {})
  return {
    id: tweet.id,
    text,
    [own('edit_history_tweet_ids')]: [tweet.id],
    ...when('author_id', tweet.author_id),
    ...when('created_at', toSecond(tweet.created_at)),
    ...when('conversation_id', tweet.conversation_id),
    ...when('reply_settings', tweet.extra['reply_settings'] ?? 'everyone'),
    ...when('possibly_sensitive', false),
    // Deprecated in specification 2.167, and told all the same.
    ...when('source', appName(tweet.client_id)),
    ...(parent ? when('in_reply_to_user_id', parent.author_id) : {}),
    ...(tweet.reply_to
      ? when('referenced_tweets', [{ type: 'replied_to', id: tweet.reply_to }])
      : {}),
    ...(tweet.extra['reposted']
      ? when('referenced_tweets', [{ type: 'retweeted', id: tweet.extra['reposted'] }])
      : {}),
    ...(urls.length ? when('entities', { urls }) : {}),
    ...(tweet.media.length
      ? when('attachments', { media_keys: tweet.media.map(({ media_key }) => media_key) })
      : {}),
    ...(poll ? when('attachments', { poll_ids: [poll.id] }) : {}),
    ...when('public_metrics', {
      [postDialect ? 'repost_count' : 'retweet_count']: counted('retweets'),
      reply_count: counted('replies'),
      like_count: counted('likes'),
      quote_count: counted('quote_tweets'),
      bookmark_count: counted('bookmarks'),
      impression_count: counted('impressions'),
    }),
    ...when('non_public_metrics', {
      impression_count: counted('impressions'),
      engagements: counted('engagements'),
      url_link_clicks: counted('url_clicks'),
      user_profile_clicks: counted('user_profile_clicks'),
    }),
  }
}

/** The name that its developer gave it; a client's number is told to nobody. */
function appName(client_id: string) {
  const words = client_id.replaceAll(/[-_]+/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Creation times are told to the second. */
export function toSecond(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString()
}

/** The same post as one look shows it: what is a link in the text that is shown is behind t.co there. */
function oddly(tweet: Tweet, look: Look): Tweet {
  const text = look.text(tweet.text, tweet.id)
  if (text === tweet.text) return tweet
  const links = findLinks(text.normalize('NFC')).map((link, index) => ({
    ...link,
    short: tweet.links[index]?.short ?? link.url,
  }))
  return { ...tweet, text: text.normalize('NFC'), links }
}

/** Offsets count code points of the written text, as the entities of the API do. */
export function written(tweet: Tweet, username: string) {
  const urls: object[] = []
  let text = ''
  let length = 0
  const write = (piece: string) => {
    const start = length
    text += piece
    for (const _ of piece) length += 1
    return { start, end: length }
  }
  let at = 0
  for (const { start, end, url, short } of tweet.links) {
    write(escapeText(tweet.text.slice(at, start)))
    const expanded_url = /^https?:/i.test(url) ? url : `http://${url}`
    urls.push({ ...write(short), url: short, expanded_url, display_url: display(url) })
    at = end
  }
  write(escapeText(tweet.text.slice(at)))
  if (tweet.media_short) {
    if (tweet.text) write(' ')
    const place = write(tweet.media_short)
    const kind = tweet.media[0]?.mime_type.startsWith('video/') ? 'video' : 'photo'
    const expanded_url = `https://x.com/${username}/status/${tweet.id}/${kind}/1`
    const display_url = tweet.media_short.replace('https://t.co/', 'pic.x.com/')
    for (const { media_key } of tweet.media)
      urls.push({ ...place, url: tweet.media_short, expanded_url, display_url, media_key })
  }
  return { text, urls }
}

function escapeText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function display(url: string) {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, '')
  return bare.length > 27 ? `${bare.slice(0, 26)}…` : bare
}
