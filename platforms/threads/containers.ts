/** A post is prepared in a container, which nobody sees and which ends after a day; media are fetched by Threads itself. */
import { z } from 'zod'
import { Failure, type Publication, type PublicationMedia } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import { MOST_MEDIA, Options } from './manifest.ts'
import { notPermitted } from './places.ts'
import { joined, MOST_SPOILERS, placesOf } from './text.ts'

export const Container = z.object({ id: Id, made_at: z.iso.datetime() })
export type Container = z.output<typeof Container>

const Created = z.object({ id: Id })
const Status = z.object({
  id: Id,
  status: z.string(),
  error_message: z.string().nullish().catch(undefined),
})

const HOUR = 3_600_000
/** Seconds between looks; the documents say once a minute, for five minutes at most. */
const PAUSES = [2, 5, 10, 30, 60, 60, 60, 60]

/** Containers live for 24 hours. */
export function isStale({ made_at }: Container, now: Date) {
  return now.getTime() - Date.parse(made_at) > 23 * HOUR
}

/** Threads must be able to fetch each file, so what cannot work is refused before anything is begun. */
export function checkMedia({ media }: Pick<Publication, 'media'>) {
  if (media.length > MOST_MEDIA) {
    const message = `Threads takes ${MOST_MEDIA} pictures and videos in one post.`
    throw new Failure('rejected', 'too_many_media', message)
  }
  if (media.some(({ url }) => url === undefined)) {
    const message =
      'Threads fetches media from this instance, which has no public address. Set BASE_URL to one.'
    throw new Failure('rejected', 'no_public_address', message)
  }
}

/** One of several pictures or videos, ready to be shown. */
export async function makeItem(access: Access, media: PublicationMedia): Promise<Container> {
  return ready(access, await make(access, { ...paramsOf(media), is_carousel_item: 'true' }))
}

/** The whole post, ready to be published. `children` are the containers of several media. */
export async function makePost(
  access: Access,
  publication: Pick<Publication, 'text' | 'media' | 'options'>,
  children: readonly string[],
  reply_to_id?: string,
): Promise<Container> {
  const { text, media, options } = publication
  const { link_attachment, poll, text_attachment, spoilers, is_spoiler_media, ...rest } =
    Options.parse(options)
  const [first] = media
  const text_entities = spoilers?.length ? hidden(spoilers, text) : undefined
  const shared = { ...(text === '' ? {} : { text }), ...rest, text_entities, reply_to_id }
  if (!first) {
    const beside = {
      link_attachment,
      poll_attachment: poll && pollOf(poll.options),
      text_attachment: text_attachment && JSON.stringify(text_attachment),
    }
    return ready(access, await make(access, { media_type: 'TEXT', ...shared, ...beside }))
  }
  const covered = is_spoiler_media ? { is_spoiler_media: 'true' } : {}
  if (media.length === 1)
    return ready(access, await make(access, { ...paramsOf(first), ...shared, ...covered }))
  const several = { media_type: 'CAROUSEL', children: children.join(',') }
  const carousel = { ...several, ...shared, ...covered }
  return ready(access, await make(access, carousel))
}

/** Checked when it was written, unless the text was changed on its way. */
function hidden(passages: readonly string[], text: string) {
  const places = joined(
    passages.flatMap((passage) => {
      const found = placesOf(passage, text)
      if (typeof found !== 'string') return found
      throw shown(`Threads cannot be told where “${passage}” stands in the text`)
    }),
  )
  if (places.length > MOST_SPOILERS)
    throw shown(`Threads hides ${MOST_SPOILERS} places of a text, and not ${places.length}`)
  return JSON.stringify(places.map((place) => ({ entity_type: 'SPOILER', ...place })))
}

function shown(why: string) {
  return new Failure('rejected', 'invalid_options', `${why}, so it would not be hidden.`)
}

const LETTERS = ['a', 'b', 'c', 'd']

function pollOf(answers: readonly string[]) {
  const named = answers.map((answer, index) => [`option_${LETTERS[index]}`, answer])
  return JSON.stringify(Object.fromEntries(named))
}

export async function makeReply(access: Access, text: string, post: string): Promise<Container> {
  return ready(access, await make(access, { media_type: 'TEXT', text, reply_to_id: post }))
}

/** IN_PROGRESS, FINISHED, PUBLISHED, ERROR or EXPIRED. */
export async function statusOf(access: Access, id: string): Promise<z.output<typeof Status>> {
  const params = { fields: 'id,status,error_message' }
  return ask(access, { method: 'GET', path: `/${id}`, params, answer: Status })
}

function paramsOf({ mime_type, url, alt_text }: PublicationMedia) {
  const video = mime_type.startsWith('video/')
  return {
    media_type: video ? 'VIDEO' : 'IMAGE',
    [video ? 'video_url' : 'image_url']: url,
    alt_text: alt_text ?? undefined,
  }
}

async function make(
  access: Access,
  params: Record<string, string | undefined>,
): Promise<Container> {
  const made_at = access.tools.now().toISOString()
  const request = { purpose: 'prepare', method: 'POST', path: '/me/threads', params } as const
  const { id } = await ask(access, { ...request, answer: Created }).catch((error: unknown) => {
    if (params['location_id'] !== undefined) return notPermitted(error)
    throw error
  })
  return { id, made_at }
}

async function ready(access: Access, container: Container): Promise<Container> {
  for (const pause of PAUSES) {
    const { status, error_message } = await statusOf(access, container.id).catch(untold)
    if (status === 'FINISHED' || status === 'PUBLISHED') return container
    if (status === 'ERROR') throw unusable(error_message ?? 'UNKNOWN', access.tools.now())
    if (status === 'EXPIRED') break
    await access.tools.sleep(pause * 1000)
  }
  const message = 'Threads is still working on the media. They will be sent again.'
  throw new Failure('later', 'media_not_ready', message)
}

/** 100/33 right behind its making is no refusal: in outages every read of a container was answered so. */
function untold(error: unknown): { status: string; error_message?: string } {
  if (error instanceof Failure && error.code === 'not_found') return { status: 'IN_PROGRESS' }
  throw error
}

/** What Threads could not do with a file. The misspelling is its own. */
const REASONS: Record<string, string> = {
  FAILED_DOWNLOADING_VIDEO: 'Threads could not fetch a file from this instance. It will try again.',
  FAILED_PROCESSING_AUDIO: 'Threads cannot use the sound of this video.',
  FAILED_PROCESSING_VIDEO: 'Threads cannot use this video. Convert it (MP4, H.264, AAC).',
  INVALID_ASPEC_RATIO: 'The picture or video is too wide or too tall for Threads.',
  INVALID_BIT_RATE: 'The video has more bits a second than Threads takes.',
  INVALID_DURATION: 'The video is longer than Threads takes (five minutes).',
  INVALID_FRAME_RATE: 'The video needs between 23 and 60 frames a second.',
  INVALID_AUDIO_CHANNELS: 'The sound of the video has too many channels.',
  INVALID_AUDIO_CHANNEL_LAYOUT: 'The sound of the video has an unusual layout of channels.',
}

const TWO_MINUTES = 120_000

/** Another container may fare better. */
export const isPassing = (words: string) =>
  words === 'UNKNOWN' || words.startsWith('FAILED_DOWNLOADING')

/** Why media cannot be used, in our words; undefined where Threads gave no reason that we know. */
export const reasonOf = (words: string): string | undefined => REASONS[words]

function unusable(words: string, now: Date) {
  if (words === 'UNKNOWN') {
    const message = 'Threads failed while it worked on the media. They will be sent again.'
    return new Failure('later', 'media_not_prepared', message, { words })
  }
  const message = reasonOf(words) ?? 'Threads cannot use this file.'
  // This instance may be starting again just then.
  if (words.startsWith('FAILED_DOWNLOADING')) {
    const retry_at = new Date(now.getTime() + TWO_MINUTES)
    return new Failure('later', 'media_not_fetched', message, { retry_at, words })
  }
  return new Failure('rejected', 'media_rejected', message, { words })
}
