import { type Kysely, sql } from 'kysely'

/** What went wrong, and posts with the same words. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index deliveries_wrong on deliveries (workspace_id, post_id) where status in ('failed', 'blocked');
    create index posts_by_words on posts (workspace_id, md5(content)) where deleted_at is null;
    alter table uploads add column opened_by text;
  `.execute(db)
}
