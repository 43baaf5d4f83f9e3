import { type Kysely, sql } from 'kysely'

/**
 * Receipts: every number that a step of ours was given by a platform, once for each platform account, in every workspace:
 * what is somebody's receipt explains an entry, and is nobody else's. What waits for a person shows its candidates, and
 * stays under watch; a step in doubt holds no place in its account's line.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table receipts (
      platform text not null,
      sandbox boolean not null,
      platform_account_id text not null,
      id text not null,
      workspace_id bigint not null,
      delivery_id bigint not null,
      step text not null,
      at timestamptz not null,
      primary key (platform, sandbox, platform_account_id, id)
    );
    insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
      select distinct on (d.platform, d.sandbox, a.platform_account_id, d.platform_post_id)
        d.platform, d.sandbox, a.platform_account_id, d.platform_post_id, d.workspace_id, d.id, 'post', coalesce(d.published_at, now())
      from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
      where d.platform_post_id is not null
      order by d.platform, d.sandbox, a.platform_account_id, d.platform_post_id, d.published_at;
    alter table deliveries
      add column candidates jsonb,
      add column watch_at timestamptz,
      add column watches smallint not null default 0,
      add column in_doubt boolean not null default false;
    create index deliveries_in_doubt on deliveries (workspace_id, account_id) where blocked_reason = 'outcome_unknown';
    create index deliveries_watched on deliveries (watch_at) where watch_at is not null;
    create index accounts_by_platform_account on accounts (platform, sandbox, platform_account_id);
  `.execute(db)
}
