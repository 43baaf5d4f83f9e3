import { type Kysely, sql } from 'kysely'

/** When what is said of a media item was changed last: whoever changes or deletes one that they did not see is told. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table media add column updated_at timestamptz not null default date_trunc('milliseconds', now());
    update media set updated_at = date_trunc('milliseconds', created_at);
  `.execute(db)
}
