import { type Kysely, sql } from 'kysely'

/** When the posting schedule was changed last: whoever saves one that they did not see is told. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspaces add column schedule_updated_at timestamptz not null
      default date_trunc('milliseconds', now());
  `.execute(db)
}
