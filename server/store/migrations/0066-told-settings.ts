import { type Kysely, sql } from 'kysely'

/** Who changes account sets, queues, calendar addresses or parameters on links, or pauses publishing, is told of as who changes other settings. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function event_of_setting() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (case when tg_table_name = 'workspaces' then (to_jsonb(new) ->> 'id')::bigint
          else (to_jsonb(coalesce(new, old)) ->> 'workspace_id')::bigint end,
        'audit.setting_changed', event_actor(), jsonb_build_object('settings', jsonb_build_array(tg_argv[0])));
      return null;
    end $$;
    create trigger setting_told after insert or update or delete on account_sets
      for each row execute function event_of_setting('account_sets');
    create trigger setting_told after insert or delete on calendars
      for each row execute function event_of_setting('calendars');
    create trigger setting_told after insert or update or delete on queues
      for each row execute function event_of_setting('queues');
    create trigger utm_told after update of utm on workspaces for each row
      execute function event_of_setting('utm_templates');
    create trigger held_told after update on workspaces for each row
      when (new.held_at is distinct from old.held_at)
      execute function event_of_setting('publishing');
    create trigger held_told after update on accounts for each row
      when (new.held_at is distinct from old.held_at)
      execute function event_of_setting('publishing');
  `.execute(db)
}
