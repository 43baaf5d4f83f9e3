/** What will be a post: made first, and seen by nobody until it is published. */
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { pull } from './pulling.ts'
import { graph, invalid, mediaNotFound, missing } from './refusal.ts'
import { people, type Call, type Visit } from './service.ts'
import { lengthOf, linksIn } from './text.ts'
import { nextId, type Container, type Medium } from './world.ts'

const DAY = 86_400_000
const SLOW = 30_000
const KEPT = 5 * 1024 * 1024
const LONGEST = 500

const kinds = z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'])
const controls =
  /^(everyone|accounts_you_follow|mentioned_only|parent_post_author_only|followers_only)$/
/** Kept as they are, to be shown. */
const extras = [
  'reply_control',
  'link_attachment',
  'topic_tag',
  'quote_post_id',
  'is_spoiler_media',
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

async function create(visit: Visit) {
  const { world, given, person, now, service } = visit
  ownOnly(visit)
  const media_type = kinds.safeParse(given['media_type']).data
  if (!media_type) throw invalid('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}')
  const text = given['text'] ?? ''
  checkText(visit, media_type, text)
  checkOptions(given, media_type)
  const reply_to = given['reply_to_id'] ?? null
  if (reply_to !== null && !world.posts.some(({ id }) => id === reply_to)) throw mediaNotFound()
  const id = nextId(world)
  const { media, error } = await mediaFor(visit, media_type, id)
  const slow = media_type !== 'TEXT' && takeSpecial(service.faults, person, 'container_slow')
  world.containers = world.containers.filter(({ created_at }) => created_at > now - 3 * DAY)
  world.containers.push({
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
  })
  return { id }
}

/** `me`, or one's own id. */
export function ownOnly({ params, person }: Visit) {
  const { id = '' } = params
  if (id === 'me' || id === person.id) return
  throw people.some((each) => each.id === id)
    ? graph(403, {
        code: 10,
        message: 'Application does not have permission for this action',
      })
    : missing(id)
}

function checkText({ given }: Visit, media_type: z.output<typeof kinds>, text: string) {
  if (media_type === 'TEXT' && !text.trim()) throw invalid('Param text is required for TEXT')
  if (lengthOf(text) > LONGEST)
    throw invalid(`Param text must be at most ${LONGEST} characters long.`)
  const links = linksIn([text, given['link_attachment'] ?? ''].join(' '))
  if (links.size > 5)
    throw invalid('THREADS_API__LINK_LIMIT_EXCEEDED: a post can have at most 5 unique links.')
}

function checkOptions(given: Record<string, string>, media_type: string) {
  const { reply_control, alt_text, topic_tag, link_attachment, is_carousel_item } = given
  if (reply_control !== undefined && !controls.test(reply_control))
    throw invalid('Param reply_control is not one of its values')
  if (alt_text !== undefined && alt_text.length > 1000)
    throw invalid('Param alt_text must be at most 1000 characters long.')
  if (topic_tag !== undefined && !/^[^.&]{1,50}$/.test(topic_tag))
    throw invalid('Param topic_tag must have 1 to 50 characters and no . or &')
  if (link_attachment !== undefined && (media_type !== 'TEXT' || !URL.canParse(link_attachment)))
    throw invalid('Param link_attachment is for TEXT only')
  if (is_carousel_item === 'true' && (media_type === 'TEXT' || media_type === 'CAROUSEL'))
    throw invalid('Param is_carousel_item is for IMAGE and VIDEO only')
}

async function mediaFor(
  visit: Visit,
  media_type: z.output<typeof kinds>,
  id: string,
): Promise<{ media: Medium[]; error: string | null }> {
  const { given, service, person } = visit
  if (media_type === 'TEXT') return { media: [], error: null }
  if (media_type === 'CAROUSEL') return { media: childrenOf(visit), error: null }
  const kind = media_type === 'IMAGE' ? 'image' : 'video'
  const url = given[`${kind}_url`]
  if (url === undefined || !URL.canParse(url)) throw invalid(`Param ${kind}_url is required`)
  const failing = takeSpecial(service.faults, person, 'download_failed')
  const pulled = failing ? undefined : await pull(kind, url)
  // Not refused at once: the container is made, and says later what became of it.
  if (!pulled)
    return { media: [], error: kind === 'video' ? 'FAILED_DOWNLOADING_VIDEO' : 'UNKNOWN' }
  if (pulled.bytes && pulled.size <= KEPT) service.images.set(id, pulled.bytes)
  const alt_text = given['alt_text'] ?? null
  return { media: [{ id, mime_type: pulled.mime_type, bytes: pulled.size, alt_text }], error: null }
}

function childrenOf({ world, given, person, now }: Visit): Medium[] {
  const ids = (given['children'] ?? '').split(',').filter(Boolean)
  if (ids.length < 2 || ids.length > 20)
    throw invalid('Param children must have between 2 and 20 ids')
  return ids.flatMap((id) => {
    const child = world.containers.find((each) => each.id === id && each.owner === person.id)
    if (!child?.item || statusOf(child, now) !== 'FINISHED') throw mediaNotFound()
    return child.media
  })
}

export function statusOf({ error, published, created_at, ready_at }: Container, now: number) {
  if (published) return 'PUBLISHED'
  if (created_at + DAY <= now) return 'EXPIRED'
  if (error !== null) return 'ERROR'
  return ready_at <= now ? 'FINISHED' : 'IN_PROGRESS'
}
