import { type Kysely, sql } from 'kysely'

/** Posts that recur: a series is looked at when one of its times comes near, and makes an ordinary post for it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table series (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      rule text not null,
      -- What the clock of the time zone shows: 2026-11-20T09:00.
      starts_at text not null,
      timezone text not null,
      -- As schedule_post takes it, without a time.
      post jsonb not null,
      variations jsonb not null,
      -- Where its posts go: who does not see one of these does not see the series.
      account_ids bigint[] not null,
      -- Local times and dates that it leaves out.
      skip text[] not null,
      state text not null check (state in ('active', 'paused', 'ended')),
      why text,
      -- Without an end in its rule: until when somebody said that it goes on.
      confirmed_until timestamptz,
      -- Why what would be made by now is not.
      waits jsonb,
      make_failures int not null default 0,
      post_failures int not null default 0,
      -- What came before was made, or was not.
      seen_until timestamptz not null,
      look_at timestamptz,
      -- Whose it is: by this credential its posts are made.
      made_by text not null,
      created_via text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace_id, id),
      check (look_at is null or state = 'active')
    );
    create index series_due on series (look_at) where look_at is not null;
    create index series_listed on series (workspace_id, created_at, id);

    create table occurrences (
      workspace_id bigint not null,
      series_id bigint not null,
      -- The rule's own time, by the clock: each comes once, whatever the clocks do and whoever makes it.
      local_at text not null,
      at timestamptz not null,
      -- Null: it could not be made.
      post_id bigint,
      -- The post as the series wrote it: another version was touched by somebody.
      written_at timestamptz,
      variation int,
      code text,
      message text,
      -- When to see what became of its post.
      check_at timestamptz,
      primary key (workspace_id, series_id, local_at),
      foreign key (workspace_id, series_id) references series (workspace_id, id),
      foreign key (workspace_id, post_id) references posts (workspace_id, id)
    );
    create unique index occurrences_of_posts on occurrences (workspace_id, post_id) where post_id is not null;
    create index occurrences_unchecked on occurrences (check_at) where check_at is not null;

    create function event_of_series() returns trigger language plpgsql as $$
    declare kind text;
    begin
      if tg_op = 'INSERT' then kind := 'series.created';
      elsif new.state = old.state then kind := 'series.changed';
      elsif new.state = 'active' then kind := 'series.resumed';
      else kind := 'series.' || new.state;
      end if;
      insert into fresh_events (workspace_id, type, actor, data)
      values (new.workspace_id, kind, case when tg_op = 'INSERT' then new.made_by else event_actor() end,
        jsonb_build_object('series_id', new.id, 'name', new.name, 'why', new.why, 'updated_at', iso(new.updated_at)));
      return null;
    end $$;
    create trigger events_made after insert on series for each row execute function event_of_series();
    create trigger events_changed after update on series for each row
      when (old.updated_at is distinct from new.updated_at) execute function event_of_series();
  `.execute(db)
}
