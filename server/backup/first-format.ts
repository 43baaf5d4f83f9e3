/**
 * Backups as they were written at first: the last entry of the tar holds one digest of all before it, so that all has to be
 * read before anything of it can be used.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { altered, BackupError, type Contents, type Piece, thingOf, unreadable } from './contents.ts'

const END = 'end.json'
const End = z.object({ entries: z.int(), sha256: z.string() })

const PIECE = 4 * 1024 * 1024

/** Fails with a BackupError, at the latest behind its last thing, where the file is not as it was written. */
export async function firstFormat(path: string): Promise<Contents> {
  let manifest: Piece | undefined
  for await (const piece of piecesIn(path)) manifest ??= piece
  if (!manifest) throw new BackupError(`${path} is no backup of Crier.`)
  return {
    manifest,
    things: () => thingsIn(path),
    inOrder: true,
    async [Symbol.asyncDispose]() {},
  }
}

function digesting() {
  const hash = createHash('sha256')
  let entries = 0
  return {
    add(name: string, chunks: readonly Uint8Array[]) {
      entries += 1
      const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      hash.update(`${name}\n${size}\n`)
      for (const chunk of chunks) hash.update(chunk)
    },
    end: () => ({ entries, sha256: hash.digest('hex') }),
  }
}

async function* piecesIn(path: string): AsyncGenerator<Piece> {
  const tar = extract()
  const digest = digesting()
  const reading = pipeline(createReadStream(path, { highWaterMark: PIECE }), tar)
  // Told by the loop as well.
  reading.catch(() => undefined)
  let end: z.output<typeof End> | undefined
  try {
    for await (const entry of tar) {
      if (end) throw altered(path)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(z.instanceof(Buffer).parse(chunk))
      const { name } = entry.header
      if (name === END) end = End.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      else {
        digest.add(name, chunks)
        yield { name, bytes: Buffer.concat(chunks) }
      }
    }
    await reading
  } catch (error) {
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error
    throw new BackupError(unreadable(path), { cause: error })
  } finally {
    tar.destroy()
  }
  if (!end) throw new BackupError(`${path} is cut short: its end is missing.`)
  const { entries, sha256 } = digest.end()
  if (end.entries !== entries || end.sha256 !== sha256) throw altered(path)
}

/** Tables and files, each with its pieces. */
async function* thingsIn(path: string) {
  const pieces = piecesIn(path)
  let next = await pieces.next()
  try {
    while (!next.done) {
      const name = thingOf(next.value.name)
      const bytes = async function* () {
        while (!next.done && thingOf(next.value.name) === name) {
          yield next.value.bytes
          next = await pieces.next()
        }
      }
      if (name !== '') yield { name, bytes }
      // What nobody wanted is passed over.
      for await (const _ of bytes());
    }
  } finally {
    await pieces.return(undefined)
  }
}
