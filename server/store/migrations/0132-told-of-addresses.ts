import { type Kysely, sql } from 'kysely'

/**
 * Whether a post that is out still waits for its address is asked in one place, by those who read posts and by the event that
 * tells of it. One expression over columns: it becomes part of whatever calls it, and costs an event no query of its own.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Out without a number, and watched: what else is watched has one.
    create function owes_its_place(status text, published_at timestamptz, platform_post_id text, platform_url text, watch_at timestamptz)
      returns boolean immutable parallel safe language sql
      return published_at is not null and platform_post_id is null and platform_url is null
        and status in ('published', 'failed') and watch_at is not null;

    create or replace function event_of_delivery() returns trigger language plpgsql as $$
    declare
      state text;
      post record;
    begin
      -- A claim.
      if old.status = 'pending' and new.status = 'publishing' then return null; end if;
      -- Most others are ends of attempts.
      if old.status <> 'publishing' or new.status not in ('published', 'failed', 'blocked') or new.gone_at is not null then
        if new.gone_at is not null and new.measure_at is null and (old.gone_at is null or old.measure_at is not null) then
          insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
          values (new.workspace_id, 'delivery.removed', new.post_id, new.id, new.account_id, event_actor(),
            jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', new.attempt,
              'platform_post_id', new.platform_post_id, 'platform_url', new.platform_url)));
        end if;
        if old.status = new.status and old.blocked_reason is not distinct from new.blocked_reason then return null; end if;
        if new.status not in ('published', 'failed', 'blocked') then
          if old.status in ('failed', 'blocked') and new.status in ('pending', 'publishing') then
            insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
            values (new.workspace_id, 'delivery.retried', new.post_id, new.id, new.account_id, event_actor(),
              jsonb_build_object('platform', new.platform, 'attempt', new.attempt));
          end if;
          return null;
        end if;
      end if;
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      values (new.workspace_id, 'delivery.' || new.status, new.post_id, new.id, new.account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', new.attempt,
          'platform_post_id', new.platform_post_id, 'platform_url', new.platform_url,
          'url_pending', case when owes_its_place(new.status, new.published_at, new.platform_post_id, new.platform_url, new.watch_at) then true end,
          'error_code', case when new.status <> 'published' then new.error_code end, 'blocked_reason', new.blocked_reason)));
      -- A channel that was tried again on a post that is out already changes what became of the post, and not its status.
      -- By its key alone: asked for its status too, the planner may walk all that is published.
      select p.status into state from posts p where p.workspace_id = new.workspace_id and p.id = new.post_id;
      if state = 'published' then
        if old.status in ('failed', 'blocked') and new.status <> 'published' then return null; end if;
        select p.deleted_at, p.scheduled_at, p.updated_at into post from posts p
        where p.workspace_id = new.workspace_id and p.id = new.post_id;
        if post.deleted_at is not null or exists (
          select from deliveries d
          where d.workspace_id = new.workspace_id and d.post_id = new.post_id and d.status in ('pending', 'publishing')) then
          return null;
        end if;
        insert into fresh_events (workspace_id, type, post_id, actor, data)
        values (new.workspace_id, post_outcome(new.workspace_id, new.post_id, state), new.post_id, event_actor(),
          jsonb_build_object('status', state, 'scheduled_at', iso(post.scheduled_at), 'updated_at', iso(post.updated_at)));
      end if;
      return null;
    end $$;
  `.execute(db)
}
