import { type Kysely, sql } from 'kysely'

/** What doubt means to a workspace, and to a post: sent once more when the platform shows nothing of it, or a question. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspaces add column in_doubt text not null default 'look_then_send'
      check (in_doubt in ('look_then_send', 'ask'));
    alter table posts add column in_doubt text check (in_doubt in ('look_then_send', 'ask'));
  `.execute(db)
}
