import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    alter table connects add column person_id bigint;

    create table offers (
      token_hash bytea primary key,
      workspace_id bigint not null references workspaces,
      person_id bigint,
      platform text not null,
      sandbox boolean not null,
      accounts bytea not null,
      expires_at timestamptz not null
    );
    create index offers_by_age on offers (expires_at);
  `.execute(db)
}
