/** The media library, one statement a function. */
import { sql } from 'kysely'
import type { Media } from '#rules/media.ts'
import { later } from './columns.ts'
import { reaches } from './posts.ts'
import { findRenditionFile } from './renditions.ts'
import type { Db, Schema, Scope } from './schema.ts'

/**
 * The live ones among `ids`, and of those in `attached` the deleted ones too, in no order; held until the transaction
 * ends, so that none is deleted meanwhile.
 */
export async function findMedia(
  { db, workspace_id }: Scope,
  ids: readonly number[],
  attached: readonly number[] = [],
) {
  if (!ids.length) return []
  return db
    .selectFrom('media')
    .select([
      'id',
      'original_name',
      'mime_type',
      'size_bytes',
      'width',
      'height',
      'duration',
      'frame_rate',
      'pages',
      'alt_text',
      'animated',
      'deleted_at',
      'purged_at',
    ])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .where((is) =>
      is.or([
        is('deleted_at', 'is', null),
        ...(attached.length ? [is('id', 'in', [...attached])] : []),
      ]),
    )
    .forKeyShare()
    .execute()
}
export type MediaRow = Awaited<ReturnType<typeof findMedia>>[number]

/** An item as it is shown, but for the origin of its addresses. */
export async function findItem({ db, workspace_id }: Scope, id: number) {
  return selectItems(db, workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type NewMedia = Pick<
  Schema['media'],
  | 'original_name'
  | 'mime_type'
  | 'size_bytes'
  | 'blob_key'
  | 'width'
  | 'height'
  | 'duration'
  | 'sha256'
  | 'alt_text'
> &
  Partial<
    Pick<
      Schema['media'],
      | 'thumbnail_key'
      | 'video_codec'
      | 'audio_codec'
      | 'frame_rate'
      | 'pages'
      | 'folder'
      | 'derived_from'
      | 'created_by'
    >
  > & { animated?: boolean; tags?: string[] }

export async function insertMedia({ db, workspace_id }: Scope, media: NewMedia, now: Date) {
  const { id } = await db
    .insertInto('media')
    .values({ workspace_id, ...media, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Where the same bytes are stored already; whoever asks goes on alone with these bytes until its transaction ends. */
export async function findTwin({ db, workspace_id }: Scope, sha256: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspace_id}:${sha256}`}, 1))`.execute(
    db,
  )
  return db
    .selectFrom('media')
    .select(['blob_key', 'thumbnail_key'])
    .where('workspace_id', '=', workspace_id)
    .where('sha256', '=', sha256)
    .where('purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

export interface MediaChange {
  folder?: string | null
  tags?: string[]
  alt_text?: string | null
}

/** False when there is no such live item, or, with `seen`, when it was changed since then. */
export async function changeItem(
  { db, workspace_id }: Scope,
  id: number,
  change: MediaChange,
  { now, seen }: { now: Date; seen: string | undefined },
) {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ ...change, updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(seen !== undefined, (query) => query.where('updated_at', '=', seen ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks an item, a deleted one too, against being attached; a post that was attaching it is through by then. */
export async function lockItem({ db, workspace_id }: Scope, id: number) {
  return db
    .selectFrom('media')
    .select(['id', 'sha256', 'blob_key', 'thumbnail_key', 'deleted_at'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Posts that have the item attached, deleted ones included; `visible` to whoever asks or not. */
export async function listUses(scope: Scope, media_id: number) {
  const { db, workspace_id } = scope
  return db
    .selectFrom('post_media')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.workspace_id', '=', 'post_media.workspace_id')
        .onRef('posts.id', '=', 'post_media.post_id'),
    )
    .select(['posts.id', 'posts.status', 'posts.deleted_at', reaches(scope).as('visible')])
    .distinct()
    .where('post_media.workspace_id', '=', workspace_id)
    .where('post_media.media_id', '=', media_id)
    .orderBy('posts.id')
    .execute()
}

/** How many posts that are not deleted show each of these; those that none shows are left out. */
export async function countUses({ db, workspace_id }: Scope, ids: readonly number[]) {
  const rows = await db
    .selectFrom('post_media')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.workspace_id', '=', 'post_media.workspace_id')
        .onRef('posts.id', '=', 'post_media.post_id'),
    )
    .select(({ fn }) => [
      'post_media.media_id',
      fn.count<number>('post_media.post_id').distinct().as('count'),
    ])
    .where('post_media.workspace_id', '=', workspace_id)
    .where('post_media.media_id', 'in', ids)
    .where('posts.deleted_at', 'is', null)
    .groupBy('post_media.media_id')
    .execute()
  return new Map(rows.map(({ media_id, count }) => [media_id, count]))
}

export async function softDelete({ db, workspace_id }: Scope, id: number, now: Date) {
  await db
    .updateTable('media')
    .set({ deleted_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** False when none of that id lies among the deleted. */
export async function bringBack({ db, workspace_id }: Scope, id: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ deleted_at: null, updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** In one order, so that two who change many do not wait for each other. */
export async function lockItems({ db, workspace_id }: Scope, ids: readonly number[]) {
  await db
    .selectFrom('media')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether any post, a deleted one too, has it attached. */
export async function isShown({ db, workspace_id }: Scope, media_id: number) {
  const row = await db
    .selectFrom('post_media')
    .select('media_id')
    .where('workspace_id', '=', workspace_id)
    .where('media_id', '=', media_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeItem({ db, workspace_id }: Scope, id: number) {
  await db
    .deleteFrom('media')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** Whether any item, soft-deleted ones included, still needs these bytes. */
export async function isKept({ db, workspace_id }: Scope, blob_key: string) {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('blob_key', '=', blob_key)
    .where('purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What is served under an unguessable key, whoever asks: the key is the permission. */
export async function findFile(db: Db, key: string) {
  const columns = ['mime_type', 'size_bytes', 'sha256', 'original_name'] as const
  const file = await db
    .selectFrom('media')
    .select(columns)
    .where('blob_key', '=', key)
    .where('purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return file ?? (await findThumbnail(db, key)) ?? (await findRenditionFile(db, key))
}

async function findThumbnail(db: Db, key: string) {
  const item = await db
    .selectFrom('media')
    .select('id')
    .where('thumbnail_key', '=', key)
    .where('purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const mime_type = key.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
  return item && { mime_type, size_bytes: undefined, sha256: null, original_name: key }
}

export type Item = Omit<Media, 'cdn_url' | 'thumbnail_url' | 'poster_url' | 'derived_from'> & {
  blob_key: string
  thumbnail_key: string | null
  /** Of the picture that was taken out of it last. */
  poster_key: string | null
  derived_from: number | null
  animated: boolean
  created_at: string
  created_by: string | null
}

/** The last one that is there, of whatever was taken out of a video. */
const posterKey = sql<string | null>`(
  select poster.blob_key from media poster
  where poster.workspace_id = media.workspace_id and poster.derived_from = media.id
    and starts_with(media.mime_type, 'video/') and starts_with(poster.mime_type, 'image/')
    and poster.deleted_at is null
  order by poster.id desc limit 1)`

export function selectItems(db: Db, workspace_id: number) {
  return db
    .selectFrom('media')
    .select([
      'id',
      'original_name',
      'mime_type',
      'size_bytes',
      'blob_key',
      'thumbnail_key',
      'width',
      'height',
      'duration',
      'sha256',
      'folder',
      'tags',
      'alt_text',
      'animated',
      'derived_from',
      'created_by',
      'created_at',
      'updated_at',
      posterKey.as('poster_key'),
    ])
    .where('workspace_id', '=', workspace_id)
}
