import { type Kysely, sql } from 'kysely'

/**
 * Changing what is out: a row for each change of each delivery that somebody asked for, in the order in which they are carried
 * out. The delivery and the post stay as they were written; what is out now stands in the last row that was carried out.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table edits (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity,
      delivery_id bigint not null,
      generation int not null,
      post_id bigint not null,
      account_id bigint not null,
      platform text not null,
      sandbox boolean not null,
      -- The first that was published is 1, so the first change is 2.
      revision int not null,
      state text not null check (state in ('pending', 'editing', 'edited', 'failed')),
      -- What it changes: null, and what is not named, stay.
      content text,
      options jsonb not null default '{}',
      -- What is out once it is carried out, of what changes ever named.
      out_content text,
      out_options jsonb not null default '{}',
      steps jsonb not null default '{}',
      asked_by text not null,
      asked_at timestamptz not null,
      -- Since when it has been tried: what waits for a person does not grow old.
      wanted_at timestamptz not null,
      due_at timestamptz,
      lease_token bigint not null default 0,
      lease_until timestamptz,
      error_code text,
      error_message text,
      finished_at timestamptz,
      primary key (workspace_id, id),
      unique (workspace_id, delivery_id, generation, revision),
      foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id) on delete cascade,
      check ((state = 'editing') = (lease_until is not null)),
      check ((state = 'pending') = (due_at is not null)),
      check ((state in ('edited', 'failed')) = (finished_at is not null))
    );
    create index edits_open on edits (due_at) where state = 'pending';
    create index edits_under_way on edits (lease_until) where state = 'editing';
    create index edits_waiting on edits (workspace_id, account_id) where state in ('pending', 'editing');

    create function event_of_edit() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      select new.workspace_id, case new.state when 'edited' then 'delivery.edited' else 'delivery.edit_failed' end,
        new.post_id, new.delivery_id, new.account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', d.attempt, 'revision', new.revision,
          'platform_post_id', d.platform_post_id, 'platform_url', d.platform_url, 'error_code', new.error_code))
      from deliveries d where d.workspace_id = new.workspace_id and d.id = new.delivery_id;
      return null;
    end $$;
    create trigger events_ended after update on edits for each row
      when (new.state in ('edited', 'failed') and old.state <> new.state)
      execute function event_of_edit();
  `.execute(db)
}
