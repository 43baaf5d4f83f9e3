import { disconnect } from '#connecting/disconnect.ts'
import {
  accountsLeft,
  beginErasing,
  dueDeletions,
  lockWorkspace,
  stockOf,
  tellOwners,
} from '#store/deletions.ts'
import {
  eraseElsewhere,
  eraseSome,
  eraseWorkspace,
  filesLeft,
  noteFiles,
  openUploadsOf,
} from '#store/erasing.ts'
import { mayTakeFiles } from '#store/files-held.ts'
import { forgetLoose } from '#store/loose-blobs.ts'
import type { Scope } from '#store/schema.ts'
import type { Chore, Dependencies, Log } from './chore.ts'

const FILES_AT_ONCE = 500

/**
 * Erases workspaces whose time has come. What is being sent is waited for, so that its end is known and told; from then on there
 * is no way back, and every step can be done again: one that was cut short goes on an hour later where it was. Files are noted
 * before the rows that name them go, and the workspace's own row is the last.
 */
export const eraseWorkspaces: Chore = {
  name: 'erase-workspaces',
  cron: '7 * * * *',

  async run(deps, signal, log) {
    const { db, now } = deps
    for (const { id: workspace_id, erasing_at } of await dueDeletions(db, now())) {
      signal.throwIfAborted()
      const scope = { db, workspace_id }
      if (erasing_at === null && !(await begin(scope, now()))) {
        log?.info({ workspace_id }, 'not erased yet: something of it is being sent')
        continue
      }
      await disconnectAll(scope, deps, signal, log)
      await eraseRows(scope, deps, signal)
      if (!(await eraseFiles(scope, deps, signal))) continue
      await end(scope)
      log?.info({ workspace_id }, 'workspace erased')
    }
  },
}

/** Its owners are told in the same moment: later nobody knows who they were. */
async function begin({ db, workspace_id }: Scope, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id }
    await lockWorkspace(scope)
    const { not_out, under_way, out, unknown } = await stockOf(scope)
    if (!(await beginErasing(scope, now))) return false
    await tellOwners(scope, { what: 'erased', not_out, under_way, out, unknown }, now)
    return true
  })
}

/** Platforms are told as at any disconnecting. One that does not answer, or whose token cannot be read, keeps nothing here. */
async function disconnectAll(
  { db, workspace_id }: Scope,
  deps: Dependencies,
  signal: AbortSignal,
  log?: Log,
) {
  for (const account_id of await accountsLeft({ db, workspace_id })) {
    signal.throwIfAborted()
    try {
      await disconnect(deps, { workspace_id, account_id })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      log?.error({ err: error, workspace_id, account_id }, 'the platform was not told')
    }
  }
}

async function eraseRows(
  { db, workspace_id }: Scope,
  { blobs }: Dependencies,
  signal: AbortSignal,
) {
  const scope = { db, workspace_id }
  await noteFiles(scope)
  for (const { blob_key, store_id } of await openUploadsOf(scope)) {
    await blobs.sessions.abandon({ key: blob_key, id: store_id })
  }
  await db.transaction().execute((tx) => eraseElsewhere({ db: tx, workspace_id }))
  for (let done = false; !done;) {
    signal.throwIfAborted()
    done = await db.transaction().execute((tx) => eraseSome({ db: tx, workspace_id }))
  }
}

/** False: a backup is being made, which still names them. */
async function eraseFiles(scope: Scope, { blobs }: Dependencies, signal: AbortSignal) {
  for (;;) {
    const keys = await filesLeft(scope, FILES_AT_ONCE)
    if (!keys.length) return true
    if (!(await mayTakeFiles(scope.db))) return false
    for (const key of keys) {
      signal.throwIfAborted()
      await blobs.remove(key)
    }
    await forgetLoose(scope, keys)
  }
}

/** What somebody wrote meanwhile is in the way, and goes the next time. */
async function end({ db, workspace_id }: Scope) {
  await db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id }
    await lockWorkspace(scope)
    await eraseSome(scope)
    await eraseWorkspace(scope)
  })
}
