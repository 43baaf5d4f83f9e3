import { type Kysely, sql } from 'kysely'

/**
 * Each statement of an ending reaches a few rows by their keys, however many come together. PostgreSQL takes an unknown list
 * to be ten long and one that it sees to be short for cheaper, and so planned all of them anew for each attempt that ended
 * by itself: half of what that cost. See docs/decisions/0097.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter function end_attempts(jsonb, boolean) set plan_cache_mode = force_generic_plan`.execute(
    db,
  )
}
