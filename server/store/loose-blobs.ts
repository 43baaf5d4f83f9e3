/** Bytes that no item points to. A key is noted here before its bytes are stored, and again when the last item is gone. */
import type { Db, Scope } from './schema.ts'

export async function noteLoose(
  { db, workspace_id }: Scope,
  keys: readonly string[],
  remove_at: Date,
) {
  if (!keys.length) return
  await db
    .insertInto('loose_blobs')
    .values(keys.map((blob_key) => ({ workspace_id, blob_key, remove_at })))
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'blob_key']).doUpdateSet({ remove_at }),
    )
    .execute()
}

/** An item points to them now, or they are gone. */
export async function forgetLoose({ db, workspace_id }: Scope, keys: readonly string[]) {
  if (!keys.length) return
  await db
    .deleteFrom('loose_blobs')
    .where('workspace_id', '=', workspace_id)
    .where('blob_key', 'in', keys)
    .execute()
}

/** Of all workspaces, oldest first. */
export async function listLoose(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('loose_blobs')
    .select(['workspace_id', 'blob_key'])
    .where('remove_at', '<=', now.toISOString())
    .orderBy('remove_at')
    .limit(limit)
    .execute()
}

/** Soft-deleted items whose time is over. A post of which anything is not out keeps them: it can be restored, sent and retried. */
export async function listBygone(db: Db, before: Date, limit: number) {
  return db
    .selectFrom('media')
    .select(['workspace_id', 'id', 'sha256', 'blob_key', 'thumbnail_key'])
    .where('deleted_at', '<=', before.toISOString())
    .where('purged_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('post_media')
            .innerJoin('posts', (join) =>
              join
                .onRef('posts.workspace_id', '=', 'post_media.workspace_id')
                .onRef('posts.id', '=', 'post_media.post_id'),
            )
            .select('posts.id')
            .whereRef('post_media.workspace_id', '=', 'media.workspace_id')
            .whereRef('post_media.media_id', '=', 'media.id')
            .where((post) =>
              post.or([
                post('posts.status', '!=', 'published'),
                post.exists(
                  post
                    .selectFrom('deliveries')
                    .select('deliveries.id')
                    .whereRef('deliveries.workspace_id', '=', 'posts.workspace_id')
                    .whereRef('deliveries.post_id', '=', 'posts.id')
                    .where('deliveries.status', '!=', 'published'),
                ),
              ]),
            ),
        ),
      ),
    )
    .limit(limit)
    .execute()
}

/** The row stays: posts tell what they showed. */
export async function markPurged({ db, workspace_id }: Scope, id: number, now: Date) {
  await db
    .updateTable('media')
    .set({ purged_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}
