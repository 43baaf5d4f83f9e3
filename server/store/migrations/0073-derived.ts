import { type Kysely, sql } from 'kysely'

/** What a file was made of. The original may go, and what was made of it stays. See docs/decisions/0155. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table media add column derived_from bigint;
    create index media_by_original on media (workspace_id, derived_from) where derived_from is not null;
  `.execute(db)
}
