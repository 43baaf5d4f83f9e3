/** Files in folders by the first two characters of the key; written aside, synced, then renamed. For no other user of the machine. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type Blobs,
  type Bulk,
  exactly,
  inPieces,
  NoSuchFile,
  requireKey,
  type PartialUpload,
  storeProblem,
} from './blobs.ts'
import { boundless, within } from './room.ts'
import { flushing, syncFileSystem, type Syncing, syncing } from './syncing.ts'

const PRIVATE = 0o600
const PRIVATE_FOLDER = 0o700

export function diskBlobs(folder: string, room = boundless, syncAll = syncFileSystem): Blobs {
  const place = (key: string) => {
    requireKey(key)
    return join(folder, key.slice(0, 2), key)
  }
  /** Of an upload that is under way. */
  const aside = ({ key }: PartialUpload) => `${place(key)}.part`

  return {
    async put(key, bytes) {
      const path = place(key)
      await storing(async () => {
        await makeFolder(path)
        await writeAside(path, within(room, bytes), syncing)
        await syncFolder(path)
      })
    },

    bulk(): Bulk {
      const disk = flushing(folder, syncAll)
      const [files, folders] = [[] as string[], new Set([folder, dirname(folder)])]
      return {
        async put(key, bytes) {
          const path = place(key)
          await storing(async () => {
            if (!folders.has(dirname(path)))
              await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
            await writeAside(path, within(room, bytes), () => ({ ...disk, done: async () => {} }))
            files.push(path)
            folders.add(dirname(path))
          })
        },
        // Without a file there need not be a folder.
        done: async () => {
          if (files.length) await storing(() => disk.done([...files, ...folders]))
        },
      }
    },

    async adopt(key, from) {
      const path = place(key)
      await storing(async () => {
        await makeFolder(path)
        await using file = await open(from, 'r')
        await file.datasync()
        try {
          await rename(from, path)
        } catch (error) {
          if (codeOf(error) !== 'EXDEV') throw error
          await this.put(key, file.createReadStream({ autoClose: false }))
          await rm(from, { force: true })
        }
        await syncFolder(path)
      })
    },

    async *open(key, range) {
      const part = range && { start: range.start, end: range.end - 1 }
      try {
        yield* createReadStream(place(key), part)
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? new NoSuchFile(key, error) : error
      }
    },

    async direct(key) {
      return open(place(key), 'r').catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new NoSuchFile(key, error) : error
      })
    },

    async local(key) {
      return { path: place(key), [Symbol.asyncDispose]: async () => {} }
    },

    async remove(key) {
      await rm(place(key), { force: true })
    },

    async link() {
      return undefined
    },

    sessions: {
      async begin(key) {
        await storing(async () => {
          const path = aside({ key, id: '' })
          await makeFolder(path)
          await using _ = await open(path, 'wx', PRIVATE)
          await syncFolder(path)
        })
        return 'file'
      },

      async write(session, { offset, size }, bytes) {
        await room.require(size)
        await storing(async () => {
          await using file = await open(aside(session), 'r+')
          const disk = syncing(file)
          let at = offset
          let writing = Promise.resolve()
          for await (const { parts, length } of inPieces(exactly(bytes, size))) {
            await writing
            // Meanwhile the next piece arrives and is digested.
            writing = writePiece(file, parts, at).then(() => disk.wrote(length))
            writing.catch(() => {})
            at += length
          }
          await writing
          await disk.done()
        })
        return ''
      },

      async finish(session, _, size) {
        const path = place(session.key)
        await storing(async () => {
          const there = await stat(aside(session)).catch(ifMissing)
          if (!there) {
            await stat(path)
            return
          }
          await using file = await open(aside(session), 'r+')
          // A slice that was cut off may have left bytes beyond the last acknowledged one.
          if (there.size > size) await file.truncate(size)
          if (there.size < size) throw new Error(`${session.key} lost bytes.`)
          await file.sync()
          await rename(aside(session), path)
          await syncFolder(path)
        })
      },

      async abandon(session) {
        await rm(aside(session), { force: true })
      },
    },
  }
}

/** Under another name until it is whole. */
async function writeAside(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  syncingOf: (file: FileHandle) => Syncing,
) {
  const temporary = `${path}.${randomUUID()}`
  try {
    await using file = await open(temporary, 'wx', PRIVATE)
    const disk = syncingOf(file)
    let writing = Promise.resolve()
    for await (const part of bytes) {
      await writing
      // Meanwhile the next part is read.
      writing = writeWhole(file, part).then(() => disk.wrote(part.length))
      writing.catch(() => {})
    }
    await writing
    await disk.done()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writePiece(file: FileHandle, parts: Uint8Array[], at: number) {
  const { bytesWritten } = await file.writev(parts, at)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (bytesWritten === length) return
  await writeWhole(file, Buffer.concat(parts, length).subarray(bytesWritten), at + bytesWritten)
}

async function writeWhole(file: FileHandle, part: Uint8Array, at?: number) {
  // A full disk takes a part of what it is given before it refuses the rest.
  for (let done = 0; done < part.length;) {
    const position = at === undefined ? null : at + done
    const { bytesWritten } = await file.write(part, done, part.length - done, position)
    done += bytesWritten
  }
}

async function makeFolder(path: string) {
  const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  if (made) await syncFolder(made)
}

/** A new name lasts once its folder is synced. */
async function syncFolder(path: string) {
  // Windows has no such thing and refuses to open a folder.
  if (process.platform === 'win32') return
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const BROKEN = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ESTALE', 'ETIMEDOUT'])

async function storing(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const code = codeOf(error)
    if (FULL.has(code) || BROKEN.has(code)) throw storeProblem(error, FULL.has(code))
    throw error
  }
}

function ifMissing(error: unknown) {
  if (codeOf(error) !== 'ENOENT') throw error
  return undefined
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
