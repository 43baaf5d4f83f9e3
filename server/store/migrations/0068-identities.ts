import { type Kysely, sql } from 'kysely'

/** People who sign in by an OpenID Connect provider, and need no password. See docs/decisions/0132. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Who a person is at a provider: at each of them one.
    create table identities (
      issuer text not null,
      subject text not null,
      person_id bigint not null references persons on delete cascade,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      primary key (issuer, subject),
      unique (person_id, issuer)
    );

    -- The minutes between sending somebody to the provider and their return.
    create table oidc_requests (
      state_hash bytea primary key,
      browser_hash bytea not null,
      keep bytea not null,
      expires_at timestamptz not null
    );

    alter table persons alter column password_hash drop not null;
    -- Of a sign-in whose role is the provider's word: until it is asked again.
    alter table sessions add column ends_at timestamptz;

    alter table mail_links drop constraint mail_links_kind_check;
    alter table mail_links add constraint mail_links_kind_check
      check (kind in ('sign_up', 'reset', 'email', 'invitation', 'sign_in'));
  `.execute(db)
}
