import { type Kysely, sql } from 'kysely'

/**
 * Who came for a file under the address that one call carried, the first time, or that nobody may come any more: one of the two.
 * What may be chosen on an account is kept as its platform said it last. And images are made smaller as well: of one original there may be several forms that differ by their size.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table pulls (
      workspace_id bigint not null,
      delivery_id bigint not null,
      step text not null,
      began timestamptz not null,
      fetched_at timestamptz,
      closed_at timestamptz,
      primary key (workspace_id, delivery_id, step, began),
      check ((fetched_at is null) <> (closed_at is null))
    );
    create index pulls_by_age on pulls (began);
    create table account_choices (
      workspace_id bigint not null,
      account_id bigint not null,
      choices jsonb not null,
      primary key (workspace_id, account_id),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade
    );
    alter table renditions add column max_short_side integer not null default 0;
    alter table renditions drop constraint renditions_pkey;
    alter table renditions add primary key (workspace_id, blob_key, max_bytes, max_short_side);
  `.execute(db)
}
