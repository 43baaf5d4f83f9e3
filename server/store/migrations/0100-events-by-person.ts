import { type Kysely, sql } from 'kysely'

/**
 * What a person did is found by a walk over their own events. Programs and the service itself make most events, and pay nothing for
 * it. An older process does not know it and writes as before; while it is made, events wait for their numbers, and nobody else.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index events_by_person on events (actor, seq) where actor like 'person:%';
  `.execute(db)
}
