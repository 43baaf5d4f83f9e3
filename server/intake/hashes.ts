/**
 * Digests of uploads under way, so that completing one need not read it again. They live in this process only: whoever
 * does not find one here (another process took a chunk, or there was a restart) reads the stored bytes.
 */
import { createHash, type Hash } from 'node:crypto'

export interface Hashes {
  /** The digest of the first `offset` bytes, to go on with; undefined when this process does not know it. */
  at(upload_id: string, offset: number): Hash | undefined
  keep(upload_id: string, offset: number, hash: Hash): void
  drop(upload_id: string): void
}

/** Each is a few hundred bytes; beyond this many the oldest is forgotten. */
const MOST = 2_000

export function hashes(): Hashes {
  const known = new Map<string, { offset: number; hash: Hash }>()
  return {
    at(upload_id, offset) {
      if (offset === 0) return createHash('sha256')
      const found = known.get(upload_id)
      // A copy: a chunk that fails must not leave its traces.
      return found?.offset === offset ? found.hash.copy() : undefined
    },

    keep(upload_id, offset, hash) {
      known.delete(upload_id)
      known.set(upload_id, { offset, hash })
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },

    drop(upload_id) {
      known.delete(upload_id)
    },
  }
}
