/** From a stream to a local file, with its digest, in flat memory. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inPieces, storeProblem } from '#blobs/blobs.ts'
import { boundless, type Room, within } from '#blobs/room.ts'
import { type Syncing, syncing } from '#blobs/syncing.ts'

/** A file that arrived whole and belongs to whoever called; disposing removes it, wherever it still is. */
export interface Received extends AsyncDisposable {
  path: string
  size_bytes: number
  /** In hex. */
  sha256: string
}

/** There is more than the limit; what had arrived is gone. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
  readonly limit: number
  constructor(limit: number) {
    super(`More than ${limit} bytes.`)
    this.limit = limit
  }
}

/**
 * Up to here nothing is synced: the store does that when it takes the file over, and what is refused or given up before
 * need never reach the disk, for which every sync of others waits. Of larger files too much would be left to do at the end.
 */
const SMALL = 8 * 1024 * 1024

export async function receive(
  bytes: AsyncIterable<Uint8Array>,
  { folder, limit, room = boundless }: { folder: string; limit: number; room?: Room },
): Promise<Received> {
  const path = join(folder, randomUUID())
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let size_bytes = 0
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await using file = await open(path, 'wx', 0o600)
    let disk: Syncing | undefined
    for await (const { parts, length } of inPieces(within(room, atMost(limit, bytes)))) {
      size_bytes += length
      // Both at once: the digest is ours to reckon while the system writes.
      const writing = file.writev(parts)
      for (const part of parts) hash.update(part)
      if ((await writing).bytesWritten !== length) throw storeProblem(undefined, true)
      if (size_bytes > SMALL) disk ??= syncing(file)
      disk?.wrote(length)
    }
    await disk?.done()
  } catch (error) {
    await remove()
    if (isFull(error)) throw storeProblem(error, true)
    throw error
  }
  return { path, size_bytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: remove }
}

async function* atMost(limit: number, bytes: AsyncIterable<Uint8Array>) {
  let received = 0
  for await (const part of bytes) {
    received += part.length
    if (received > limit) throw new TooLarge(limit)
    yield part
  }
}

/** Left behind by a process that died. */
export async function sweep(folder: string, before: Date) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const about = await stat(path).catch(() => undefined)
    if (about?.isFile() && about.mtime < before) await rm(path, { force: true })
  }
}

function isFull(error: unknown) {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  )
}
