import { type Kysely, sql } from 'kysely'

/**
 * Parts that follow a post. A delivery holds those that go to its account, as they were when the post was written. What is
 * out of a thread that failed is out: its post counts as published, and as partial.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table posts
      -- Null: it is no thread, on no account.
      add column thread jsonb,
      add column thread_as text check (thread_as in ('refuse', 'join', 'comments')),
      add column split text check (split in ('plain', 'numbered'));
    alter table deliveries
      -- [{content, media_ids}], the post itself first; null: an ordinary post.
      add column parts jsonb;
    create index deliveries_threads on deliveries (workspace_id, account_id, published_at) where parts is not null;
    -- A file of a part behind the first; it stands behind those of the post.
    alter table post_media add column in_thread boolean not null default false;

    create or replace function settle_posts(workspaces bigint[], ids bigint[], at timestamptz) returns void language sql as $$
      update posts set updated_at = at,
        status = case when d.published > 0 then 'published' else 'failed' end,
        published_at = case when d.published > 0 then coalesce(posts.published_at, d.published_at) end,
        error_message = case when d.published > 0 then null else (
          select string_agg(a.username || ' on ' || d.platform || ': ' || d.error_message, ' ' order by d.position)
          from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
          where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status in ('failed', 'blocked')) end
      from unnest(workspaces, ids) as p(workspace_id, id)
      cross join lateral (
        select count(*) filter (where status in ('pending', 'publishing')) as open,
          min(published_at) as published_at,
          count(*) filter (where status = 'published' or published_at is not null) as published
        from deliveries where deliveries.workspace_id = p.workspace_id and deliveries.post_id = p.id) d
      where posts.workspace_id = p.workspace_id and posts.id = p.id and d.open = 0
    $$;
  `.execute(db)
}
