import { type Kysely, sql } from 'kysely'

/** Each step counts its own refusals now. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table deliveries drop column attempts_before`.execute(db)
}
