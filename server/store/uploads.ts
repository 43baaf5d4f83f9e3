/** Upload sessions. The row is the truth: bytes beyond `received_bytes` were never acknowledged. */
import { sql } from 'kysely'
import type { FieldErrors } from '#rules/problem.ts'
import type { Db, Schema, Scope } from './schema.ts'

export type NewUpload = Pick<
  Schema['uploads'],
  | 'id'
  | 'filename'
  | 'mime_type'
  | 'size_bytes'
  | 'chunk_size'
  | 'sha256'
  | 'folder'
  | 'tags'
  | 'alt_text'
  | 'blob_key'
  | 'store_id'
  | 'opened_by'
>

export async function insertUpload(
  { db, workspace_id }: Scope,
  upload: NewUpload,
  { now, expires_at }: { now: Date; expires_at: Date },
) {
  await db
    .insertInto('uploads')
    .values({ workspace_id, ...upload, created_at: now, expires_at })
    .execute()
}

/** Expired ones are not there any more, even before they are pruned. */
export async function findUpload({ db, workspace_id }: Scope, id: string, now: Date) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}
export type Upload = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** Of these workspaces: what has not come to an end, and whether somebody writes just now. Only so many of a workspace can be open. */
export async function listUnfinished(db: Db, workspace_ids: readonly number[], now: Date) {
  return db
    .selectFrom('uploads')
    .select(['workspace_id', 'id', 'received_bytes', 'size_bytes', 'created_at'])
    .select(sql<boolean>`coalesce(writing_until > ${now}, false)`.as('is_written'))
    .where('workspace_id', 'in', [...workspace_ids])
    .where('media_id', 'is', null)
    .where('refusal', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type Unfinished = Awaited<ReturnType<typeof listUnfinished>>[number]

/** One writer at a time, whichever process it sits in: undefined while somebody else is at it, or it came to an end. */
export async function takePen(
  { db, workspace_id }: Scope,
  { id, received_bytes }: Pick<Upload, 'id' | 'received_bytes'>,
  pen: Pen,
  now: Date,
) {
  return db
    .updateTable('uploads')
    .set({ writer: pen.writer, writing_until: pen.until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('received_bytes', '=', received_bytes)
    .where('media_id', 'is', null)
    .where('refusal', 'is', null)
    .where((is) =>
      is.or([is('writing_until', 'is', null), is('writing_until', '<', now.toISOString())]),
    )
    .returningAll()
    .executeTakeFirst()
}

export interface Pen {
  writer: string
  until: Date
}

/** False when the pen was taken away. */
export async function keepPen({ db, workspace_id }: Scope, id: string, { writer, until }: Pen) {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ writing_until: until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function dropPen({ db, workspace_id }: Scope, id: string, writer: string) {
  await db
    .updateTable('uploads')
    .set({ writer: null, writing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute()
}

/** Acknowledges a chunk that is stored, and lets go of the pen. Undefined: another writer went on meanwhile. */
export async function addChunk(
  { db, workspace_id }: Scope,
  id: string,
  writer: string,
  chunk: { offset: number; size: number; part: string },
) {
  return db
    .updateTable('uploads')
    .set({
      received_bytes: chunk.offset + chunk.size,
      parts: sql`parts || ${JSON.stringify([chunk.part])}::jsonb`,
      writer: null,
      writing_until: null,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .where('received_bytes', '=', chunk.offset)
    .returning(['received_bytes', 'size_bytes'])
    .executeTakeFirst()
}

/** It has become an item. Undefined: another call made it one. */
export async function endUpload(
  { db, workspace_id }: Scope,
  id: string,
  writer: string,
  media_id: number,
) {
  return db
    .updateTable('uploads')
    .set({ media_id, writer: null, writing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .where('media_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** It will never become one: whoever asks again hears the same. */
export async function refuseUpload(
  { db, workspace_id }: Scope,
  id: string,
  writer: string,
  errors: FieldErrors,
) {
  await db
    .updateTable('uploads')
    .set({ refusal: JSON.stringify(errors), writer: null, writing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute()
}

/** It is over at once, and pruned later. False while somebody writes. */
export async function expireUpload({ db, workspace_id }: Scope, id: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ expires_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where((is) =>
      is.or([is('writing_until', 'is', null), is('writing_until', '<', now.toISOString())]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Not while somebody writes. Whoever gets the row has to clear away what it stood for. */
export async function takeExpired({ db, workspace_id }: Scope, id: string, now: Date) {
  return db
    .deleteFrom('uploads')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('expires_at', '<=', now.toISOString())
    .where((is) =>
      is.or([is('writing_until', 'is', null), is('writing_until', '<', now.toISOString())]),
    )
    .returning(['blob_key', 'store_id', 'media_id', 'refusal'])
    .executeTakeFirst()
}

/** Of all workspaces: what has run out, for the chore that clears it away. */
export async function listExpired(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['workspace_id', 'id'])
    .where('expires_at', '<=', now.toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}
