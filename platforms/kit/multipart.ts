/** Bodies of several parts, of which the last is a file, streamed: it is never in memory as a whole. */
import { randomBytes } from 'node:crypto'

export interface File {
  field: string
  mime_type: string
  bytes: number
  open(): AsyncIterable<Uint8Array>
}

/** multipart/form-data. */
export function multipart(fields: Record<string, string>, file: File) {
  const boundary = newBoundary()
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="file"\r\ncontent-type: ${file.mime_type}\r\n\r\n`,
  )
  return bodyOf('form-data', boundary, head, file)
}

/** multipart/related: what a file is, as JSON, and the file (RFC 2387). */
export function related(resource: object, file: Omit<File, 'field'>) {
  const boundary = newBoundary()
  const head = Buffer.from(
    `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(resource)}\r\n--${boundary}\r\ncontent-type: ${file.mime_type}\r\n\r\n`,
  )
  return bodyOf('related', boundary, head, file)
}

function newBoundary() {
  return `crier${randomBytes(16).toString('hex')}`
}

function bodyOf(
  kind: 'form-data' | 'related',
  boundary: string,
  head: Buffer,
  { bytes, open }: Pick<File, 'bytes' | 'open'>,
) {
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'content-type': `multipart/${kind}; boundary=${boundary}`,
      'content-length': String(head.length + bytes + tail.length),
    },
    body: (async function* () {
      yield head
      yield* open()
      yield tail
    })(),
  }
}
