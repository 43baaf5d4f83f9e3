/** Images, by libvips with every loader closed but four. */
import { readFile } from 'node:fs/promises'
import sharp, { type SharpOptions } from 'sharp'
import { type Format, formats, plain } from './formats.ts'
import { OutOfMemory, type Probed, Refused } from './probed.ts'
import type { Made, Picture, Reshaping, Wish } from './tasks.ts'
import {
  isAnimatedPng,
  isWholeGif,
  isWholeJpeg,
  isWholePng,
  isWholeRiff,
  packedTextOfPng,
} from './whole-images.ts'
import type { Window } from './window.ts'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

// libvips would otherwise open SVG, TIFF, PDF and whatever else it was built with, by content and not by name.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
  ],
})
// Two threads were no faster for one image, and there are as many children as may work at once.
sharp.concurrency(1)
sharp.cache(false)

const PIXEL_LIMIT = 100_000_000
const BYTES_LIMIT = 200 * 1024 * 1024
const OPTIONS: SharpOptions = { limitInputPixels: PIXEL_LIMIT, failOn: 'truncated' }
/** They unfold to a thousand times as much: a second of work, where 1 MB of them took five. */
const PACKED_TEXT_LIMIT = 256 * 1024
const THUMBNAIL_SIDE = 400

const isWhole: Record<ImageFormat, (bytes: Buffer) => boolean> = {
  jpeg: isWholeJpeg,
  png: isWholePng,
  gif: isWholeGif,
  webp: (bytes) => isWholeRiff(bytes.subarray(0, 12), bytes.length),
}

export function isImage(format: Format): format is ImageFormat {
  return format in isWhole
}

/** @throws {Refused} `damaged`, `too_large` */
export async function probeImage(
  path: string,
  format: ImageFormat,
  window: Window,
): Promise<Probed> {
  if (window.size > BYTES_LIMIT) throw new Refused('too_large', 'An image may have up to 200 MB.')
  const bytes = await readFile(path)
  if (format === 'png' && packedTextOfPng(bytes) > PACKED_TEXT_LIMIT) {
    throw new Refused('too_large', 'A PNG may have up to 256 kB of packed text.')
  }
  const metadata = await vips(() => sharp(path, OPTIONS).metadata())
  if (metadata.width * metadata.height > PIXEL_LIMIT) throw tooManyPixels()
  if (metadata.format !== format || !isWhole[format](bytes)) throw incomplete()
  // A header proves nothing; only decoding all of it does.
  await vips(() => sharp(path, OPTIONS).resize(64, 64, { fit: 'inside' }).raw().toBuffer())
  return {
    ...plain('image', formats[format].mime_types[0]),
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    animated: (metadata.pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(bytes)),
  }
}

/** The first frame, at most 400 pixels on either side, as WebP. */
export async function thumbnailOf(path: string): Promise<Picture> {
  const { data, info } = await vips(() =>
    sharp(path, OPTIONS)
      .autoOrient()
      .resize({
        width: THUMBNAIL_SIDE,
        height: THUMBNAIL_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, width: info.width, height: info.height }
}

const QUALITIES = [90, 82, 74, 66]
const SMALLER = 0.8
/** What is cut is uploaded once more by platforms that weaken it themselves. */
const ENCODING = { jpeg: { quality: 92 }, webp: { quality: 92 }, png: {} } as const
const SMALLEST_SIDE = 16

/** Lowers the quality first and the size after that, until `max_bytes` fit. @throws {Refused} `damaged`, `too_large` */
export async function convertImage(path: string, wish: Wish): Promise<Picture> {
  const { autoOrient } = await vips(() => sharp(path, OPTIONS).metadata())
  let { width, height } = boxOf(autoOrient, wish)
  while (Math.max(width, height) >= SMALLEST_SIDE || width === autoOrient.width) {
    for (const quality of QUALITIES) {
      const picture = await jpeg(path, { width, height, quality })
      if (picture.bytes.length <= (wish.max_bytes ?? Infinity)) return picture
    }
    width = Math.max(1, Math.round(width * SMALLER))
    height = Math.max(1, Math.round(height * SMALLER))
  }
  throw new Refused('too_large', `The image cannot be brought down to ${wish.max_bytes} bytes.`)
}

/** What the picture has to lie inside of. */
function boxOf({ width, height }: { width: number; height: number }, wish: Wish) {
  const { max_width = Infinity, max_height = Infinity, max_short_side = Infinity } = wish
  const scale = Math.min(1, max_short_side / Math.min(width, height))
  return {
    width: Math.min(Math.round(width * scale), max_width),
    height: Math.min(Math.round(height * scale), max_height),
  }
}

async function jpeg(
  path: string,
  { width, height, quality }: { width: number; height: number; quality: number },
): Promise<Picture> {
  const { data, info } = await vips(() =>
    sharp(path, OPTIONS)
      // The output carries no EXIF, so a picture that is not turned now stays turned wrongly.
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      // What is transparent would become black.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, width: info.width, height: info.height }
}

/** Turned, cut, in another format; all at its full size, without what the camera wrote beside it. @throws {Refused} `damaged`, `too_large` */
export async function reshapeImage(
  path: string,
  { rotate, crop, format }: Reshaping,
): Promise<Made> {
  const { format: was } = await vips(() => sharp(path, OPTIONS).metadata())
  const to = format ?? (was === 'jpeg' || was === 'webp' ? was : 'png')
  const bytes = await vips(() => {
    const turned = sharp(path, OPTIONS)
      .autoOrient()
      .rotate(rotate ?? 0)
    const cut = crop
      ? turned.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
      : turned
    const plain = to === 'jpeg' ? cut.flatten({ background: '#ffffff' }) : cut
    return plain.toColourspace('srgb').toFormat(to, ENCODING[to]).toBuffer()
  })
  return { bytes, extension: to === 'jpeg' ? 'jpg' : to }
}

/** Gives the library's errors one of our words. */
async function vips<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (/pixel limit/.test(String(error))) throw tooManyPixels()
    if (/memory/.test(String(error))) throw new OutOfMemory(String(error))
    throw incomplete()
  }
}

function tooManyPixels() {
  return new Refused('too_large', `An image may have up to ${PIXEL_LIMIT / 1e6} megapixels.`)
}

function incomplete() {
  return new Refused('damaged', 'The image is damaged or incomplete.')
}
