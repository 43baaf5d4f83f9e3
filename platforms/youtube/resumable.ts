/**
 * The resumable upload. The video comes into being with its last byte, and its session can be asked at any time how much it
 * holds: so a lost answer is never guessed about, and nothing is ever sent from where we believe to be.
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol, read 2026-11-20.
 */
import { z } from 'zod'
import { type Answer, doubt } from '../kit/http.ts'
import { Failure, type PublicationMedia } from '../platform.ts'
import { apiOf, refused, send, type Access, videoIn } from './api.ts'

/** Every chunk but the last must be a multiple of 256 KiB long, wherever it begins. */
export const CHUNK = 32 * 262_144
const CHUNK_TIMEOUT = 10 * 60_000
/** Waits after a chunk that was lost, until one gets through again. */
const WAITS = [1000, 4000, 15_000]

export const Video = z.object({ id: z.string().min(1) })

export type Progress =
  | { at: number }
  | { video: z.output<typeof Video> }
  /** The session is unknown: it ended, or never was. */
  | 'gone'

/** Opens a session; its address is the only handle on what follows. */
export async function open(
  access: Access,
  { path, resource, media }: { path: string; resource: object; media: PublicationMedia },
): Promise<string> {
  const answer = await send(access, {
    purpose: 'prepare',
    method: 'POST',
    url: apiOf(access) + path,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(media.size_bytes),
      'x-upload-content-type': media.mime_type,
    },
    body: JSON.stringify(resource),
  })
  if (answer.status < 200 || answer.status > 299) throw refused(access, answer)
  return checked(access, answer.headers.get('location') ?? '')
}

/** One API under two names: the first in the guides, the second in the description. */
const GOOGLE = ['https://www.googleapis.com', 'https://youtube.googleapis.com']

/** The address comes from an answer: it is followed to the host of the API only. */
function checked(access: Access, address: string): string {
  const own = new URL(apiOf(access)).origin
  const known = GOOGLE.includes(own) ? GOOGLE : [own]
  if (URL.canParse(address) && known.includes(new URL(address).origin)) return address
  const message = 'YouTube gave no usable address to upload the video to.'
  throw new Failure('later', 'unreadable_answer', message)
}

/** How far the session has come. */
export async function probe(access: Access, uri: string, size: number): Promise<Progress> {
  const answer = await send(access, {
    purpose: 'read',
    method: 'PUT',
    url: checked(access, uri),
    headers: { 'content-range': `bytes */${size}`, 'content-length': '0' },
    body: '',
  })
  return progress(access, answer)
}

/** Sends what is missing until the video is there. `gone`: the session made no video, and never will. */
export async function complete(
  access: Access,
  uri: string,
  media: PublicationMedia,
): Promise<z.output<typeof Video> | 'gone'> {
  // The last byte makes the video. Once an answer to it is lost, no later refusal tells that there is none.
  const lost: Failure[] = []
  const state = await sendAll(access, uri, media, lost).catch((error: unknown) => {
    throw error instanceof Failure ? (lost[0] ?? error) : error
  })
  if (state === 'gone' && lost[0]) throw lost[0]
  return state
}

async function sendAll(access: Access, uri: string, media: PublicationMedia, lost: Failure[]) {
  let state = await probe(access, uri, media.size_bytes)
  let vain = 0
  while (state !== 'gone' && !('video' in state)) {
    const { at } = state
    const next: Progress | Failure = await chunk(access, uri, media, at).catch((error: unknown) => {
      if (error instanceof Failure && error.kind === 'unknown') return error
      throw error
    })
    if (!(next instanceof Failure)) {
      vain = next !== 'gone' && 'at' in next && next.at <= at ? vain + 1 : 0
      if (vain > WAITS.length) throw stuck()
      state = next
      continue
    }
    if (at + CHUNK >= media.size_bytes) lost.push(next)
    const wait = WAITS[vain]
    vain += 1
    if (wait === undefined || access.tools.signal.aborted) throw next
    await access.tools.sleep(wait)
    state = await probe(access, uri, media.size_bytes)
  }
  return state === 'gone' ? state : state.video
}

async function chunk(access: Access, uri: string, media: PublicationMedia, start: number) {
  const end = Math.min(start + CHUNK, media.size_bytes)
  const answer = await send(access, {
    purpose: 'publish',
    method: 'PUT',
    url: checked(access, uri),
    headers: {
      'content-type': media.mime_type,
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${media.size_bytes}`,
    },
    body: media.open({ start, end }),
    timeout: CHUNK_TIMEOUT,
  })
  if (answer.status === 404 || answer.status === 410) {
    // A gateway's page is no word of YouTube's: the bytes may be there.
    const failure = refused(access, answer)
    if (failure.kind === 'unknown' && answer.text.trim() !== '') throw failure
  }
  return progress(access, answer)
}

/** Of what was acknowledged, never of what was sent: the server may keep less. */
function progress(access: Access, answer: Answer): Progress {
  const { status, headers } = answer
  if (status === 200 || status === 201) return { video: videoIn(access, answer, Video) }
  if (status === 404 || status === 410) return 'gone'
  if (status !== 308) throw refused(access, answer)
  const range = headers.get('range')
  if (range === null) return { at: 0 }
  const last = /^bytes=0-(\d+)$/.exec(range.trim())?.[1]
  if (last === undefined) {
    const message = 'YouTube did not say readably how much of the video it has.'
    throw new Failure(doubt(answer.purpose), 'unreadable_answer', message, { words: range })
  }
  return { at: Number(last) + 1 }
}

function stuck() {
  const message = 'YouTube acknowledges no more of the video. It will be tried again.'
  return new Failure('later', 'upload_lost', message)
}
