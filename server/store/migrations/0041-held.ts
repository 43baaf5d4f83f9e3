import { type Kysely, sql } from 'kysely'

/** People hold what is due: of an account, or of the whole workspace. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspaces add column held_at timestamptz, add column held_reason text;
    alter table accounts add column held_at timestamptz, add column held_reason text;
    -- Few are: a claim asks for them each time.
    create index workspaces_held on workspaces (id) where held_at is not null;
  `.execute(db)
}
