import { type Kysely, sql } from 'kysely'

/**
 * A post that a pause of its series took back stays known to it, so that none is made beside it once somebody restored it. An
 * older process beside this one makes none in its place; this one does. See docs/decisions/0242.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table occurrences add column taken_back boolean not null default false;
  `.execute(db)
}
