import { type Kysely, sql } from 'kysely'

/** Codes of an app beside a password, and codes on paper for who loses it. See docs/decisions/0178. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table second_factors (
      person_id bigint primary key references persons on delete cascade,
      sealed_secret bytea not null,
      created_at timestamptz not null,
      -- Null: shown, and not confirmed by a code so far. It asks nothing of anybody.
      confirmed_at timestamptz,
      -- Of the newest code that was taken: none of it or from before is taken again.
      last_step bigint
    );

    -- Those that are left; one that was used is deleted.
    create table recovery_codes (
      person_id bigint not null references second_factors on delete cascade,
      code_hash bytea not null,
      primary key (person_id, code_hash)
    );
  `.execute(db)
}
