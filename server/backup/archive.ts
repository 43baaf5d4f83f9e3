/**
 * The file of a backup: a tar of pieces, so that other tools can read it, whose last entry holds a digest of all before it.
 * One that was cut short or altered is noticed before anything of it is used.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { syncing } from '#blobs/syncing.ts'

/** Larger things are several entries: no size has to be known before, and none is too large for the format. */
export const PIECE = 4 * 1024 * 1024

/** For one file that is written as fast as the disk takes it, few syncs: each of them costs. */
const AHEAD = 16 * 1024 * 1024

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
    add(name: string, chunks: readonly Uint8Array[]) {
      entries += 1
      const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      hash.update(`${name}\n${size}\n`)
      for (const chunk of chunks) hash.update(chunk)
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
        digest.add(piece.name, [piece.bytes])
        await entry(piece)
      }
      await entry({ name: END, bytes: Buffer.from(JSON.stringify(digest.end())) })
      tar.finalize()
    }
    const filled = fill().catch((error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    })
    const written = writeAll(file, bytesOf(tar))
    // Whichever fails first says why.
    const [first] = (await Promise.allSettled([filled, written])).flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    if (first !== undefined) throw first
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

/** While one chunk is written the next is read and digested. */
async function writeAll(file: FileHandle, chunks: AsyncIterable<Uint8Array>) {
  const disk = syncing(file, AHEAD)
  let writing = Promise.resolve()
  for await (const chunk of chunks) {
    await writing
    writing = writeWhole(file, chunk).then(() => disk.wrote(chunk.length))
    // Awaited before the next one.
    writing.catch(() => undefined)
  }
  await writing
  await disk.done()
}

async function writeWhole(file: FileHandle, chunk: Uint8Array) {
  // A full disk takes a part of what it is given before it refuses the rest.
  for (let done = 0; done < chunk.length;) {
    done += (await file.write(chunk, done, chunk.length - done)).bytesWritten
  }
}

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
}

/** The pieces in their order, or the first few; what is behind those is checked all the same. Fails with a BackupError, at the latest behind the last one, where the file is not as it was written. */
export async function* readArchive(path: string, wanted = Infinity): AsyncGenerator<Piece> {
  const tar = extract()
  const digest = digesting()
  const reading = pipeline(createReadStream(path, { highWaterMark: PIECE }), tar)
  // Told by the loop as well.
  reading.catch(() => undefined)
  let end: z.output<typeof End> | undefined
  let read = 0
  try {
    for await (const entry of tar) {
      if (end) throw altered(path)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(z.instanceof(Buffer).parse(chunk))
      const { name } = entry.header
      if (name === END) end = endIn(whole(chunks), path)
      else {
        digest.add(name, chunks)
        if (read++ < wanted) yield { name, bytes: whole(chunks) }
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

/** One chunk is taken as it is: copying is most of what a large file costs. */
function whole(chunks: readonly Uint8Array[]): Buffer {
  const [only, ...more] = chunks
  if (!only || more.length) return Buffer.concat(chunks)
  return Buffer.from(only.buffer, only.byteOffset, only.length)
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
    const bytes = whole(held)
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
