import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table workspaces (
      id bigint generated always as identity primary key,
      name text not null,
      plan text not null,
      timezone text not null default 'UTC',
      created_at timestamptz not null
    );

    create table keys (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      secret_hash bytea not null,
      preview text not null,
      abilities jsonb not null,
      leash jsonb not null,
      last_used_at timestamptz,
      created_at timestamptz not null,
      revoked_at timestamptz,
      primary key (workspace_id, id)
    );

    create table accounts (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity,
      platform text not null,
      kind text not null,
      platform_account_id text not null,
      name text not null,
      username text not null,
      avatar_url text,
      settings jsonb not null default '{}',
      secret bytea not null,
      token_expires_at timestamptz,
      refreshable boolean not null,
      token_version integer not null default 0,
      refreshing_until timestamptz,
      health text not null default 'healthy' check (health in ('healthy', 'expiring', 'needs_reconnect', 'disabled')),
      health_message text,
      sandbox boolean not null,
      paused_until timestamptz,
      connected_at timestamptz not null,
      removed_at timestamptz,
      primary key (workspace_id, id),
      unique (workspace_id, platform, platform_account_id, sandbox)
    );

    create table connects (
      state_hash bytea primary key,
      workspace_id bigint not null references workspaces,
      platform text not null,
      sandbox boolean not null,
      keep bytea not null,
      expires_at timestamptz not null
    );

    create table posts (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity,
      content text not null,
      first_comment text,
      platform_options jsonb not null default '{}',
      platform_content jsonb not null default '[]',
      status text not null check (status in ('draft', 'scheduled', 'published', 'failed')),
      scheduled_at timestamptz,
      published_at timestamptz,
      error_message text,
      charged_month text,
      created_via text not null,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      approval_asked_at timestamptz,
      approval_asked_by text,
      approval_declined text,
      primary key (workspace_id, id),
      check (approval_asked_at is null or status = 'draft'),
      check ((approval_asked_at is null) = (approval_asked_by is null)),
      check (approval_declined is null or approval_asked_at is not null)
    );
    create index posts_awaiting on posts (workspace_id, approval_asked_at, id)
      where approval_asked_at is not null and approval_declined is null and deleted_at is null;
    create index posts_listed on posts (workspace_id, created_at desc, id desc) where deleted_at is null;
    create index posts_by_status on posts (workspace_id, status, created_at desc, id desc) where deleted_at is null;
    create index posts_by_time on posts (workspace_id, scheduled_at) where deleted_at is null;

    create table deliveries (
      workspace_id bigint not null,
      id bigint generated always as identity,
      post_id bigint not null,
      account_id bigint not null,
      position integer not null,
      platform text not null,
      sandbox boolean not null,
      status text not null default 'pending' check (status in ('pending', 'publishing', 'published', 'failed', 'blocked')),
      wanted_at timestamptz,
      due_at timestamptz,
      lease_token bigint not null default 0,
      lease_until timestamptz,
      attempt integer not null default 0,
      attempts_before integer not null default 0,
      steps jsonb not null default '{}',
      platform_post_id text,
      platform_url text,
      error_code text,
      error_message text,
      blocked_reason text check (blocked_reason in ('account_disconnected', 'account_removed', 'outcome_unknown')),
      warnings jsonb not null default '[]',
      published_at timestamptz,
      measure_at timestamptz,
      measure_tries smallint not null default 0,
      gone_at timestamptz,
      primary key (workspace_id, id),
      unique (workspace_id, post_id, account_id),
      foreign key (workspace_id, post_id) references posts,
      foreign key (workspace_id, account_id) references accounts,
      check ((status = 'publishing') = (lease_until is not null)),
      check ((status = 'blocked') = (blocked_reason is not null))
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
    create index deliveries_due on deliveries (due_at, workspace_id, account_id, id) where status = 'pending' and due_at is not null;
    create index deliveries_leased on deliveries (lease_until) where status = 'publishing';
    create index deliveries_by_account on deliveries (workspace_id, account_id, published_at) where status in ('publishing', 'published');

    create table attempts (
      workspace_id bigint not null,
      delivery_id bigint not null,
      number integer not null,
      worker text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      step text,
      outcome text,
      code text,
      words text,
      request_id text,
      primary key (workspace_id, delivery_id, number),
      foreign key (workspace_id, delivery_id) references deliveries
    );

    create table pauses (
      platform text not null,
      sandbox boolean not null,
      until timestamptz not null,
      reason text not null,
      primary key (platform, sandbox)
    );

    create table circuits (
      platform text not null,
      sandbox boolean not null,
      accounts bigint[] not null,
      opened integer not null default 0,
      until timestamptz,
      probe_until timestamptz,
      primary key (platform, sandbox)
    );

    create table usage (
      workspace_id bigint not null references workspaces,
      month text not null,
      used integer not null check (used >= 0),
      primary key (workspace_id, month)
    );

    create table daily_posts (
      workspace_id bigint not null references workspaces,
      credential text not null,
      day date not null,
      used integer not null check (used >= 0),
      primary key (workspace_id, credential, day)
    );

    create table replies (
      workspace_id bigint not null references workspaces,
      credential text not null,
      key text not null,
      fingerprint bytea not null,
      status integer not null,
      body bytea not null,
      created_at timestamptz not null,
      primary key (workspace_id, credential, key)
    );
    create index replies_by_age on replies (created_at);

    create function iso(at timestamptz) returns text immutable strict parallel safe language sql
      return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  `.execute(db)
}
