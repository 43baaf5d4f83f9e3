import { type Kysely, sql } from 'kysely'

/** The orders and filters of a library of a hundred thousand files. See docs/decisions/0168. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index media_by_change on media (workspace_id, updated_at desc, id desc) where deleted_at is null;
    create index media_by_size on media (workspace_id, size_bytes desc, id desc) where deleted_at is null;
    create index media_without_alt on media (workspace_id, created_at desc, id desc)
      where deleted_at is null and alt_text is null and starts_with(mime_type, 'image/');
    create index media_in_bin on media (workspace_id, created_at desc, id desc)
      where deleted_at is not null and purged_at is null;
  `.execute(db)
}
