/** The one picture and the one video of all posts, in the library and in the store. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { insertMedia } from '#store/media.ts'
import { type Kind, kinds } from './kinds.ts'
import { altTextOf } from './texts.ts'

/** Sides and bytes that every platform takes: Google wants 10 KB, TikTok 360 pixels, LinkedIn videos of 75 KB and three seconds. */
const SIDE = 400
const VIDEO_BYTES = 80_000

const files = {
  image: {
    original_name: 'chaos-picture.jpg',
    mime_type: 'image/jpeg',
    width: SIDE,
    height: SIDE,
    duration: null,
  },
  video: {
    original_name: 'chaos-video.mp4',
    mime_type: 'video/mp4',
    width: 640,
    height: 640,
    duration: 4,
  },
} as const

const bytes = { image: await picture(), video: video() }

/** The file and its alt text; undefined where the kind has none. */
export async function seedFile(
  scope: Parameters<typeof insertMedia>[0],
  { number, kind }: { number: number; kind: Kind },
  now: Date,
) {
  const { media } = kinds[kind]
  if (!media) return undefined
  const file = files[media]
  const stored = { blob_key: file.original_name, size_bytes: bytes[media].length, sha256: null }
  const alt_text = altTextOf(number)
  const media_id = await insertMedia(scope, { ...file, ...stored, alt_text }, now)
  return { media_id, alt_text }
}

/** Where the service's blobs on disk look for them. */
export async function writeFiles(data_dir: string) {
  for (const media of ['image', 'video'] as const) {
    const { original_name } = files[media]
    const path = join(data_dir, 'blobs', original_name.slice(0, 2), original_name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes[media])
  }
}

/** Noise, which no format makes small. */
async function picture() {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const background = { r: 0, g: 0, b: 0 }
  const image = sharp({
    create: { width: SIDE, height: SIDE, channels: 3, background, noise },
  })
  return image.jpeg({ quality: 40 }).toBuffer()
}

/** By its beginning: emulators play no videos. */
function video() {
  const file = Buffer.alloc(VIDEO_BYTES, 7)
  file.write('\0\0\0\u0018ftypmp42', 0, 'latin1')
  return file
}
