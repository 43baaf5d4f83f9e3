/** A zip that is written while it is read: one entry after the other, and none of them held whole. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Entry } from './archive.ts'

/** Whoever stops reading destroys it. What breaks off in an entry breaks it off: half a zip opens nowhere. */
export function zipOf(entries: AsyncIterable<Entry>, mtime: Date): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream
  if (!(out instanceof Readable)) throw new Error('yazl writes to a stream of another kind.')
  zip.on('error', (error: Error) => out.destroy(error))
  const closed = once(out, 'close').then(() => {
    throw new Error('Nobody reads on.')
  })
  closed.catch(() => {})

  async function write() {
    for await (const { name, bytes, packed } of entries) {
      const source = Readable.from(bytes, { objectMode: false })
      try {
        const read = once(source, 'end')
        zip.addReadStream(source, name, { compress: !packed, mtime })
        await Promise.race([read, closed])
      } finally {
        source.destroy()
      }
    }
    zip.end()
  }

  void write().catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return out
}
