import { type Kysely, sql } from 'kysely'

/**
 * What a transaction said of a post before it held it for approval is taken back. It was known by `xmin`, which within a savepoint
 * is another number than the transaction's: of one post among many, and of those that a series makes, it was told all the same.
 * A setting that one transaction changes in many rows, as a pause of many accounts does, is told of once.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table fresh_events add column made_in xid8 not null default pg_current_xact_id();

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
          where workspace_id = new.workspace_id and post_id = new.id and made_in = pg_current_xact_id()
            and type in ('post.scheduled', 'post.approved');
          update fresh_events set data = data || '{"status":"draft"}'
          where workspace_id = new.workspace_id and post_id = new.id and made_in = pg_current_xact_id()
            and type in ('post.created', 'post.updated', 'post.at_risk');
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

    create or replace function event_of_setting() returns trigger language plpgsql as $$
    declare
      of_workspace bigint := case when tg_table_name = 'workspaces' then (to_jsonb(new) ->> 'id')::bigint
        else (to_jsonb(coalesce(new, old)) ->> 'workspace_id')::bigint end;
      details jsonb := jsonb_build_object('settings', jsonb_build_array(tg_argv[0]));
    begin
      if exists (
        select from fresh_events
        where workspace_id = of_workspace and type = 'audit.setting_changed' and data = details and made_in = pg_current_xact_id()
      ) then return null; end if;
      insert into fresh_events (workspace_id, type, actor, data)
      values (of_workspace, 'audit.setting_changed', event_actor(), details);
      return null;
    end $$;
  `.execute(db)
}
