/** Bodies around files, made while they are sent: no file is ever in memory as a whole. */
import { randomBytes } from 'node:crypto'
import type { PublicationMedia } from '../platform.ts'

export interface Streamed {
  body: AsyncIterable<Uint8Array>
  headers: Record<string, string>
}

/** JSON in which each `{file: …}` of `parts` stands as a text in base64. */
export function jsonWithFiles(parts: readonly (string | PublicationMedia)[]): Streamed {
  const sizes = parts.map((part) =>
    typeof part === 'string' ? Buffer.byteLength(part) : 4 * Math.ceil(part.size_bytes / 3),
  )
  async function* body() {
    for (const part of parts) {
      if (typeof part === 'string') yield Buffer.from(part)
      else yield* base64(part)
    }
  }
  return { body: body(), headers: headersOf('application/json', sizes) }
}

/** Pieces of base64 can be joined only where three bytes end. */
async function* base64(media: PublicationMedia): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  for await (const piece of media.open()) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3)
    if (whole > 0) yield Buffer.from(bytes.subarray(0, whole).toString('base64'))
    rest = Buffer.from(bytes.subarray(whole))
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'))
}

/** Every field, then the file: S3 ignores what stands behind it. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  media: PublicationMedia,
): Streamed {
  const boundary = `crier-${randomBytes(16).toString('hex')}`
  const head = (name: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"`
  const before = Object.entries(fields)
    .map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`)
    .join('')
  const start = Buffer.from(
    `${before}${head('file')}; filename="video"\r\ncontent-type: ${media.mime_type}\r\n\r\n`,
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body() {
    yield start
    yield* media.open()
    yield end
  }
  const sizes = [start.length, media.size_bytes, end.length]
  return { body: body(), headers: headersOf(`multipart/form-data; boundary=${boundary}`, sizes) }
}

function headersOf(type: string, sizes: readonly number[]): Record<string, string> {
  const length = sizes.reduce((sum, size) => sum + size, 0)
  return { 'content-type': type, 'content-length': String(length) }
}
