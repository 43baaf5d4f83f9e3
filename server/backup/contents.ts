/** What a backup holds, whichever way it was written. */
import type { Memory } from './memory.ts'

/** Something is wrong with the file, or with where it is to go; the message tells a person. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export interface Piece {
  name: string
  bytes: Buffer
}

export interface Contents extends AsyncDisposable {
  /** What stands first. */
  manifest: Piece
  things(): Iterable<Thing> | AsyncIterable<Thing>
  /** Things have to be read one after the other; otherwise in any order, several at once. */
  inOrder: boolean
}

/** A table or a file. */
export interface Thing {
  /** As `database/posts`, `files/KEY`. */
  name: string
  /** None that was not proved; fails with a BackupError. The next part is read while one is in use, into the stretch that was used longest ago. */
  bytes: (into: Memory) => AsyncIterable<Buffer>
}

/** A piece's name without its number; '' for what stands alone. */
export function thingOf(name: string) {
  return name.split('/').slice(0, -1).join('/')
}

export const unreadable = (path: string) =>
  `${path} is no backup of Crier, or it is damaged or cut short.`

export const altered = (path: string) =>
  new BackupError(`${path} was altered or damaged since it was made: its digest is another.`)
