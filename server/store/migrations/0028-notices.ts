import { type Kysely, sql } from 'kysely'

/** What people are told of without asking. It all ends with their membership. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table notices (
      workspace_id bigint not null,
      person_id bigint not null,
      id bigint generated always as identity unique,
      kind text not null,
      -- What happens for the same reason is one notice while nobody has read it.
      cause text not null,
      -- The last event that it tells of; null: it was found by looking.
      event_seq bigint,
      count integer not null,
      items jsonb not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      -- When a mail is to tell of it; null: none is.
      due_at timestamptz,
      sent_at timestamptz,
      -- How many of count mails have told.
      mailed integer not null default 0,
      read_at timestamptz,
      primary key (workspace_id, person_id, id),
      foreign key (workspace_id, person_id) references members on delete cascade
    );
    create unique index notices_open on notices (workspace_id, person_id, kind, cause) where read_at is null;
    create index notices_by_cause on notices (workspace_id, person_id, kind, cause, sent_at);
    create index notices_due on notices (due_at) where due_at is not null;

    create table notice_ways (
      workspace_id bigint not null,
      person_id bigint not null,
      kind text not null,
      way text not null check (way in ('off', 'at_once', 'daily')),
      primary key (workspace_id, person_id, kind),
      foreign key (workspace_id, person_id) references members on delete cascade
    );
    create table notice_days (
      workspace_id bigint not null,
      person_id bigint not null,
      daily_at text not null,
      -- Null: the workspace's.
      timezone text,
      primary key (workspace_id, person_id),
      foreign key (workspace_id, person_id) references members on delete cascade
    );

    -- How far events were looked at, and when keys and plans were: one process at a time does.
    create table notice_feed (
      one boolean primary key default true check (one),
      seq bigint not null,
      looked_at timestamptz
    );
    insert into notice_feed (seq) select seq from event_counter;
  `.execute(db)
}
