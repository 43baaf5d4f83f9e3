/** Many files for a folder at once: the disk is told to go on while they come, and asked once, at the end, whether it has all of them. */
import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How much is written before the disk is told to go on; what it was told to write while more comes is not waited for. */
const AHEAD = 128 * 1024 * 1024

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
      if (early || !works || waiting < AHEAD) return
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
    await run('sync', ['--file-system', '--', folder])
    return true
  } catch {
    return false
  }
}
