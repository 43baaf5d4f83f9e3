import { type Kysely, sql } from 'kysely'

/**
 * What lists of a million posts had to walk through. See docs/decisions/0214. An older process does not know these and reads as
 * before; while they are made, whoever writes posts and deliveries waits, for some seconds with a million of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- A part of the schedule in the order in which it was written: a walk for each of its weeks.
    create index posts_by_week on posts (workspace_id, date_bin('7 days', scheduled_at, '2001-01-01Z'), created_at desc, id desc)
      include (scheduled_at, status) where deleted_at is null and scheduled_at is not null;
    -- What waits is in one of the two: it has its time, or belongs to a draft.
    create index deliveries_planned on deliveries (workspace_id, account_id, post_id) where status = 'pending' and due_at is not null;
    create index deliveries_of_drafts on deliveries (workspace_id, account_id, post_id) where status = 'pending' and due_at is null;
    create index deliveries_blocked on deliveries (workspace_id, blocked_reason, post_id) where status = 'blocked';
    -- As it was, and it tells the post.
    create index deliveries_begun on deliveries (workspace_id, account_id, published_at) include (post_id)
      where status in ('publishing', 'published');
    drop index deliveries_by_account;
  `.execute(db)
}
