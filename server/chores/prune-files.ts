import { limits } from '#rules/limits.ts'
import { forgetLoose, listBygone, listLoose, markPurged, noteLoose } from '#store/loose-blobs.ts'
import { mayTakeFiles } from '#store/files-held.ts'
import { findTwin, isKept, isShown, removeItem } from '#store/media.ts'
import { deleteRenditions } from '#store/renditions.ts'
import type { Scope } from '#store/schema.ts'
import { listExpired, takeExpired } from '#store/uploads.ts'
import type { Chore, Dependencies } from './chore.ts'

const AT_ONCE = 500

/**
 * Clears away uploads that nobody completed, deleted items whose time is over, and bytes that no item points to. What is
 * in use is never touched: an item that shares the bytes keeps them, and a writer at work keeps its upload.
 */
export const pruneFiles: Chore = {
  name: 'prune-files',
  cron: '27 * * * *',

  async run(deps, signal) {
    const { db, now } = deps
    for (const { workspace_id, id } of await listExpired(db, now(), AT_ONCE)) {
      signal.throwIfAborted()
      await endUpload({ db, workspace_id }, id, deps)
    }
    const before = new Date(now().getTime() - limits.media_kept_days * 24 * 3600_000)
    for (const { workspace_id, ...item } of await listBygone(db, before, AT_ONCE)) {
      signal.throwIfAborted()
      await db.transaction().execute((tx) => purge({ db: tx, workspace_id }, item, now()))
    }
    for (const { workspace_id, blob_key } of await listLoose(db, now(), AT_ONCE)) {
      signal.throwIfAborted()
      if (!(await mayTakeFiles(db))) return
      await removeLoose({ db, workspace_id }, blob_key, deps)
    }
  },
}

async function endUpload(scope: Scope, id: string, { blobs, now }: Dependencies) {
  const ended = await scope.db.transaction().execute(async (db) => {
    const row = await takeExpired({ ...scope, db }, id, now())
    // A file that it was put together to, without becoming an item.
    if (row?.media_id === null) await noteLoose({ ...scope, db }, [row.blob_key], now())
    return row
  })
  if (ended?.media_id === null) {
    await blobs.sessions.abandon({ key: ended.blob_key, id: ended.store_id })
  }
}

interface Bygone {
  id: number
  sha256: string | null
  blob_key: string
  thumbnail_key: string | null
}

async function purge(scope: Scope, { id, sha256, blob_key, thumbnail_key }: Bygone, now: Date) {
  // Nobody may take these bytes for a copy of theirs between the look and the commit.
  if (sha256 !== null) await findTwin(scope, sha256)
  if (await isShown(scope, id)) await markPurged(scope, id, now)
  else await removeItem(scope, id)
  if (await isKept(scope, blob_key)) return
  await noteLoose(scope, [blob_key, ...(thumbnail_key === null ? [] : [thumbnail_key])], now)
}

async function removeLoose(scope: Scope, blob_key: string, { blobs }: Dependencies) {
  if (!(await isKept(scope, blob_key))) {
    for (const key of await deleteRenditions(scope, blob_key)) await blobs.remove(key)
    await blobs.remove(blob_key)
  }
  await forgetLoose(scope, [blob_key])
}
