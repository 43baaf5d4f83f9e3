import { type Kysely, sql } from 'kysely'

/** Addresses at which programs for calendars read what is planned. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table calendars (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      -- The address holds the token, and nothing here does.
      token_hash bytea not null unique,
      with_text boolean not null,
      -- Null: of all accounts.
      account_ids jsonb,
      created_by text not null,
      created_at timestamptz not null,
      primary key (workspace_id, id)
    );
  `.execute(db)
}
