import { type Kysely, sql } from 'kysely'

/**
 * What changed since a time is listed by when it was made without reading the table: the index by change tells that as well. It
 * has as many entries as before, each by a time larger. See docs/decisions/0220. Whoever writes posts waits while it is made
 * anew, a second for a million of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index posts_by_change;
    create index posts_by_change on posts (workspace_id, updated_at, id) include (created_at);
  `.execute(db)
}
