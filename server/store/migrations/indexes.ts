/** Indexes of tables that may be large already, made before their migration and beside those who write. */
import { type Kysely, sql } from 'kysely'

/** What is indexed, by the index’s name: all that follows `on`. The name stays: by it, whoever comes later sees that it is there. */
export type Indexes = Readonly<Record<string, string>>

/** Within a migration: those that were not made beforehand, as in a new database. */
export async function createIndexes(db: Kysely<unknown>, indexes: Indexes) {
  for (const [name, on] of Object.entries(indexes)) {
    // Asked by name: `if not exists` would take the lock first, for the rest of the transaction.
    const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
    if (!rows.length) await sql`create index ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
  }
}
