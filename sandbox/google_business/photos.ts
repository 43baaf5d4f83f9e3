/** Photos are fetched from where the post says: JPEG or PNG, 10 KB to 5 MB, the short edge 250 pixels at least. */
import { invalid } from './refusal.ts'

const least = 10 * 1024
const most = 5 * 1024 * 1024
const shortest = 250
const patience = 20_000

export async function fetchPhoto(url: string) {
  const bytes = await fetched(url)
  const field = 'media.source_url'
  if (!bytes) throw invalid(field, 'Fetching image failed.', url)
  const photo = sizeOf(bytes)
  if (!photo) throw invalid(field, 'Unsupported image format.', url)
  if (bytes.length < least) throw invalid(field, 'Image is too small in bytes.', url)
  if (bytes.length > most) throw invalid(field, 'Image is too large.', url)
  if (Math.min(photo.width, photo.height) < shortest)
    throw invalid(field, 'Image dimensions are too small.', url)
  return { mime_type: photo.mime_type, bytes }
}

async function fetched(url: string) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) })
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

export function sizeOf(bytes: Buffer) {
  if (bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' && bytes.length > 24)
    return { mime_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { mime_type: 'image/jpeg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
