import { type Kysely, sql } from 'kysely'

/** Parameters that are put on the links of a post when it is written. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Templates, the workspace's own and those of labels, as they were written; null: there is none.
    alter table workspaces add column utm json, add column utm_updated_at timestamptz;
    -- What goes out there where that is not the text as written: {content, first_comment}.
    alter table deliveries add column wording jsonb;
  `.execute(db)
}
