import type { Kysely } from 'kysely'
import { createIndexes } from './indexes.ts'

/**
 * What a person did is found by a walk over their own events. Programs and the service itself make most events, and pay nothing for
 * it. An older process does not know it and writes as before.
 */
export const indexes = {
  events_by_person: "events (actor, seq) where actor like 'person:%'",
}

export async function up(db: Kysely<unknown>) {
  await createIndexes(db, indexes)
}
