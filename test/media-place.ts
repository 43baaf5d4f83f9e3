/** Media as a platform wants them in tests: in a format it takes, and at an address it can fetch from. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import sharp from 'sharp'
import type { Manifest, PublicationMedia } from '#platforms/platform.ts'
import { makePng } from './png.ts'

export interface MediaPlace extends AsyncDisposable {
  /** Where these bytes can be fetched from now on. */
  put(bytes: Buffer, mime_type: string): string
}

export async function openMediaPlace(): Promise<MediaPlace> {
  const files: { bytes: Buffer; mime_type: string }[] = []
  const server = createServer((request, response) => {
    const file = files[Number(request.url?.slice(1))]
    if (!file) return response.writeHead(404).end()
    const { bytes, mime_type } = file
    return response
      .writeHead(200, { 'content-type': mime_type, 'content-length': bytes.length })
      .end(request.method === 'HEAD' ? undefined : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return {
    put(bytes, mime_type) {
      const url = `http://127.0.0.1:${address.port}/${files.length}`
      files.push({ bytes, mime_type })
      return url
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Pictures as JPEG where PNG is not taken, and large where small ones are refused; at most as many as fit a post. */
export async function presented(
  place: MediaPlace,
  { id, media: { image } }: Manifest,
  media: readonly PublicationMedia[],
): Promise<PublicationMedia[]> {
  return Promise.all(
    media.map(async (one) => {
      if (one.mime_type !== 'image/png') return { ...one, ...(await placed(place, one)) }
      if (wantLarge.has(id)) return { ...one, ...(await large(place, one.id)) }
      if (image?.types.includes('image/png')) return { ...one, ...(await placed(place, one)) }
      const bytes = await sharp(await bytesOf(one))
        .jpeg()
        .toBuffer()
      return { ...one, ...fileOf(place, bytes, 'image/jpeg') }
    }),
  )
}

/** Platforms that refuse pictures of a few pixels or bytes. */
const wantLarge = new Set(['google_business'])

async function large(place: MediaPlace, seed: number) {
  const size = { width: 400, height: 300 }
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 40 } as const
  const background = { r: 0, g: 0, b: 0 }
  const image = sharp({ create: { ...size, channels: 3, background, noise } })
  return { ...size, ...fileOf(place, await image.png().toBuffer(), 'image/png') }
}

async function placed(place: MediaPlace, media: PublicationMedia) {
  return { url: place.put(await bytesOf(media), media.mime_type) }
}

function fileOf(place: MediaPlace, bytes: Buffer, mime_type: string) {
  return {
    mime_type,
    size_bytes: bytes.length,
    url: place.put(bytes, mime_type),
    async *open(range = { start: 0, end: bytes.length }) {
      yield bytes.subarray(range.start, range.end)
    },
  }
}

export async function bytesOf(media: PublicationMedia): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of media.open()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Different pictures with different alternative texts. */
export function pictures(count: number): PublicationMedia[] {
  return Array.from({ length: count }, (_, index) => {
    const bytes = makePng({ width: 32, height: 24, seed: index })
    return {
      id: index + 1,
      mime_type: 'image/png',
      size_bytes: bytes.length,
      width: 32,
      height: 24,
      duration: null,
      alt_text: `Picture ${index + 1}, grün & <gold>`,
      url: undefined,
      async *open(range = { start: 0, end: bytes.length }) {
        yield bytes.subarray(range.start, range.end)
      },
    }
  })
}

/** A video by its beginning, and of a size that no platform finds too small. */
export function clip(): PublicationMedia {
  const bytes = Buffer.alloc(80_000, 7)
  bytes.write('\0\0\0\u0018ftypmp42', 0, 'latin1')
  return {
    id: 100,
    mime_type: 'video/mp4',
    size_bytes: bytes.length,
    width: 640,
    height: 360,
    duration: 4,
    alt_text: null,
    url: undefined,
    async *open(range = { start: 0, end: bytes.length }) {
      yield bytes.subarray(range.start, range.end)
    },
  }
}
