/** multipart/form-data with one file, streamed: a file is never in memory as a whole. */
import { randomBytes } from 'node:crypto'

export interface File {
  field: string
  mime_type: string
  bytes: number
  open(): AsyncIterable<Uint8Array>
}

export function multipart(fields: Record<string, string>, file: File) {
  const boundary = `crier${randomBytes(16).toString('hex')}`
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="file"\r\ncontent-type: ${file.mime_type}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.bytes + tail.length),
    },
    body: (async function* () {
      yield head
      yield* file.open()
      yield tail
    })(),
  }
}
