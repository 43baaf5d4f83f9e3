import { type Kysely, sql } from 'kysely'

/**
 * A backup that was restored: the original may have published until it was stopped, and nothing here knows of it. Whatever
 * was not out by the backup is looked for before its first call. See docs/decisions/0139.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- When the backup was made that this instance was restored from, until somebody resumes it.
    alter table instance add column restored_from timestamptz;
    -- From when until when the original may have sent it: from the backup until this instance was resumed.
    alter table deliveries add column restored_from timestamptz, add column restored_until timestamptz;
  `.execute(db)
}
