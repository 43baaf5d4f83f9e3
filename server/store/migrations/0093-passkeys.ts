import { type Kysely, sql } from 'kysely'

/** Keys by which people sign in without a password. See docs/decisions/0195. An older process does not know them, and takes none. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- What authenticators know a person by: chance, so that it tells nothing of them.
    create table passkey_handles (
      person_id bigint primary key references persons on delete cascade,
      handle bytea not null unique
    );

    create table passkeys (
      id bigint generated always as identity primary key,
      person_id bigint not null references persons on delete cascade,
      name text not null,
      credential_id bytea not null unique,
      public_key bytea not null,
      -- As the authenticator counts its signatures; 0: it does not.
      counter bigint not null,
      transports text[] not null,
      -- Whether it may be copied to other devices by whoever made it, and whether it is.
      backup_eligible boolean not null,
      backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_of_person on passkeys (person_id);

    -- What is to be signed, once. Without a person: to sign in by.
    create table passkey_challenges (
      challenge_hash bytea primary key,
      person_id bigint references persons on delete cascade,
      expires_at timestamptz not null
    );
  `.execute(db)
}
