/** Records as they are written. The same input gives the same record, so that writing it again changes nothing. */
import { z } from 'zod'
import type { PublicationMedia } from '../platform.ts'
import { facets } from './facets.ts'

/** A blob reference in its JSON form. */
export const Blob = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
})
export type Blob = z.output<typeof Blob>

/** What is chosen before the record is written for the first time, and never again. */
export const Key = z.object({
  rkey: z.string(),
  created_at: z.string(),
  /** DIDs of the handles that the text mentions, as far as they exist. */
  mentions: z.record(z.string(), z.string()),
  /** Those of the account's last post, where the author says none. */
  langs: z.array(z.string()).optional(),
})
export type Key = z.output<typeof Key>

export interface Ref {
  uri: string
  cid: string
}

export type Media = Pick<PublicationMedia, 'mime_type' | 'width' | 'height' | 'alt_text'>

export const POST = 'app.bsky.feed.post'
export const GATE = 'app.bsky.feed.threadgate'
export const QUOTE_GATE = 'app.bsky.feed.postgate'

export function postRecord(post: {
  text: string
  key: Key
  langs?: readonly string[] | undefined
  media?: readonly Media[]
  /** One for each of `media`. */
  blobs?: readonly Blob[]
  card?: SavedCard | undefined
  quoted?: Ref | undefined
  /** What its author warns of. */
  labels?: readonly string[]
  reply_to?: { root: Ref; parent: Ref }
}) {
  const { key, langs = key.langs, media = [], blobs = [], card, reply_to } = post
  const { quoted, labels = [] } = post
  const text = post.text.toWellFormed()
  const found = facets(text, key.mentions)
  const beside = media.length > 0 ? embed(media, blobs) : card && external(card)
  const shown = quoted ? quotation(quoted, beside) : beside
  return {
    $type: POST,
    text,
    createdAt: key.created_at,
    ...(langs?.length && { langs }),
    ...(found.length > 0 && { facets: found }),
    ...(reply_to && { reply: reply_to }),
    ...(shown && { embed: shown }),
    ...(labels.length > 0 && { labels: selfLabels(labels) }),
  }
}

/** By the author, in the words that Bluesky's own services give to what they label. */
function selfLabels(labels: readonly string[]) {
  const values = labels.map((val) => ({ val }))
  return { $type: 'com.atproto.label.defs#selfLabels', values }
}

function quotation(quoted: Ref, media: object | undefined) {
  const record = { $type: 'app.bsky.embed.record', record: quoted }
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record
}

export interface SavedCard {
  url: string
  title: string
  description: string
  picture: Blob | null
}

/** Nobody reads the page but whoever posts. */
function external({ url, title, description, picture }: SavedCard) {
  const thumb = picture && { thumb: picture }
  return { $type: 'app.bsky.embed.external', external: { uri: url, title, description, ...thumb } }
}

const RULES = {
  everybody: undefined,
  nobody: [],
  mentioned: [{ $type: `${GATE}#mentionRule` }],
  following: [{ $type: `${GATE}#followingRule` }],
  followers: [{ $type: `${GATE}#followerRule` }],
}

/** Who may reply. It lies under the same key as its post; without `allow` everybody may. */
export function gateRecord(post: string, key: Key, control: keyof typeof RULES) {
  return { $type: GATE, post, allow: RULES[control], createdAt: key.created_at }
}

/** That nobody may quote the post. It lies under the same key too. */
export function quoteGateRecord(post: string, key: Key) {
  const embeddingRules = [{ $type: `${QUOTE_GATE}#disableRule` }]
  return { $type: QUOTE_GATE, post, embeddingRules, createdAt: key.created_at }
}

/** More than these stand in a gallery (lexicon of August 2026). */
const MOST_IMAGES = 4

function embed(media: readonly Media[], blobs: readonly Blob[]) {
  const [first] = media
  if (first?.mime_type.startsWith('video/')) {
    return { $type: 'app.bsky.embed.video', video: blobs[0], ...described(first) }
  }
  if (media.length > MOST_IMAGES) {
    const items = media.map((image, index) => ({
      $type: 'app.bsky.embed.gallery#image',
      image: blobs[index],
      // Required there; a square where it was never measured.
      aspectRatio: { width: 1, height: 1 },
      ...described(image),
    }))
    return { $type: 'app.bsky.embed.gallery', items }
  }
  const images = media.map((image, index) => ({ image: blobs[index], ...described(image) }))
  return { $type: 'app.bsky.embed.images', images }
}

/** Alt text is required, if only as an empty string; a zero in the aspect ratio makes a record invalid. */
function described({ alt_text, width, height }: Media) {
  const alt = (alt_text ?? '').toWellFormed()
  return { alt, ...(width && height && { aspectRatio: { width, height } }) }
}
