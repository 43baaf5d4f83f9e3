import { type Kysely, sql } from 'kysely'

/** Named queues: times of the week that posts take turns in. See docs/decisions/0094. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table queues (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      -- Whom it is for; none: any.
      account_ids bigint[] not null,
      times jsonb not null,
      -- Minutes that a post may be later than its slot.
      jitter integer not null,
      -- Since when people hold what is in it.
      held_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace_id, id)
    );
    create unique index queues_by_name on queues (workspace_id, lower(name));
    -- Few are: a claim asks for them each time.
    create index queues_held on queues (id) where held_at is not null;

    -- A claim reads deliveries and no posts, so it stands here. The slot may be earlier than the time.
    alter table deliveries add column queue_id bigint, add column queue_slot timestamptz;
    create index deliveries_of_queue on deliveries (workspace_id, queue_id, queue_slot) where queue_id is not null;
  `.execute(db)
}
