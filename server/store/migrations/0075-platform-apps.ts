import { type Kysely, sql } from 'kysely'

/**
 * Ids and secrets of the apps that this instance has with platforms, set at the dashboard. Every process hears of a change, and
 * the workspace that the instance began with is told of it, never with what was set.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table platform_apps (
      platform text primary key,
      client_id text not null,
      client_secret bytea not null,
      changed_at timestamptz(3) not null
    );
    create function event_of_platform_app() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      select w.id, 'audit.setting_changed', event_actor(),
        jsonb_build_object('settings', jsonb_build_array('platforms'))
      from workspaces w order by w.id limit 1;
      perform pg_notify('platform_apps', '');
      return null;
    end $$;
    create trigger platform_app_told after insert or update or delete on platform_apps
      for each row execute function event_of_platform_app();
  `.execute(db)
}
