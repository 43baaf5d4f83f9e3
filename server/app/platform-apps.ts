/** The apps that somebody set at the dashboard, as this process knows them: read at the start, and whenever one was changed. */
import { z } from 'zod'
import type { Listener } from '#database/listen.ts'
import { deletePlatformApp, listPlatformApps, putPlatformApp } from '#store/platform-apps.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'
import { contexts } from '#store/sealed.ts'
import type { StoredApps } from './bindings.ts'

export interface Apps {
  of: StoredApps
  /** Known to this process when it resolves, to the others a moment later. */
  put(platform: string, app: { client_id: string; client_secret: string }): Promise<void>
  /** False: there was none. */
  forget(platform: string): Promise<boolean>
}

interface Reading {
  db: Db
  seal: Seal
}

/** As they are now, for who asks once. */
export async function readApps({ db, seal }: Reading) {
  const rows = await listPlatformApps(db)
  return new Map(
    rows.map(({ platform, client_id, client_secret }) => {
      const secret = z.string().parse(seal.open(client_secret, contexts.platform_app(platform)))
      return [platform, { client_id, client_secret: secret }] as const
    }),
  )
}

export async function openApps(
  reading: Reading,
  { listener, now }: { listener: Listener; now: () => Date },
): Promise<Apps> {
  const { db, seal } = reading
  let known = await readApps(reading)
  let turn = 0

  /** Of two readings the one that began later counts. */
  async function readAgain() {
    const own = ++turn
    const fresh = await readApps(reading)
    if (own === turn) known = fresh
  }

  listener.on('platform_apps', () => {
    // The database is away: the listener tells when it is back.
    void readAgain().catch(() => undefined)
  })

  return {
    of: (id) => known.get(id),
    async put(platform, { client_id, client_secret }) {
      const sealed = seal.close(client_secret, contexts.platform_app(platform))
      await db
        .transaction()
        .execute((tx) => putPlatformApp(tx, { platform, client_id, client_secret: sealed }, now()))
      await readAgain()
    },
    async forget(platform) {
      const there = await db.transaction().execute((tx) => deletePlatformApp(tx, platform))
      await readAgain()
      return there
    },
  }
}
