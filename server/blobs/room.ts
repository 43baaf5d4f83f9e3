/** The last of the disk is the database's: files are refused before a post cannot be written down any more. */
import { statfs } from 'node:fs/promises'
import { storeProblem } from './blobs.ts'

export interface Room {
  /** @throws {Problem} `unavailable` when so many bytes would take what is kept */
  require(bytes: number): Promise<void>
}

/** For a store that is nobody else's. */
export const boundless: Room = { require: async () => {} }

/** `folder` lies on the disk in question; `reserve` in bytes. */
export function roomOf(folder: string, reserve: number): Room {
  return {
    async require(bytes) {
      const free = await freeOn(folder)
      if (free - bytes >= reserve) return
      const text = `${bytes} bytes are asked for and ${free} are free, of which ${reserve} are kept for the database (DISK_RESERVE_MB).`
      // As the disk would say it.
      throw storeProblem(Object.assign(new Error(text), { code: 'ENOSPC' }), true)
    },
  }
}

async function freeOn(folder: string) {
  // Where the system does not tell, or there is no folder yet, the disk itself will refuse.
  const about = await statfs(folder).catch(() => undefined)
  return about ? about.bavail * about.bsize : Infinity
}

const STEP = 8 * 1024 * 1024

/** Passes bytes on for as long as there is room; several at once may take a few steps of what is kept. */
export async function* within(room: Room, bytes: AsyncIterable<Uint8Array>) {
  let granted = 0
  for await (const part of bytes) {
    if (granted < part.length) {
      const asked = Math.max(STEP, part.length)
      await room.require(asked)
      granted = asked
    }
    granted -= part.length
    yield part
  }
}
