/** A library with so many files that it shows how they are read; see many-posts.ts. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#store/schema.ts'

const FILES = 30_000

/** Nearly all are described and shown by a post; of each kind that is looked for there are some thirty. */
export async function plantFiles(db: Kysely<Schema>, workspace_id: number, files = FILES) {
  const step = Math.max(1, Math.floor(files / 30))
  await db.transaction().execute(async (tx) => {
    // Nobody hears of files that were never sent.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
    insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, width, height, folder, tags, alt_text, created_at, updated_at, deleted_at)
    select ${workspace_id}, 'picture-' || i || case when i % ${step} = 1 then '-needle' else '' end || '.jpg', 'image/jpeg', 100000 + (i * 7919) % 900000,
      'planted-' || ${workspace_id} || '-' || i || '.jpg', 1200 + (i % 5) * 200, 1200 - (i % 3) * 200,
      case when i % ${step} = 2 then 'few' when i % 4 = 0 then 'common' end,
      case when i % ${step} = 3 then array['few'] when i % 3 = 0 then array['common'] else '{}' end,
      case when i % ${step} <> 4 then 'A picture' end, at, at, case when i % ${step} = 5 then at end
    from generate_series(1, ${files}) i,
      lateral (select '2026-01-01T00:00:00Z'::timestamptz + i * (interval '300 days' / ${files}) as at) t`.execute(
      tx,
    )
    await sql`
    insert into post_media (workspace_id, post_id, position, media_id)
    select m.workspace_id, p.id, row_number() over (order by m.id), m.id
    from media m, (select min(id) as id from posts where workspace_id = ${workspace_id}) p
    where m.workspace_id = ${workspace_id} and p.id is not null and m.id % ${step} <> 6`.execute(tx)
  })
  await sql`vacuum analyze media`.execute(db)
  await sql`vacuum analyze post_media`.execute(db)
}
