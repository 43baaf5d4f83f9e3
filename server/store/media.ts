import type { Db, Scope } from './schema.ts'

/** The live ones among `ids`, in no order. */
export async function findMedia({ db, workspace_id }: Scope, ids: readonly number[]) {
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
      'alt_text',
    ])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}
export type MediaRow = Awaited<ReturnType<typeof findMedia>>[number]

export interface NewMedia {
  original_name: string
  mime_type: string
  size_bytes: number
  blob_key: string
  width: number | null
  height: number | null
  duration: number | null
  sha256: string | null
  alt_text: string | null
}

export async function insertMedia({ db, workspace_id }: Scope, media: NewMedia, now: Date) {
  const { id } = await db
    .insertInto('media')
    .values({ workspace_id, ...media, folder: null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is served under an unguessable key, whoever asks: the key is the permission. */
export async function findFile(db: Db, blob_key: string) {
  return db
    .selectFrom('media')
    .select(['mime_type', 'size_bytes'])
    .where('blob_key', '=', blob_key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
