import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table oauth_entries (
      model text not null,
      id_hash bytea not null,
      body bytea not null,
      client_id text,
      grant_ref text,
      audience text,
      scope text,
      created_at timestamptz not null,
      consumed_at timestamptz,
      expires_at timestamptz,
      primary key (model, id_hash)
    );
    create index oauth_entries_by_grant on oauth_entries (grant_ref) where grant_ref is not null;
    create index oauth_entries_by_client on oauth_entries (client_id) where client_id is not null;
    create index oauth_entries_to_prune on oauth_entries (expires_at) where expires_at is not null;

    create table grants (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      person_id bigint not null references persons on delete cascade,
      ref text not null unique,
      client_id text not null,
      client_name text not null,
      client_uri text,
      redirect_host text not null,
      leash jsonb not null,
      last_used_at timestamptz,
      created_at timestamptz not null,
      revoked_at timestamptz,
      primary key (workspace_id, id)
    );
    create index grants_by_person on grants (person_id);
    create index grants_by_client on grants (client_id) where revoked_at is null;
  `.execute(db)
}
