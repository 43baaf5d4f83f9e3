/** What will be a post: made first, and seen by nobody until it is published. */
import { z } from 'zod'
import { checkOptions, checkText } from './checks.ts'
import { takeSpecial } from './faults.ts'
import { sizeOf, type Size } from '../kit/picture-size.ts'
import { checkPlace } from './places.ts'
import { release } from './posts.ts'
import { pull } from './pulling.ts'
import { invalid, mediaNotFound } from './refusal.ts'
import { ownOnly, type Call, type Context } from './service.ts'
import { nextId, statusOf, type Container, type Medium } from './store.ts'

const DAY = 86_400_000
const SLOW = 30_000
const KEPT = 5 * 1024 * 1024

const kinds = z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'])
/** Kept as they are, to be shown. */
const extras = [
  'reply_control',
  'link_attachment',
  'topic_tag',
  'quote_post_id',
  'is_spoiler_media',
  'poll_attachment',
  'text_attachment',
  'gif_attachment',
  'is_ghost_post',
  'location_id',
  'text_entities',
]

export const containerCalls: Call[] = [
  {
    method: 'POST',
    path: '/:id/threads',
    on: 'upload',
    scope: 'threads_content_publish',
    run: create,
  },
]

async function create(context: Context) {
  const { store, given, person, now, service } = context
  ownOnly(context)
  const media_type = kinds.safeParse(given['media_type']).data
  if (!media_type) throw invalid('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}')
  const text = given['text'] ?? ''
  checkText(given, media_type, text)
  checkOptions(given, media_type)
  checkPlace(context)
  const reply_to = given['reply_to_id'] ?? null
  if (reply_to !== null) {
    const early = takeSpecial(service.faults, person, 'parent_late')
    if (early || !store.posts.some(({ id }) => id === reply_to)) throw mediaNotFound()
  }
  const id = nextId(store)
  const { media, error } = await mediaFor(context, media_type, id)
  const slow = media_type !== 'TEXT' && takeSpecial(service.faults, person, 'container_slow')
  store.containers = store.containers.filter(({ created_at }) => created_at > now - 3 * DAY)
  const container: Container = {
    id,
    owner: person.id,
    media_type,
    item: given['is_carousel_item'] === 'true',
    text,
    media,
    reply_to,
    extra: Object.fromEntries(
      extras.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ),
    created_at: now,
    ready_at: now + (slow ? SLOW : 0),
    error,
    published: false,
  }
  store.containers.push(container)
  // "Published automatically when a container is created": what is answered then is the post.
  if (media_type === 'TEXT' && given['auto_publish_text'] === 'true')
    return { id: release(context, container) }
  return { id }
}

async function mediaFor(
  context: Context,
  media_type: z.output<typeof kinds>,
  id: string,
): Promise<{ media: Medium[]; error: string | null }> {
  const { given, service, person } = context
  if (media_type === 'TEXT') return { media: [], error: null }
  if (media_type === 'CAROUSEL') return { media: childrenOf(context), error: null }
  const kind = media_type === 'IMAGE' ? 'image' : 'video'
  const url = given[`${kind}_url`]
  if (url === undefined || !URL.canParse(url)) throw invalid(`Param ${kind}_url is required`)
  const failing = takeSpecial(service.faults, person, 'download_failed')
  const pulled = failing ? undefined : await pull(kind, url)
  // Not refused at once: the container is made, and says later what became of it.
  if (!pulled)
    return { media: [], error: kind === 'video' ? 'FAILED_DOWNLOADING_VIDEO' : 'UNKNOWN' }
  const size = pulled.bytes && sizeOf(pulled.bytes)
  if (size && isTooLong(size)) return { media: [], error: 'INVALID_ASPEC_RATIO' }
  if (pulled.bytes && pulled.size <= KEPT) service.images.set(id, pulled.bytes)
  const alt_text = given['alt_text'] ?? null
  return { media: [{ id, mime_type: pulled.mime_type, bytes: pulled.size, alt_text }], error: null }
}

/** "Aspect ratio limit: 10:1", either way round. */
function isTooLong({ width, height }: Size): boolean {
  return Math.max(width, height) > 10 * Math.min(width, height)
}

function childrenOf({ store, given, person, now }: Context): Medium[] {
  const ids = (given['children'] ?? '').split(',').filter(Boolean)
  if (ids.length < 2 || ids.length > 20)
    throw invalid('Param children must have between 2 and 20 ids')
  return ids.flatMap((id) => {
    const child = store.containers.find((each) => each.id === id && each.owner === person.id)
    if (!child?.item || statusOf(child, now) !== 'FINISHED') throw mediaNotFound()
    return child.media
  })
}
