import { type Kysely, sql } from 'kysely'

/**
 * Who asks for approval again is no reason to take what stands there for what was looked at: a post keeps when approval was asked
 * for first. An older process leaves it as it is. See docs/decisions/0025.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table posts add column approval_first_asked_at timestamptz;
    -- As the index of those that wait says it.
    update posts set approval_first_asked_at = approval_asked_at
    where approval_asked_at is not null and approval_declined is null and deleted_at is null;
  `.execute(db)
}
