/** Bytes reach the disk while more of them arrive, so that the sync at the end has little left to wait for. */
import { execFile } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How much may wait in memory of the system before the disk is told to go on. */
const AHEAD = 2 * 1024 * 1024

export interface Syncing {
  /** So many bytes more were written. */
  wrote(bytes: number): void
  /** Everything that was written is on the disk: size and bytes, all that a reader needs. */
  done(): Promise<void>
}

export function syncing(file: Pick<FileHandle, 'datasync'>, ahead = AHEAD): Syncing {
  let waiting = 0
  let early: Promise<void> | undefined
  // The system tells of bytes that it could not write once only: whichever sync is told must fail the file.
  let failure: { reason: unknown } | undefined
  return {
    wrote(bytes) {
      waiting += bytes
      if (early || waiting < ahead) return
      waiting = 0
      early = file
        .datasync()
        .catch((reason: unknown) => void (failure ??= { reason }))
        .finally(() => (early = undefined))
    },
    async done() {
      await early
      if (failure) throw failure.reason
      await file.datasync()
    },
  }
}

/** How much is written before the disk is told to go on; what it was told to write while more comes is not waited for. */
const AHEAD_OF_MANY = 128 * 1024 * 1024

export interface Flushing {
  /** So many bytes more were written, to whichever files. */
  wrote(bytes: number): void
  /** These files and folders are on the disk. */
  done(paths: Iterable<string>): Promise<void>
}

/** `folder` lies on the file system that is written to. */
export function flushing(folder: string, syncAll: typeof syncFileSystem): Flushing {
  let waiting = 0
  let early: Promise<boolean> | undefined
  let works = true
  return {
    wrote(bytes) {
      waiting += bytes
      if (early || !works || waiting < AHEAD_OF_MANY) return
      waiting = 0
      early = syncAll(folder).then((done) => {
        early = undefined
        return (works &&= done)
      })
    },
    async done(paths) {
      await early
      if (works && (await syncAll(folder))) return
      for (const path of paths) {
        await using file = await open(path, 'r')
        await file.sync()
      }
    },
  }
}

/**
 * Linux has a call for a whole file system, which Node does not know: a sync of each of thousands of small files takes a
 * turn of the disk's journal each. False where there is no such program, or it told of an error: then each is asked.
 */
export async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    await run('sync', ['-f', '--', folder])
    return true
  } catch {
    return false
  }
}
