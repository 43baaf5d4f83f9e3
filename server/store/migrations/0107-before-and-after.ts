import { type Kysely, sql } from 'kysely'

/**
 * Events of settings, members, keys and apps tell what was before and what is now, where there is something to compare. A name,
 * a role or a leash is no secret. See docs/decisions/0218.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- With 'changes', unless nothing of it is another.
    create function with_changes(details jsonb, before jsonb, after jsonb, fields text[]) returns jsonb language sql immutable as $$
      select case when changes is null then details else details || jsonb_build_object('changes', changes) end
      from (
        select jsonb_agg(
          jsonb_build_object('field', field, 'before', before -> field, 'after', after -> field) order by place) as changes
        from unnest(fields) with ordinality as f(field, place)
        where before -> field is distinct from after -> field) as differing
    $$;

    create or replace function event_of_workspace() returns trigger language plpgsql as $$
    declare
      before jsonb := jsonb_build_object('name', old.name, 'timezone', old.timezone, 'in_doubt', old.in_doubt, 'plan', old.plan);
      after jsonb := jsonb_build_object('name', new.name, 'timezone', new.timezone, 'in_doubt', new.in_doubt, 'plan', new.plan);
    begin
      if new.schedule_updated_at <> old.schedule_updated_at then
        insert into fresh_events (workspace_id, type, actor, data)
        values (new.id, 'schedule.changed', event_actor(), jsonb_build_object('updated_at', iso(new.schedule_updated_at)));
      end if;
      if before <> after then
        insert into fresh_events (workspace_id, type, actor, data)
        select new.id, 'audit.setting_changed', event_actor(),
          with_changes(jsonb_build_object('settings', jsonb_agg(each.key order by each.key)), before, after,
            array['name', 'timezone', 'in_doubt', 'plan'])
        from jsonb_each(after) each
        where each.value is distinct from before -> each.key;
      end if;
      return null;
    end $$;

    create or replace function event_of_member() returns trigger language plpgsql as $$
    declare
      member members := coalesce(new, old);
      what text := case tg_op when 'INSERT' then 'joined' when 'UPDATE' then 'changed' else 'removed' end;
      details jsonb := jsonb_build_object('person_id', member.person_id, 'role', member.role);
    begin
      if tg_op = 'UPDATE' then details := with_changes(details, to_jsonb(old), to_jsonb(new), array['role']); end if;
      insert into fresh_events (workspace_id, type, actor, data)
      select member.workspace_id, kind, event_actor(), details
      from unnest(array['member.' || what, 'audit.member_' || what]) as kind;
      return null;
    end $$;

    create or replace function event_of_key() returns trigger language plpgsql as $$
    declare details jsonb := jsonb_build_object('key_id', new.id::text, 'name', new.name);
    begin
      if tg_op = 'UPDATE' and new.revoked_at is null then
        details := with_changes(details, to_jsonb(old), to_jsonb(new), array['name', 'abilities', 'leash']);
      end if;
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id,
        case when tg_op = 'INSERT' then 'audit.key_created' when new.revoked_at is not null then 'audit.key_revoked' else 'audit.key_changed' end,
        event_actor(), details);
      return null;
    end $$;

    create or replace function event_of_grant() returns trigger language plpgsql as $$
    declare details jsonb := jsonb_build_object('grant_id', new.id::text, 'name', new.client_name, 'person_id', new.person_id);
    begin
      if tg_op = 'UPDATE' and new.revoked_at is null then
        details := with_changes(details, to_jsonb(old), to_jsonb(new), array['toolsets', 'leash']);
      end if;
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id,
        case when tg_op = 'INSERT' then 'audit.grant_given' when new.revoked_at is not null then 'audit.grant_ended' else 'audit.grant_changed' end,
        event_actor(), details);
      return null;
    end $$;
  `.execute(db)
}
