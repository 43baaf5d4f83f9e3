/** Media as a platform wants them in tests: in a format it takes, and at an address it can fetch from. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import sharp from 'sharp'
import type { Manifest, PublicationMedia } from '#platforms/platform.ts'

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

/** Pictures as JPEG where PNG is not taken, one video in their place where no pictures are. */
export async function presented(
  place: MediaPlace,
  { media: { image } }: Manifest,
  media: readonly PublicationMedia[],
): Promise<PublicationMedia[]> {
  if (!image && media.length) return [video(place)]
  return Promise.all(
    media.map(async (one) => {
      const given = await bytesOf(one)
      const png = one.mime_type === 'image/png' && !image?.types.includes('image/png')
      const bytes = png ? await sharp(given).jpeg().toBuffer() : given
      const mime_type = png ? 'image/jpeg' : one.mime_type
      return { ...one, ...fileOf(place, bytes, mime_type) }
    }),
  )
}

/** Enough of an MP4 for whoever looks at its first bytes. */
export function video(place: MediaPlace): PublicationMedia {
  const bytes = Buffer.alloc(4096, 7)
  bytes.write('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1')
  const about = { id: 1, width: 1080, height: 1920, duration: 12, alt_text: null }
  return { ...about, ...fileOf(place, bytes, 'video/mp4') }
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
