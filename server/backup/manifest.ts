/** What stands first in a backup: what it is of, and what is needed to read it. */
import { z } from 'zod'
import { Locked } from './secret.ts'
import { Tables } from './tables.ts'

export const MANIFEST = 'crier-backup.json'

export const Manifest = z.object({
  /** Of the file; another number is another way to write it. */
  format: z.literal(1),
  version: z.string(),
  /** The last migration of the database that it is of. */
  migration: z.string(),
  taken_at: z.iso.datetime(),
  /** Opens under the right SECRET_KEY only. */
  sealed_word: z.base64().nullable(),
  secret_key: Locked.nullable(),
  tables: Tables,
  /** Files, and the bytes that they had as their rows say. */
  files: z.object({ count: z.int(), bytes: z.number() }),
})
