import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table renditions (
      workspace_id bigint not null references workspaces,
      blob_key text not null,
      max_bytes bigint not null,
      rendition_key text not null,
      mime_type text not null,
      size_bytes bigint not null,
      width integer not null,
      height integer not null,
      primary key (workspace_id, blob_key, max_bytes)
    );
    create index renditions_by_key on renditions (rendition_key);
  `.execute(db)
}
