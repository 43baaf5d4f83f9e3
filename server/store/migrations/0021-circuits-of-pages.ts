import { type Kysely, sql } from 'kysely'

/** Whether a platform's silence is that of pages in its place: a look that is answered does not end it. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table circuits add column pages boolean not null default false`.execute(db)
}
