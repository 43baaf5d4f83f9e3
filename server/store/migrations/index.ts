import type { Migration } from 'kysely/migration'
import * as first from './0001-first.ts'

/** In order; a migration is never changed once released. */
export const migrations: Record<string, Migration> = { '0001-first': first }
