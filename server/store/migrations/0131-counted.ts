import { type Kysely, sql } from 'kysely'

/** What each account used up of what its platform counts over a day besides posts. Those of more than a day ago go with the next one. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table counted (
      workspace_id bigint not null references workspaces (id) on delete cascade,
      id bigint generated always as identity,
      account_id bigint not null,
      what text not null,
      at timestamptz not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade
    );
    create index counted_of_a_day on counted (workspace_id, account_id, what, at);
  `.execute(db)
}
