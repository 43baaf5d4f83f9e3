import { type Kysely, sql } from 'kysely'

/** Who brought a file in, as posts say who made them; null of files from before. An older process leaves it out. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table media add column created_by text`.execute(db)
}
