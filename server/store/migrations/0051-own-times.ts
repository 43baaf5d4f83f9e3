import { type Kysely, sql } from 'kysely'

/** An account may have a time of its own, later than its post's. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deliveries add column own_at timestamptz;
    -- Few have one: slots that are taken are looked up by it.
    create index deliveries_by_own_time on deliveries (workspace_id, own_at) where own_at is not null;
  `.execute(db)
}
