import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table schedule_entries (
      workspace_id bigint not null references workspaces,
      account_id bigint,
      weekday text not null check (weekday in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
      time text not null check (time ~ '^([01]\\d|2[0-3]):[0-5]\\d$'),
      unique nulls not distinct (workspace_id, account_id, weekday, time),
      foreign key (workspace_id, account_id) references accounts
    );
  `.execute(db)
}
