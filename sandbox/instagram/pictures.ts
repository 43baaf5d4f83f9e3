/** Instagram fetches media itself; what it accepts of a picture (docs/facts/instagram.md §3). */
import { media } from './refusal.ts'

export interface Pulled {
  bytes: number
  mime_type: string
  /** The picture itself; nothing of a video. */
  image: Buffer | undefined
}

const unfetched = () =>
  media(
    9004,
    2207052,
    'Only photo or video can be accepted as media type. The media could not be fetched from this URI.',
  )

/** What breaks off in the middle was not fetched. */
async function* unbroken(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch {
    throw unfetched()
  }
}

/** "Public, no auth or redirect tricks"; a video is counted and not kept. */
export async function pull(url: string, kind: 'image' | 'video', story = false): Promise<Pulled> {
  if (!/^https?:\/\//.test(url)) throw unfetched()
  const answer = await fetch(url, { redirect: 'error' }).catch(() => undefined)
  if (!answer?.ok || !answer.body) throw unfetched()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of unbroken(answer.body)) {
    // The beginning of a video tells what it is, in however large pieces it comes.
    if (kind === 'image' || bytes < 64) chunks.push(chunk)
    bytes += chunk.length
    if (kind === 'image' && bytes > 9_000_000) throw tooLarge()
  }
  const start = Buffer.concat(chunks)
  if (kind === 'video') {
    checkVideo(start, bytes, story)
    const mime_type = start.toString('latin1', 8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4'
    return { bytes, mime_type, image: undefined }
  }
  checkPicture(start, story)
  return { bytes, mime_type: 'image/jpeg', image: start }
}

const tooLarge = () => media(36000, 2207004, 'The image is too large to download.')

export function checkVideo(start: Buffer, bytes: number, story: boolean) {
  const most = story ? 100_000_000 : 300_000_000
  if (start.toString('latin1', 4, 8) !== 'ftyp' || bytes > most)
    throw media(352, 2207026, 'The video file you selected is in a format that we do not support.')
}

/** Of a story a ratio is only advised. */
function checkPicture(bytes: Buffer, story: boolean) {
  const size = sizeOf(bytes)
  if (!size) throw media(36001, 2207005, 'The image format is not supported.')
  if (bytes.length > 8_000_000) throw tooLarge()
  const ratio = size.width / size.height
  if (!story && (ratio < 0.795 || ratio > 1.915))
    throw media(36003, 2207009, 'The submitted image has an invalid aspect ratio.')
}

/** Of a JPEG: the first start-of-frame says how large it is. */
function sizeOf(bytes: Buffer) {
  if (bytes.toString('hex', 0, 3) !== 'ffd8ff') return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >> 8 !== 0xff) return undefined
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (frame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}
