import { type Kysely, sql } from 'kysely'

/** What is published of a file stands in the post; links to connect accounts know who gave them; keys know who made them. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table post_media add column alt_text text`.execute(db)
  await sql`
    update post_media set alt_text = media.alt_text from media
    where media.workspace_id = post_media.workspace_id and media.id = post_media.media_id and media.alt_text is not null`.execute(
    db,
  )
  await sql`
    create table used_tickets (ticket text primary key, expires_at timestamptz not null);
    create index used_tickets_by_age on used_tickets (expires_at);
    delete from connects where person_id is null;
    delete from offers where person_id is null;
    alter table connects add column ticket jsonb, add column browser_hash bytea;
    alter table offers add column ticket jsonb;
    alter table keys add column created_by text;
    alter table grants add column leashed_by bigint;
  `.execute(db)
}
