/** Containers: what Instagram makes of media and a caption before anything is published. They live for 24 hours. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { retold } from '../kit/failure.ts'
import { ask, callGraph, checkedAddress, type Graph, Id } from '../meta/graph.ts'
import { readsOf } from '../meta/reads.ts'
import { Failure, type Publication, type PublicationMedia } from '../platform.ts'
import { type Options, TAG } from './manifest.ts'
import { graphOf, loginOf, personOf } from './access.ts'

export type Access = AccessTo

const Created = z.object({ id: Id, uri: z.string().nullish() })

/** The only image or reel of a post, with the caption and everything else; a story has none of that. */
export async function singleContainer(access: Access, publication: Publication, options: Options) {
  const [media] = publication.media
  if (!media) throw mediaMissing()
  const { kind, share_to_feed, thumb_offset, cover_url, trial_reel, user_tags, ...shared } = options
  const tagged = { user_tags: user_tags && tagsOf(user_tags, isVideo(media)) }
  if (kind === 'story') {
    const { is_ai_generated } = shared
    return container(access, media, { media_type: 'STORIES', is_ai_generated, ...tagged })
  }
  const trial_params = trial_reel && { graduation_strategy: trial_reel }
  const reel = isVideo(media) ? { share_to_feed, thumb_offset, cover_url, trial_params } : {}
  return container(access, media, { caption: publication.text, ...shared, ...tagged, ...reel })
}

/** On a picture everybody needs a place: who has none stands in a row across its middle. */
function tagsOf(tags: readonly string[], video: boolean) {
  return tags.map((tag, index) => {
    const [, username = '', x, y] = TAG.exec(tag) ?? []
    if (video) return { username }
    if (x !== undefined && y !== undefined) return { username, x: Number(x), y: Number(y) }
    return { username, x: Number(((index + 1) / (tags.length + 1)).toFixed(3)), y: 0.5 }
  })
}

/** One of several; its caption is the parent's. */
export async function childContainer(access: Access, media: PublicationMedia) {
  const id = await container(access, media, { is_carousel_item: true })
  return awaitFinished(access, id)
}

export async function parentContainer(
  access: Access,
  publication: Publication,
  { collaborators, location_id, is_ai_generated }: Options,
  children: readonly string[],
) {
  const shared = { collaborators, location_id, is_ai_generated }
  const form = formOf({ media_type: 'CAROUSEL', caption: publication.text, ...shared })
  return create(access, { ...form, children: children.join(',') })
}

async function container(
  access: Access,
  media: PublicationMedia,
  about: Record<string, unknown>,
): Promise<string> {
  const child = 'is_carousel_item' in about
  if (!isVideo(media)) {
    // "For images … not for reels or stories."
    const alt_text = about['media_type'] === 'STORIES' ? undefined : (media.alt_text ?? undefined)
    return create(access, formOf({ image_url: urlOf(media), alt_text, ...about }))
  }
  const media_type = child ? 'VIDEO' : 'REELS'
  // Facebook Login takes the bytes; Instagram Login fetches only, and so do all children of a carousel.
  if (child || loginOf(access.account) === 'instagram')
    return create(access, formOf({ media_type, video_url: urlOf(media), ...about }))
  const form = formOf({ media_type, upload_type: 'resumable', ...about })
  const { id, uri } = await created(access, form)
  const address = checkedAddress(access.tools, 'rupload', uri ?? '')
  await send(graphOf(access.account, access.tools), address, media)
  return id
}

const MINUTE = 60_000

async function send(graph: Graph, url: string, media: PublicationMedia) {
  await callGraph(graph, 'prepare', {
    method: 'POST',
    url,
    headers: {
      authorization: `OAuth ${graph.token}`,
      offset: '0',
      file_size: String(media.size_bytes),
      'content-type': 'application/octet-stream',
      'content-length': String(media.size_bytes),
    },
    body: media.open(),
    timeout: 20 * MINUTE,
  })
}

const Status = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED']),
  status: z.string().nullish().catch(null),
})

export async function statusOf({ account, tools }: Access, id: string) {
  const read = async (graph: Graph) =>
    ask(graph, {
      purpose: 'read',
      method: 'GET',
      path: `/${id}`,
      query: { fields: 'id,status_code,status' },
      answer: Status,
    })
  try {
    return await read(graphOf(account, tools))
  } catch (error) {
    // Reports of containers that the Page's token does not show, and the person's does.
    const person = personOf(account, tools)
    if (!isUntold(error) || !person) throw error
    return read(person)
  }
}

/** 100/33 says as little as silence: outages have answered every read of a container with it. */
const isUntold = (error: unknown) => error instanceof Failure && error.code === 'not_found'

/** "Once a minute, for no more than five minutes"; long videos take longer, so the pauses grow from 3 s to a minute. */
const FIRST_PAUSE = 3000
const LONGEST = 30 * MINUTE
const LONGEST_UNTOLD = 2 * MINUTE

/** The id, as soon as it may be published or used in a carousel. */
export async function awaitFinished(access: Access, id: string): Promise<string> {
  let waited = 0
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, MINUTE)) {
    const told = await statusOf(access, id).catch((error: unknown) => {
      if (isUntold(error)) return undefined
      throw error
    })
    const { status_code, status } = told ?? {}
    if (status_code === 'FINISHED' || status_code === 'PUBLISHED') return id
    if (status_code && status_code !== 'IN_PROGRESS') throw unusable(status_code, status ?? '')
    if (waited > (told ? LONGEST : LONGEST_UNTOLD)) throw told ? notReady() : await untold(access)
    await access.tools.sleep(Math.round(pause))
    waited += pause
  }
}

function notReady() {
  const message = 'Instagram is still working on the media. They will be looked at again.'
  return new Failure('later', 'media_not_ready', message)
}

/** While another thing is shown to the same token, it is the container that is gone; else it is an outage. */
async function untold({ account, tools }: Access) {
  const graph = graphOf(account, tools)
  if ((await readsOf(graph, `/${account.platform_account_id}/media`)).work) {
    const message = 'Instagram has lost what was prepared. It is prepared again.'
    return new Failure('later', 'container_gone', message)
  }
  const message = 'Instagram does not say what became of the media. They will be looked at again.'
  return new Failure('later', 'container_untold', message)
}

/** What may go better with another container. */
export const isPassing = (words: string) => PASSING.test(words)
const PASSING = /2207001|2207003|2207020|2207032|2207052|2207053|2207077|2207082/

function unusable(status_code: string, words: string) {
  if (status_code === 'EXPIRED' || isPassing(words)) {
    const message = 'Instagram could not prepare the media. They will be prepared again.'
    return new Failure('later', 'container_gone', message, { words })
  }
  const message = 'Instagram cannot use the media. Its words say why.'
  return new Failure('rejected', 'media_rejected', message, { words })
}

async function create(access: Access, form: Record<string, string>): Promise<string> {
  return (await created(access, form)).id
}

async function created({ account, tools }: Access, form: Record<string, string>) {
  try {
    return await ask(graphOf(account, tools), {
      purpose: 'prepare',
      method: 'POST',
      path: `/${account.platform_account_id}/media`,
      form,
      answer: Created,
    })
  } catch (error) {
    const isCovered = error instanceof Failure && form['cover_url'] !== undefined
    if (!isCovered || error.code !== 'media_not_fetched') throw error
    // The video may come as bytes: then it is the cover.
    const what = form['video_url'] === undefined ? 'the cover' : 'the cover, or the video'
    const message = `Instagram could not fetch ${what}. Look whether cover_url leads everybody to a JPEG. It will try again.`
    throw retold(error, { message })
  }
}

/** Absent values and an empty caption are left out; lists are JSON, as Graph wants them in forms. */
function formOf(values: Record<string, unknown>): Record<string, string> {
  const said = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(
    said.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function urlOf({ url }: PublicationMedia): string {
  if (url !== undefined) return url
  const message =
    'Instagram fetches media by itself, and this instance has no address it could fetch from. Set BASE_URL to a public https address.'
  throw new Failure('rejected', 'no_public_address', message)
}

function mediaMissing() {
  const message = 'Instagram takes no post without an image or a video.'
  return new Failure('rejected', 'media_required', message)
}

export const isVideo = ({ mime_type }: PublicationMedia) => mime_type.startsWith('video/')
