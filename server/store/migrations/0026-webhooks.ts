import { type Kysely, sql } from 'kysely'

/** Who is called when something happens, and each call. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table webhooks (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      url text not null,
      description text not null,
      -- Kinds and groups as they were asked for; null: all.
      types text[],
      -- Only what is about these; null: all that its maker sees.
      account_ids bigint[],
      secret bytea not null,
      -- Valid beside the new one for a day after it was rotated.
      old_secret bytea,
      old_until timestamptz,
      -- The last event that it was looked at for.
      position bigint not null,
      -- Calls that failed since it last answered, and since when.
      failing_since timestamptz,
      failures integer not null default 0,
      -- One was given up since it last answered.
      dead_told boolean not null default false,
      disabled_at timestamptz,
      disabled_why text,
      -- The credential that made it: it sees what that sees, and ends with it.
      made_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace_id, id)
    );

    create table webhook_sends (
      workspace_id bigint not null,
      id bigint generated always as identity unique,
      webhook_id bigint not null,
      event_seq bigint not null,
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'dead')),
      tries integer not null default 0,
      due_at timestamptz not null,
      lease_token bigint not null default 0,
      lease_until timestamptz,
      last_at timestamptz,
      last_status integer,
      last_error text,
      ms integer,
      answer text,
      created_at timestamptz not null,
      primary key (workspace_id, id),
      unique (webhook_id, event_seq),
      foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
      check ((state = 'sending') = (lease_until is not null))
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    create index webhook_sends_open on webhook_sends (due_at) where state in ('waiting', 'sending');
    create index webhook_sends_listed on webhook_sends (webhook_id, id desc);
    create index webhook_sends_by_age on webhook_sends (created_at);

    create function event_of_webhook() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id, tg_argv[0], event_actor(),
        jsonb_strip_nulls(jsonb_build_object('webhook_id', new.id::text, 'why', case when tg_argv[0] = 'webhook.disabled' then new.disabled_why end)));
      return null;
    end $$;
    create trigger events_disabled after update on webhooks for each row
      when (old.disabled_at is null and new.disabled_at is not null)
      execute function event_of_webhook('webhook.disabled');
    create trigger events_dead after update on webhooks for each row
      when (not old.dead_told and new.dead_told)
      execute function event_of_webhook('webhook.dead');
  `.execute(db)
}
