import { type Kysely, sql } from 'kysely'

/**
 * How often a credential called lately. What a crash of the database forgets of it are minutes, so it is not logged; rows
 * are written over many times a second, so they have room beside them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create unlogged table rate_budgets (
      workspace_id bigint not null references workspaces,
      credential text not null,
      policy text not null,
      ends bigint[] not null,
      units int[] not null,
      used int not null,
      granted int not null,
      until timestamptz not null,
      primary key (workspace_id, credential, policy)
    ) with (fillfactor = 40);
    create index rate_budgets_until on rate_budgets (until);
    -- Nobody changed how far they go: it is no event.
    alter table keys disable trigger events_changed;
    alter table grants disable trigger events_changed;
    update keys set leash = leash || '{"requests_per_minute": null}' where not leash ? 'requests_per_minute';
    update grants set leash = leash || '{"requests_per_minute": null}' where not leash ? 'requests_per_minute';
    alter table keys enable trigger events_changed;
    alter table grants enable trigger events_changed;
    alter table replies add column replays int not null default 0;
  `.execute(db)
}
