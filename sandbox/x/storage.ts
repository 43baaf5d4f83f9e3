/** Where uploads live: 24 hours as records, and the last small images as bytes. */
import { checkKind, kinds, mediaLife, type Category } from './processing.ts'
import { notFound } from './refusal.ts'
import type { Visit } from './service.ts'
import type { Media } from './state.ts'
import { nextId } from './world.ts'

const mostImages = 100
const mostKept = 5 * 1024 * 1024

export function openMedia(
  { world, person, now }: Visit,
  asked: {
    mime_type: string
    bytes: number
    category: Category
    additional_owners: readonly string[]
  },
): Media {
  const { additional_owners, ...kind } = asked
  checkKind(kind.category, kind.mime_type, kind.bytes, person.premium)
  for (const [id, { until }] of world.media) {
    if (until > now) break
    world.media.delete(id)
    world.chunks.delete(id)
  }
  const id = nextId(world, now)
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
  world.media.set(id, media)
  return media
}

/** The uploader's own, for 24 hours. */
export function mediaOf({ world, person, now }: Visit, id: string): Media {
  const media = world.media.get(id)
  if (media?.owners[0] !== person.id || media.until <= now) throw notFound()
  return media
}

export function told({ id, media_key, bytes: size, until }: Media, now: number) {
  return { id, media_key, size, expires_after_secs: Math.floor((until - now) / 1000) }
}

export const isKept = ({ mime_type, bytes: size }: Media) =>
  mime_type.startsWith('image/') && size <= mostKept

export function keep({ world }: Visit, media: Media, content: Buffer) {
  if (!isKept(media) || content.length !== media.bytes) return
  world.images.set(media.id, content)
  const [oldest] = world.images.keys()
  if (world.images.size > mostImages && oldest) world.images.delete(oldest)
}
