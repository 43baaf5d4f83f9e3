import { type Kysely, sql } from 'kysely'
import { createIndexes } from './indexes.ts'

/**
 * What changed since a time is listed by when it was made without reading the table: the index by change tells that as well. It
 * has as many entries as before, each by a time larger. See docs/decisions/0220.
 */
export const indexes = {
  posts_changed: 'posts (workspace_id, updated_at, id) include (created_at)',
}

export async function up(db: Kysely<unknown>) {
  await createIndexes(db, indexes)
  await sql`drop index posts_by_change`.execute(db)
}
