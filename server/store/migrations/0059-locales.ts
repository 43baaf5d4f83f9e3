import { type Kysely, sql } from 'kysely'

/** In which language a person reads the dashboard; null: in their browser's. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table persons add column locale text`.execute(db)
}
