import { type Kysely, sql } from 'kysely'

/** Which toolsets the person ticked for an app; null: allowed before there was a choice, so whatever the app asks for. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table grants add column toolsets text[]`.execute(db)
}
