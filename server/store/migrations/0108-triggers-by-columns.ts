import { type Kysely, sql } from 'kysely'

/**
 * A trigger's `when` is read from its text anew by every statement that may fire it, and cost more than the function behind
 * it. Which columns a statement names is a comparison of bits: who renews a lease or saves a step pays nothing at all, and the
 * rest is asked in the function, of which each table has one. Times become text within the statement, and rows are found by
 * their keys alone. Events and totals are the same as before. See docs/decisions/0224.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Immutable and strict as it was, it could not be put into the statement that calls it, and was a query of its own.
    create or replace function iso(at timestamptz) returns text stable parallel safe language sql
      return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

    create or replace function event_of_post() returns trigger language plpgsql as $$
    declare
      kinds text[] := '{}';
      kind text;
      details jsonb;
    begin
      -- Most are ends of posts.
      if old.status = 'scheduled' and new.status in ('published', 'failed') and new.approval_asked_at is null
        and old.deleted_at is null and new.deleted_at is null then
        insert into fresh_events (workspace_id, type, post_id, actor, data)
        -- As post_outcome() says, whose call costs as much as the row.
        values (new.workspace_id,
          case
            when new.status = 'failed' then 'post.failed'
            when exists (
              select from deliveries d
              where d.workspace_id = new.workspace_id and d.post_id = new.id and d.status in ('failed', 'blocked')) then 'post.partial'
            else 'post.published' end,
          new.id, event_actor(),
          jsonb_build_object('status', new.status, 'scheduled_at', iso(new.scheduled_at), 'updated_at', iso(new.updated_at)));
        return null;
      end if;
      if tg_op = 'INSERT' then
        kinds := array['post.created'];
        if new.status = 'scheduled' then kinds := kinds || 'post.scheduled'::text; end if;
      elsif old.deleted_at is null and new.deleted_at is not null then
        kinds := array[case when old.status = 'scheduled' then 'post.cancelled' else 'post.deleted' end];
      elsif old.deleted_at is not null and new.deleted_at is null then
        kinds := array['post.restored'];
        if new.status = 'scheduled' then kinds := kinds || 'post.scheduled'::text; end if;
      elsif old.status <> new.status then
        if new.status = 'scheduled' then
          if old.approval_asked_at is not null then kinds := array['post.approved']; end if;
          kinds := kinds || 'post.scheduled'::text;
        elsif new.approval_asked_at is not null then
          -- It was never on schedule for anybody else: what this transaction said before it was held is taken back.
          kinds := array['post.awaiting_approval'];
          delete from fresh_events
          where workspace_id = new.workspace_id and post_id = new.id and xmin = pg_current_xact_id()::xid
            and type in ('post.scheduled', 'post.approved');
          update fresh_events set data = data || '{"status":"draft"}'
          where workspace_id = new.workspace_id and post_id = new.id and xmin = pg_current_xact_id()::xid
            and type in ('post.created', 'post.updated');
        elsif new.status = 'draft' then
          kinds := array['post.updated'];
        else
          kinds := array[post_outcome(new.workspace_id, new.id, new.status)];
        end if;
      elsif old.updated_at = new.updated_at and old.deleted_at is not distinct from new.deleted_at then
        return null;
      elsif old.approval_declined is null and new.approval_declined is not null then
        kinds := array['post.declined'];
      elsif new.status in ('draft', 'scheduled') then
        kinds := array['post.updated'];
        if new.status = 'scheduled' and new.scheduled_at is distinct from old.scheduled_at then
          kinds := kinds || 'post.scheduled'::text;
        end if;
      end if;
      -- What callers keep with it may change when it is out, where nothing else of it does.
      if tg_op = 'UPDATE' and old.status = new.status and new.status in ('published', 'failed')
        and old.updated_at <> new.updated_at
        and (old.external_id, old.metadata::text, old.labels, old.note) is distinct from
          (new.external_id, new.metadata::text, new.labels, new.note) then
        kinds := kinds || 'post.updated'::text;
      end if;
      if kinds = '{}' then return null; end if;
      details := jsonb_build_object('status', new.status, 'scheduled_at', iso(new.scheduled_at), 'updated_at', iso(new.updated_at));
      foreach kind in array kinds loop
        insert into fresh_events (workspace_id, type, post_id, actor, data)
        -- A post knows who made it, whichever way that came in.
        values (new.workspace_id, kind, new.id, case when tg_op = 'INSERT' then new.created_by else event_actor() end, details);
      end loop;
      return null;
    end $$;

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

    create or replace function change_totals_of_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into total_changes values (new.workspace_id, total_of(new.status, new.deleted_at), 1);
        return null;
      end if;
      if old.status = new.status and (old.deleted_at is null) = (new.deleted_at is null) then return null; end if;
      insert into total_changes values
        (new.workspace_id, total_of(old.status, old.deleted_at), -1),
        (new.workspace_id, total_of(new.status, new.deleted_at), 1);
      if (old.deleted_at is null) <> (new.deleted_at is null) then
        insert into total_changes
        select new.workspace_id, total_of_delivery(d.status), case when new.deleted_at is null then 1 else -1 end * count(*)
        from deliveries d where d.workspace_id = new.workspace_id and d.post_id = new.id
        group by 2;
      end if;
      return null;
    end $$;

    create or replace function change_totals_of_delivery() returns trigger language plpgsql as $$
    begin
      if total_of_delivery(old.status) = total_of_delivery(new.status) then return null; end if;
      insert into total_changes
      select new.workspace_id, each.what, each.change
      -- By its key alone, as above.
      from (select p.deleted_at from posts p where p.workspace_id = new.workspace_id and p.id = new.post_id offset 0) post,
        (values (total_of_delivery(old.status), -1), (total_of_delivery(new.status), 1)) as each(what, change)
      where post.deleted_at is null;
      return null;
    end $$;

    drop trigger events_kept on posts;
    drop trigger events_changed on posts;
    drop function event_of_own_fields();
    create trigger events_changed after update of updated_at, status, deleted_at on posts
      for each row execute function event_of_post();

    drop trigger events_settled on deliveries;
    drop trigger events_removed on deliveries;
    drop trigger events_retried on deliveries;
    drop function event_of_removal();
    drop function event_of_retry();
    create trigger events_changed after update of status, blocked_reason, gone_at, measure_at on deliveries
      for each row execute function event_of_delivery();

    drop trigger totals_changed on posts;
    drop trigger totals_changed on deliveries;
    create trigger totals_changed after update of status, deleted_at on posts
      for each row execute function change_totals_of_post();
    create trigger totals_changed after update of status on deliveries
      for each row execute function change_totals_of_delivery();
  `.execute(db)
}
