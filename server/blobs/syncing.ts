/** Bytes reach the disk while more of them arrive, so that the sync at the end has little left to wait for. */
import type { FileHandle } from 'node:fs/promises'

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
