import { type Kysely, sql } from 'kysely'

/** Accounts that are often posted to together, under a name. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table account_sets (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      -- In their order; what is disconnected meanwhile stays here, and comes back with its account.
      account_ids bigint[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace_id, id)
    );
    create unique index account_sets_by_name on account_sets (workspace_id, lower(name));
  `.execute(db)
}
