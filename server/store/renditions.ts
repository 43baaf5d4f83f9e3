/** Other forms of stored images, made because a platform does not take them as they are. They live as long as the original. */
import type { Db, Scope } from './schema.ts'

export interface Rendition {
  rendition_key: string
  mime_type: string
  size_bytes: number
  width: number
  height: number
}

/** Of which original, and what it had to be: two platforms that want the same share it. */
interface Form {
  blob_key: string
  max_bytes: number
  /** Pixels; 0: no matter. */
  max_short_side: number
}

const columns = ['rendition_key', 'mime_type', 'size_bytes', 'width', 'height'] as const

export async function findRendition(
  { db, workspace_id }: Scope,
  of: Form,
): Promise<Rendition | undefined> {
  return db
    .selectFrom('renditions')
    .select(columns)
    .where('workspace_id', '=', workspace_id)
    .where('blob_key', '=', of.blob_key)
    .where('max_bytes', '=', of.max_bytes)
    .where('max_short_side', '=', of.max_short_side)
    .executeTakeFirst()
}

/** False: another process has made one meanwhile, and that one counts. */
export async function insertRendition({ db, workspace_id }: Scope, rendition: Rendition & Form) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('renditions')
    .values({ workspace_id, ...rendition })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Of an original that goes; answers their keys. */
export async function deleteRenditions({ db, workspace_id }: Scope, blob_key: string) {
  const rows = await db
    .deleteFrom('renditions')
    .where('workspace_id', '=', workspace_id)
    .where('blob_key', '=', blob_key)
    .returning('rendition_key')
    .execute()
  return rows.map(({ rendition_key }) => rendition_key)
}

/** As it is served to platforms that pull. */
export async function findRenditionFile(db: Db, key: string) {
  const row = await db
    .selectFrom('renditions')
    .select(['mime_type', 'size_bytes'])
    .where('rendition_key', '=', key)
    .executeTakeFirst()
  return row && { ...row, sha256: null, original_name: `${key}.jpg` }
}
