/**
 * The file of a backup: a tar of pieces, so that other tools can read it, whose last entry holds a digest of all before it.
 * One that was cut short or altered is noticed before anything of it is used.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'

/** Larger things are several entries: no size has to be known before, and none is too large for the format. */
export const PIECE = 4 * 1024 * 1024

const END = 'end.json'
const End = z.object({ entries: z.int(), sha256: z.string() })

/** Something is wrong with the file, or with where it is to go; the message tells a person. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export interface Piece {
  name: string
  bytes: Buffer
}

function digesting() {
  const hash = createHash('sha256')
  let entries = 0
  return {
    add({ name, bytes }: Piece) {
      entries += 1
      hash.update(`${name}\n${bytes.length}\n`).update(bytes)
    },
    end: () => ({ entries, sha256: hash.digest('hex') }),
  }
}

/** Writes the pieces beside `path`, flushes them, and puts the file in its place: it is whole or not there. Answers its size in bytes. */
export async function writeArchive(path: string, pieces: AsyncIterable<Piece>): Promise<number> {
  const part = `${path}.part`
  try {
    await using file = await open(part, 'w', 0o600)
    const tar = pack()
    const digest = digesting()
    const entry = async ({ name, bytes }: Piece) =>
      new Promise<void>((resolve, reject) => {
        tar.entry({ name, size: bytes.length }, bytes, (error) => {
          if (error) reject(error)
          else resolve()
        })
      })
    const fill = async () => {
      for await (const piece of pieces) {
        digest.add(piece)
        await entry(piece)
      }
      await entry({ name: END, bytes: Buffer.from(JSON.stringify(digest.end())) })
      tar.finalize()
    }
    const filled = fill().catch((error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    })
    const written = file.writeFile(bytesOf(tar))
    // Whichever fails first says why.
    const [first] = (await Promise.allSettled([filled, written])).flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    if (first !== undefined) throw first
    await file.sync()
    const { size } = await file.stat()
    await rename(part, path)
    await using folder = await open(dirname(path), 'r')
    await folder.sync()
    return size
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
}

/** The pieces in their order. Fails with a BackupError, at the latest behind the last one, where the file is not as it was written. */
export async function* readArchive(path: string): AsyncGenerator<Piece> {
  const tar = extract()
  const digest = digesting()
  const reading = pipeline(createReadStream(path), tar)
  // Told by the loop as well.
  reading.catch(() => undefined)
  let end: z.output<typeof End> | undefined
  try {
    for await (const entry of tar) {
      if (end) throw altered(path)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(z.instanceof(Buffer).parse(chunk))
      const piece = { name: entry.header.name, bytes: Buffer.concat(chunks) }
      if (piece.name === END) end = endIn(piece.bytes, path)
      else {
        digest.add(piece)
        yield piece
      }
    }
    await reading
  } catch (error) {
    if (error instanceof BackupError || isOfTheDisk(error)) throw error
    throw new BackupError(unreadable(path), { cause: error })
  } finally {
    tar.destroy()
  }
  if (!end) throw new BackupError(`${path} is cut short: its end is missing.`)
  const { entries, sha256 } = digest.end()
  if (end.entries !== entries || end.sha256 !== sha256) throw altered(path)
}

/** What the caller of the loop threw, and what the file system says, is no matter of the format. */
function isOfTheDisk(error: unknown) {
  return error instanceof Error && 'syscall' in error
}

function endIn(bytes: Buffer, path: string) {
  try {
    return End.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw new BackupError(unreadable(path), { cause: error })
  }
}

const unreadable = (path: string) => `${path} is no backup of Crier, or it is damaged or cut short.`

const altered = (path: string) =>
  new BackupError(`${path} was altered or damaged since it was made: its digest is another.`)

/** Cuts whatever comes into pieces of one name, numbered from 0; nothing at all is one empty piece. */
export async function* inPieces(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Piece> {
  let held: Uint8Array[] = []
  let size = 0
  let number = 0
  const piece = () => {
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    return { name: `${name}/${String(number++).padStart(6, '0')}`, bytes }
  }
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size >= PIECE) yield piece()
  }
  if (size > 0 || number === 0) yield piece()
}
