import { type Kysely, sql } from 'kysely'

/**
 * What happened, written by the database itself in the transaction that changes a state: whatever writes the row writes the
 * event, and whoever lost the right to write it writes neither. An event is numbered after its commit, by one numberer at a
 * time, so that the order of numbers is the order in which readers can see them. See docs/decisions/0100.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Events of transactions that are under way or have just committed. It is written by every change of a post, so it has
    -- neither index nor key, and names no workspace by a foreign key: each of those is a lock that all of them would share.
    create table fresh_events (
      id bigint generated always as identity,
      workspace_id bigint not null,
      uuid uuid not null default gen_random_uuid(),
      type text not null,
      post_id bigint,
      delivery_id bigint,
      account_id bigint,
      media_id bigint,
      -- 'person:3', 'key:7', 'grant:2', or 'crier'.
      actor text not null,
      data jsonb not null,
      at timestamptz not null default clock_timestamp()
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    create table events (
      seq bigint primary key,
      workspace_id bigint not null,
      uuid uuid not null,
      type text not null,
      post_id bigint,
      delivery_id bigint,
      account_id bigint,
      media_id bigint,
      actor text not null,
      data jsonb not null,
      at timestamptz not null
    );
    create index events_of_workspace on events (workspace_id, seq);
    create index events_of_post on events (workspace_id, post_id, seq) where post_id is not null;
    create index events_by_age on events using brin (at);

    create table event_counter (
      one boolean primary key default true check (one),
      -- The last number that was given.
      seq bigint not null default 0,
      -- The last one that was forgotten for its age, of those that are kept for the shorter time.
      pruned_seq bigint not null default 0,
      -- Changes when numbers may come again: a cursor of another epoch says nothing here.
      epoch text not null default '',
      -- By what a database is told from the one that it was restored from.
      origin text not null default ''
    );
    insert into event_counter default values;

    create function event_actor() returns text stable language sql as $$
      select coalesce(nullif(current_setting('crier.actor', true), ''), 'crier')
    $$;

    create function number_events(most integer) returns integer language plpgsql as $$
    declare
      taken integer;
      upto bigint;
      told text;
    begin
      if not exists (select from fresh_events) then return 0; end if;
      if not pg_try_advisory_xact_lock(hashtext('crier:events')) then return 0; end if;
      with gone as (
        delete from fresh_events
        where ctid = any (array(select ctid from fresh_events order by id limit most))
        returning *
      ),
      numbered as (
        insert into events (seq, workspace_id, uuid, type, post_id, delivery_id, account_id, media_id, actor, data, at)
        select (select seq from event_counter) + row_number() over (order by id),
          workspace_id, uuid, type, post_id, delivery_id, account_id, media_id, actor, data, at
        from gone
        returning seq, workspace_id
      )
      select count(*), max(seq), string_agg(distinct workspace_id::text, ',') into taken, upto, told from numbered;
      if taken = 0 then return 0; end if;
      update event_counter set seq = upto;
      perform pg_notify('events', case when length(told) < 7000 then told else '' end);
      return taken;
    end $$;
  `.execute(db)
  await sql`
    create function event_of_post() returns trigger language plpgsql as $$
    declare
      kinds text[] := '{}';
      changed jsonb;
      details jsonb;
    begin
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
      elsif old.approval_declined is null and new.approval_declined is not null then
        kinds := array['post.declined'];
      elsif new.status in ('draft', 'scheduled') then
        kinds := array['post.updated'];
        if new.status = 'scheduled' and new.scheduled_at is distinct from old.scheduled_at then
          kinds := kinds || 'post.scheduled'::text;
        end if;
      end if;
      if kinds = '{}' then return null; end if;
      details := jsonb_build_object('status', new.status, 'scheduled_at', iso(new.scheduled_at), 'updated_at', iso(new.updated_at));
      insert into fresh_events (workspace_id, type, post_id, actor, data)
      -- A post knows who made it, whichever way that came in.
      select new.workspace_id, kind, new.id, case when tg_op = 'INSERT' then new.created_by else event_actor() end, details
      from unnest(kinds) as kind;
      return null;
    end $$;

    -- Of a post whose deliveries have all settled.
    create function post_outcome(of_workspace bigint, of_post bigint, status text) returns text stable language sql as $$
      select case
        when status = 'failed' then 'post.failed'
        when exists (
          select from deliveries d
          where d.workspace_id = of_workspace and d.post_id = of_post and d.status in ('failed', 'blocked')) then 'post.partial'
        else 'post.published' end
    $$;

    create function event_of_delivery() returns trigger language plpgsql as $$
    declare post record;
    begin
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      values (new.workspace_id, 'delivery.' || new.status, new.post_id, new.id, new.account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', new.attempt,
          'platform_post_id', new.platform_post_id, 'platform_url', new.platform_url,
          'error_code', case when new.status <> 'published' then new.error_code end, 'blocked_reason', new.blocked_reason)));
      -- A channel that was tried again on a post that is out already changes what became of the post, and not its status.
      if old.status in ('failed', 'blocked') and new.status <> 'published' then return null; end if;
      select p.status, p.scheduled_at, p.updated_at into post from posts p
      where p.workspace_id = new.workspace_id and p.id = new.post_id and p.status = 'published' and p.deleted_at is null;
      if not found or exists (
        select from deliveries d
        where d.workspace_id = new.workspace_id and d.post_id = new.post_id and d.status in ('pending', 'publishing')) then
        return null;
      end if;
      insert into fresh_events (workspace_id, type, post_id, actor, data)
      values (new.workspace_id, post_outcome(new.workspace_id, new.post_id, post.status), new.post_id, event_actor(),
        jsonb_build_object('status', post.status, 'scheduled_at', iso(post.scheduled_at), 'updated_at', iso(post.updated_at)));
      return null;
    end $$;

    create function event_of_removal() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      values (new.workspace_id, 'delivery.removed', new.post_id, new.id, new.account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', new.attempt,
          'platform_post_id', new.platform_post_id, 'platform_url', new.platform_url)));
      return null;
    end $$;

    create function event_of_account() returns trigger language plpgsql as $$
    declare kind text;
    begin
      if tg_op = 'INSERT' then kind := 'account.connected';
      elsif new.removed_at is not null and old.removed_at is null then kind := 'account.disconnected';
      elsif new.removed_at is not null then return null;
      elsif old.removed_at is not null or new.connected_at <> old.connected_at then kind := 'account.connected';
      elsif new.health = old.health then return null;
      elsif new.health = 'expiring' then kind := 'account.expiring';
      elsif new.health in ('needs_reconnect', 'disabled') then kind := 'account.needs_reconnect';
      elsif old.health in ('needs_reconnect', 'disabled') then kind := 'account.connected';
      else return null;
      end if;
      insert into fresh_events (workspace_id, type, account_id, actor, data)
      values (new.workspace_id, kind, new.id, event_actor(),
        jsonb_build_object('platform', new.platform, 'health', new.health, 'again', tg_op = 'UPDATE',
          'token_expires_at', iso(new.token_expires_at)));
      -- What is on schedule there will not go out, unless somebody connects it again before. That an account ends says the same
      -- of what is planned for after its end.
      if kind in ('account.needs_reconnect', 'account.expiring') then
        insert into fresh_events (workspace_id, type, post_id, account_id, actor, data)
        select p.workspace_id, 'post.at_risk', p.id, new.id, event_actor(),
          jsonb_build_object('status', p.status, 'scheduled_at', iso(p.scheduled_at), 'updated_at', iso(p.updated_at), 'health', new.health)
        from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
        where d.workspace_id = new.workspace_id and d.account_id = new.id and d.status = 'pending' and d.due_at is not null
          and p.status = 'scheduled' and p.deleted_at is null
          and (kind = 'account.needs_reconnect' or d.due_at > new.token_expires_at)
        order by p.id;
      end if;
      return null;
    end $$;

    create function event_of_media() returns trigger language plpgsql as $$
    declare
      item media := coalesce(new, old);
      kind text := 'media.changed';
    begin
      if tg_op = 'INSERT' then kind := 'media.created';
      elsif tg_op = 'DELETE' or new.deleted_at is not null and old.deleted_at is null then kind := 'media.deleted';
      end if;
      insert into fresh_events (workspace_id, type, media_id, actor, data)
      values (item.workspace_id, kind, item.id, event_actor(),
        jsonb_build_object('mime_type', item.mime_type, 'updated_at', iso(item.updated_at)));
      return null;
    end $$;

    create function event_of_workspace() returns trigger language plpgsql as $$
    begin
      if new.schedule_updated_at <> old.schedule_updated_at then
        insert into fresh_events (workspace_id, type, actor, data)
        values (new.id, 'schedule.changed', event_actor(), jsonb_build_object('updated_at', iso(new.schedule_updated_at)));
      end if;
      if (new.name, new.timezone, new.in_doubt, new.plan) is distinct from (old.name, old.timezone, old.in_doubt, old.plan) then
        insert into fresh_events (workspace_id, type, actor, data)
        select new.id, 'audit.setting_changed', event_actor(), jsonb_build_object('settings', jsonb_agg(each.key order by each.key))
        from jsonb_each(jsonb_build_object('name', new.name, 'timezone', new.timezone, 'in_doubt', new.in_doubt, 'plan', new.plan)) each
        where each.value is distinct from
          (jsonb_build_object('name', old.name, 'timezone', old.timezone, 'in_doubt', old.in_doubt, 'plan', old.plan) -> each.key);
      end if;
      return null;
    end $$;

    create function event_of_member() returns trigger language plpgsql as $$
    declare
      member members := coalesce(new, old);
      what text := case tg_op when 'INSERT' then 'joined' when 'UPDATE' then 'changed' else 'removed' end;
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      select member.workspace_id, kind, event_actor(), jsonb_build_object('person_id', member.person_id, 'role', member.role)
      from unnest(array['member.' || what, 'audit.member_' || what]) as kind;
      return null;
    end $$;

    create function event_of_invitation() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id, 'audit.member_invited', event_actor(), jsonb_build_object('invitation_id', new.id, 'role', new.role));
      return null;
    end $$;

    create function event_of_key() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id,
        case when tg_op = 'INSERT' then 'audit.key_created' when new.revoked_at is not null then 'audit.key_revoked' else 'audit.key_changed' end,
        event_actor(), jsonb_build_object('key_id', new.id::text, 'name', new.name));
      return null;
    end $$;

    create function event_of_grant() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id,
        case when tg_op = 'INSERT' then 'audit.grant_given' when new.revoked_at is not null then 'audit.grant_ended' else 'audit.grant_changed' end,
        event_actor(), jsonb_build_object('grant_id', new.id::text, 'name', new.client_name, 'person_id', new.person_id));
      return null;
    end $$;
  `.execute(db)
  await sql`
    -- The conditions stand here and not in the functions: a save of a step, a claim and a renewal then cost a comparison each.
    create trigger events_made after insert on posts for each row execute function event_of_post();
    create trigger events_changed after update on posts for each row
      when (old.updated_at is distinct from new.updated_at or old.status is distinct from new.status
        or old.deleted_at is distinct from new.deleted_at)
      execute function event_of_post();
    create trigger events_settled after update on deliveries for each row
      when (new.status in ('published', 'failed', 'blocked')
        and (old.status is distinct from new.status or old.blocked_reason is distinct from new.blocked_reason))
      execute function event_of_delivery();
    create trigger events_removed after update on deliveries for each row
      when (new.gone_at is not null and new.measure_at is null and old.measure_at is not null)
      execute function event_of_removal();
    create trigger events_made after insert on accounts for each row execute function event_of_account();
    create trigger events_changed after update on accounts for each row
      when (old.health is distinct from new.health or old.removed_at is distinct from new.removed_at
        or old.connected_at is distinct from new.connected_at)
      execute function event_of_account();
    create trigger events_made after insert on media for each row execute function event_of_media();
    create trigger events_changed after update on media for each row
      when (new.purged_at is null
        and (old.updated_at is distinct from new.updated_at or old.deleted_at is null and new.deleted_at is not null))
      execute function event_of_media();
    create trigger events_removed after delete on media for each row when (old.deleted_at is null)
      execute function event_of_media();
    create trigger events_changed after update on workspaces for each row execute function event_of_workspace();
    create trigger events_made after insert on members for each row execute function event_of_member();
    create trigger events_changed after update on members for each row
      when (old.role is distinct from new.role) execute function event_of_member();
    create trigger events_removed after delete on members for each row execute function event_of_member();
    create trigger events_made after insert or update on invitations for each row execute function event_of_invitation();
    create trigger events_made after insert on keys for each row execute function event_of_key();
    create trigger events_changed after update on keys for each row
      when ((old.name, old.abilities, old.leash, old.revoked_at) is distinct from (new.name, new.abilities, new.leash, new.revoked_at))
      execute function event_of_key();
    create trigger events_made after insert on grants for each row execute function event_of_grant();
    create trigger events_changed after update on grants for each row
      when ((old.leash, old.toolsets, old.revoked_at) is distinct from (new.leash, new.toolsets, new.revoked_at))
      execute function event_of_grant();
  `.execute(db)
}
