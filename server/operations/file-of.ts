/** A stored file that may be gone, which is known before anything of it is sent. */
import { type Blobs, NoSuchFile } from '#blobs/blobs.ts'

/** Undefined: there is no such file. */
export async function fileOf(blobs: Pick<Blobs, 'open'>, key: string) {
  const iterator = blobs.open(key)[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    return following(first, iterator)
  } catch (error) {
    if (error instanceof NoSuchFile) return undefined
    throw error
  }
}

async function* following(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await iterator.next()) yield piece.value
  } finally {
    await iterator.return?.()
  }
}
