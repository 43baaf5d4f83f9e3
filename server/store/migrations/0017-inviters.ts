import { type Kysely, sql } from 'kysely'

/** Who invited: an invitation ends with its owner's place. Null: the command line did, or it is of before this was kept. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table invitations add column invited_by bigint references persons on delete cascade;
  `.execute(db)
}
