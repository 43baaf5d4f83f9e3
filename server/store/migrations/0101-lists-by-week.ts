import { type Kysely, sql } from 'kysely'
import { createIndexes } from './indexes.ts'

/** What lists of a million posts had to walk through. See docs/decisions/0214. An older process does not know these and reads as before. */
export const indexes = {
  // A part of the schedule in the order in which it was written: a walk for each of its weeks.
  posts_by_week: `posts (workspace_id, date_bin('7 days', scheduled_at, '2001-01-01Z'), created_at desc, id desc)
    include (scheduled_at, status) where deleted_at is null and scheduled_at is not null`,
  // What waits is in one of the two: it has its time, or belongs to a draft.
  deliveries_planned:
    "deliveries (workspace_id, account_id, post_id) where status = 'pending' and due_at is not null",
  deliveries_of_drafts:
    "deliveries (workspace_id, account_id, post_id) where status = 'pending' and due_at is null",
  deliveries_blocked: "deliveries (workspace_id, blocked_reason, post_id) where status = 'blocked'",
  // As `deliveries_by_account` was, and it tells the post.
  deliveries_begun: `deliveries (workspace_id, account_id, published_at) include (post_id)
    where status in ('publishing', 'published')`,
}

export async function up(db: Kysely<unknown>) {
  await createIndexes(db, indexes)
  await sql`drop index deliveries_by_account`.execute(db)
}
