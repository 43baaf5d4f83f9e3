import { type Kysely, sql } from 'kysely'

/** Which of the variations of its series such a post has: one that is restored, and has its day again, says so. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table former_posts add column variation integer;
  `.execute(db)
}
