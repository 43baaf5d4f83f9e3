/** The files that a post shows, with what is said of them in it. */
import { sql } from 'kysely'
import type { StoredPost } from '#rules/post.ts'
import type { Scope } from './schema.ts'

/** Replaces what is attached, in order, with the alt texts that go out; what the parts of a thread show stands behind. */
export async function attachMedia(
  { db, workspace_id }: Scope,
  post_id: number,
  media: readonly Attached[],
  of_parts: readonly Attached[] = [],
) {
  await db
    .deleteFrom('post_media')
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .execute()
  const all = [...media, ...of_parts]
  if (!all.length) return
  const rows = all.map(({ id: media_id, alt_text }, position) => ({
    workspace_id,
    post_id,
    position,
    media_id,
    alt_text,
    in_thread: position >= media.length,
  }))
  await db.insertInto('post_media').values(rows).execute()
}

interface Attached {
  id: number
  alt_text: string | null
}

/** With what is said of it in this post. */
const attached = sql`json_build_object(
    'id', m.id, 'original_name', m.original_name, 'mime_type', m.mime_type, 'size_bytes', m.size_bytes,
    'cdn_url', '/media/' || m.blob_key, 'thumbnail_url', '/media/' || m.thumbnail_key, 'width', m.width, 'height', m.height, 'duration', m.duration,
    'sha256', m.sha256, 'folder', m.folder, 'tags', m.tags, 'alt_text', p.alt_text)`

/** As columns of a post: those of the post itself. */
export const media = sql<StoredPost['media']>`coalesce((
  select json_agg(${attached} order by p.position)
  from post_media p join media m on m.workspace_id = p.workspace_id and m.id = p.media_id
  where p.workspace_id = posts.workspace_id and p.post_id = posts.id and not p.in_thread), '[]'::json)`

/** Those of the parts behind the first; only of threads: of all others there is nothing to look for. */
export const partMedia = sql<StoredPost['part_media']>`case when thread is not null then (
  select json_agg(${attached} order by p.position)
  from post_media p join media m on m.workspace_id = p.workspace_id and m.id = p.media_id
  where p.workspace_id = posts.workspace_id and p.post_id = posts.id and p.in_thread) end`
