/** The apps that this instance has with platforms, as somebody set them at the dashboard. */
import type { Db } from './schema.ts'

export interface PlatformApp {
  platform: string
  client_id: string
  /** Sealed. */
  client_secret: Buffer
}

export async function listPlatformApps(db: Db): Promise<PlatformApp[]> {
  return db.selectFrom('platform_apps').select(['platform', 'client_id', 'client_secret']).execute()
}

export async function putPlatformApp(db: Db, app: PlatformApp, changed_at: Date) {
  await db
    .insertInto('platform_apps')
    .values({ ...app, changed_at })
    .onConflict((conflict) => {
      const { platform: _, ...others } = app
      return conflict.column('platform').doUpdateSet({ ...others, changed_at })
    })
    .execute()
}

/** False: there was none. */
export async function deletePlatformApp(db: Db, platform: string) {
  const { numDeletedRows } = await db
    .deleteFrom('platform_apps')
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
