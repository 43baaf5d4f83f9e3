/**
 * Where bytes live: a folder, or a bucket. Keys are unguessable and never reused. What is stored is whole or not there,
 * and survives a power cut once the call has answered. A store that is full or out of reach refuses with `unavailable`.
 */
import type { FileHandle } from 'node:fs/promises'
import { Problem } from '#rules/problem.ts'

export interface Blobs {
  /** Stores a stream. Of its parts the last two that were handed out have to stay as they are; memory of those before may be used again. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Where files are files of this machine: for many at once, none of which counts before all of them do. */
  bulk?(): Bulk
  /** Takes over a complete local file; the file is gone afterwards, or somebody else's matter when this fails. */
  adopt(key: string, path: string): Promise<void>
  /** `end` is exclusive. Iterating fails with NoSuchFile when there is none. */
  open(key: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Where files are files of this machine: opened, for who reads whole ones into memory of their own. Fails with NoSuchFile when there is none. */
  direct?(key: string): Promise<FileHandle>
  /** A local file with these bytes; a copy, where the store is elsewhere, and gone when disposed of. */
  local(key: string): Promise<LocalFile>
  /** Not there is fine. */
  remove(key: string): Promise<void>
  /** An address that serves the file for so many seconds; undefined where the store has no address of its own. */
  link(key: string, about: { seconds: number; mime_type: string }): Promise<string | undefined>
  sessions: Sessions
}

export interface Bulk {
  /** As above, but for what a power cut leaves of it. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** All of them survive one from now on. */
  done(): Promise<void>
}

export interface LocalFile extends AsyncDisposable {
  path: string
}

/** Files that arrive in slices. Only one caller at a time may write to a session: its holder sees to that. */
export interface Sessions {
  /** Answers what the store calls the session. */
  begin(key: string): Promise<string>
  /** Stores one slice durably and answers its mark for `finish`; storing it again replaces it. Fewer or more bytes than `size` fail. */
  write(session: PartialUpload, slice: Slice, bytes: AsyncIterable<Uint8Array>): Promise<string>
  /** From now on the file is there under its key; doing it again is fine. */
  finish(session: PartialUpload, marks: readonly string[], size: number): Promise<void>
  /** Forgets what has arrived; not there is fine. */
  abandon(session: PartialUpload): Promise<void>
}

export interface PartialUpload {
  key: string
  /** From `begin`. */
  id: string
}

export interface Slice {
  /** Which one, counted from 0. */
  index: number
  offset: number
  size: number
}

/** Nothing is stored under this key: not yet, or no longer. */
export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile'
  constructor(key: string, cause: unknown) {
    super(`There is no file ${key}.`, { cause })
  }
}

/** The sender stopped early or went on too long. */
export class WrongLength extends Error {
  override readonly name = 'WrongLength'
  readonly received: number
  constructor(received: number) {
    super(`${received} bytes arrived.`)
    this.received = received
  }
}

/** Passes bytes on, and fails as soon as it is clear that they are not exactly `size`. */
export async function* exactly(bytes: AsyncIterable<Uint8Array>, size: number) {
  let received = 0
  for await (const part of bytes) {
    received += part.length
    if (received > size) throw new WrongLength(received)
    yield part
  }
  if (received !== size) throw new WrongLength(received)
}

/** Writes go in pieces of this size: a stream's own are small, and each write is a round trip to another thread. */
const PIECE = 1024 * 1024

/** Gathers small parts until together they are a piece; not copied into one, since the system takes them as they are. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>) {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    if (length < PIECE) continue
    yield { parts, length }
    parts = []
    length = 0
  }
  if (length) yield { parts, length }
}

export function requireKey(key: string) {
  if (!/^[\w.-]{8,200}$/.test(key) || key.startsWith('.'))
    throw new Error('A blob key is letters, digits, dots and dashes.')
}

/** Not the caller's fault, and worth trying again later. */
export function storeProblem(cause: unknown, full: boolean): Problem {
  const text = full
    ? 'Try again later: there is no room left for files.'
    : 'Try again in a moment: the file store does not answer.'
  return Object.assign(new Problem('unavailable', text), { cause })
}
