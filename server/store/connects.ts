/** The minutes between sending a person to a platform and their return. */
import type { Db } from './schema.ts'

export async function insertConnect(
  db: Db,
  connect: {
    state_hash: Buffer
    workspace_id: number
    platform: string
    sandbox: boolean
    keep: Buffer
    person_id: number | null
    expires_at: Date
  },
) {
  await db.insertInto('connects').values(connect).execute()
}

/** Used up by reading: a state is good for one return. */
export async function takeConnect(db: Db, state_hash: Buffer, now: Date) {
  const row = await db
    .deleteFrom('connects')
    .where('state_hash', '=', state_hash)
    .returning(['workspace_id', 'platform', 'sandbox', 'keep', 'person_id', 'expires_at'])
    .executeTakeFirst()
  return row && new Date(row.expires_at) > now ? row : undefined
}

export async function pruneConnects(db: Db, now: Date) {
  await db.deleteFrom('connects').where('expires_at', '<', now.toISOString()).execute()
}
