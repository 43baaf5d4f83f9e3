import { type Kysely, sql } from 'kysely'

/** By whose clock a person is told times; null: by their browser's, and in mails by the workspace's. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table persons add column timezone text`.execute(db)
}
