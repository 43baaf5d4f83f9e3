import { type Kysely, sql } from 'kysely'

/**
 * A series keeps the alt texts that its files had when it was written, as posts do: those of today where it is there already.
 * An older process writes none, and its posts take those of the files.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- By the file's id, a text or null.
    alter table series add column alt_texts jsonb not null default '{}';
    update series set alt_texts = coalesce((
      select jsonb_object_agg(m.id, m.alt_text) from media m
      where m.workspace_id = series.workspace_id and m.id in (
        select (shown #>> '{}')::bigint
        from jsonb_path_query(
          (post - 'metadata') || jsonb_build_object('variations', variations),
          '$.**.media_ids[*] ? (@.type() == "number")') as shown)), '{}');
  `.execute(db)
}
