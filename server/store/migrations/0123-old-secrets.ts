import { type Kysely, sql } from 'kysely'

/**
 * A webhook's secret may be changed twice in a day: what signed before the last change but one stays until its own day is over. The
 * newest old one stays where it was, for an older process beside this one. See docs/decisions/0251.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table webhook_old_secrets (
      workspace_id bigint not null,
      id bigint generated always as identity unique,
      webhook_id bigint not null,
      secret bytea not null,
      until timestamptz not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, webhook_id) references webhooks on delete cascade
    );
    create index webhook_old_secrets_of on webhook_old_secrets (webhook_id);
  `.execute(db)
}
