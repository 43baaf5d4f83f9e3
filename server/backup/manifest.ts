/** What stands first in a backup: what it is of, and what is needed to read it. */
import { z } from 'zod'
import { Locked } from './secret.ts'
import { Tables } from './tables.ts'

export const MANIFEST = 'crier-backup.json'

export const Manifest = z.object({
  /** Of the file; another number is another way to write it. 1 has one digest of everything at its end. */
  format: z.literal([1, 2]),
  version: z.string(),
  /** The last migration of the database that it is of. */
  migration: z.string(),
  taken_at: z.iso.datetime(),
  /** Of a copy that had not been resumed: since then at the latest its original went on without it. */
  held_at: z.iso.datetime().nullable().default(null),
  /** Opens under the right SECRET_KEY only. */
  sealed_word: z.base64().nullable(),
  secret_key: Locked.nullable(),
  /** While the key was changed: some of it opens under the one before. */
  old_sealed_word: z.base64().nullable().default(null),
  old_secret_key: Locked.nullable().default(null),
  /** Opens under the key, as the word does. */
  client_keys: z.base64().nullable().default(null),
  tables: Tables,
  /** Files, and the bytes that they had as their rows say. */
  files: z.object({ count: z.int(), bytes: z.number() }),
})
