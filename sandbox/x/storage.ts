/** Where uploads live: 24 hours as records, and the last small images as bytes. */
import { checkKind, kinds, mediaLife, type Category } from './processing.ts'
import { notFound } from './refusal.ts'
import type { Context } from './service.ts'
import type { Media } from './state.ts'
import { nextId } from './store.ts'

const mostImages = 100
const mostKept = 5 * 1024 * 1024

export function openMedia(
  { store, person, now }: Context,
  asked: {
    mime_type: string
    bytes: number
    category: Category
    additional_owners: readonly string[]
  },
): Media {
  const { additional_owners, ...kind } = asked
  checkKind(kind.category, kind.mime_type, kind.bytes, person.premium)
  for (const [id, { until }] of store.media) {
    if (until > now) break
    store.media.delete(id)
    store.chunks.delete(id)
  }
  const id = nextId(store, now)
  const media: Media = {
    ...kind,
    id,
    media_key: `${kinds[kind.category].key}_${id}`,
    owners: [person.id, ...additional_owners],
    segments: {},
    head: '',
    alt_text: null,
    until: now + mediaLife * 1000,
    finalized_at: null,
    ready_at: 0,
    failure: null,
  }
  store.media.set(id, media)
  return media
}

/** The uploader's own, for 24 hours. */
export function mediaOf({ store, person, now }: Context, id: string): Media {
  const media = store.media.get(id)
  if (media?.owners[0] !== person.id || media.until <= now) throw notFound()
  return media
}

export function told({ id, media_key, bytes: size, until }: Media, now: number) {
  return { id, media_key, size, expires_after_secs: Math.floor((until - now) / 1000) }
}

export const isKept = ({ mime_type, bytes: size }: Media) =>
  mime_type.startsWith('image/') && size <= mostKept

export function keep({ store }: Context, media: Media, content: Buffer) {
  if (!isKept(media) || content.length !== media.bytes) return
  store.images.set(media.id, content)
  const [oldest] = store.images.keys()
  if (store.images.size > mostImages && oldest) store.images.delete(oldest)
}
