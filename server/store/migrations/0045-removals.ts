import { type Kysely, sql } from 'kysely'

/**
 * Taking down what is out: a row for each publishing of a delivery that somebody wants down, beside the delivery, whose own
 * states stay as they were. That the platform does not have it any more is told once, whoever found out first: the person who
 * asked for it, or whoever reads its numbers.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Which publishing of it this is; it grows when what was taken down is published anew.
    alter table deliveries add column generation int not null default 1;

    create table removals (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity,
      delivery_id bigint not null,
      generation int not null,
      post_id bigint not null,
      account_id bigint not null,
      platform text not null,
      sandbox boolean not null,
      state text not null check (state in ('pending', 'removing', 'removed', 'failed', 'unsupported')),
      -- As those of a delivery, an entry for each thing that is taken down.
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
      -- Where a person takes it down.
      act_url text,
      finished_at timestamptz,
      primary key (workspace_id, id),
      unique (workspace_id, delivery_id, generation),
      foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id) on delete cascade,
      check ((state = 'removing') = (lease_until is not null)),
      check ((state = 'pending') = (due_at is not null)),
      check ((state in ('removed', 'failed', 'unsupported')) = (finished_at is not null))
    );
    create index removals_open on removals (due_at) where state = 'pending';
    create index removals_under_way on removals (lease_until) where state = 'removing';

    drop trigger events_removed on deliveries;
    create trigger events_removed after update on deliveries for each row
      when (new.gone_at is not null and new.measure_at is null
        and (old.gone_at is null or old.measure_at is not null))
      execute function event_of_removal();
  `.execute(db)
}
