/** API keys: the secret is never stored, only its SHA-256 (it is 256 bits of chance, so a slow hash adds nothing). */
import { sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

export async function insertKey(
  { db, workspace_id }: Scope,
  key: { name: string; secret_hash: Buffer; preview: string; abilities: readonly string[] },
  now: Date,
) {
  const row = await db
    .insertInto('keys')
    .values({ workspace_id, ...key, abilities: JSON.stringify(key.abilities), created_at: now })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  return { id: String(row.id), created_at: row.created_at }
}

export async function listKeys({ db, workspace_id }: Scope) {
  return db
    .selectFrom('keys')
    .select([
      sql<string>`id::text`.as('id'),
      'name',
      sql<string>`id || '|' || preview`.as('key_preview'),
      'abilities',
      'last_used_at',
      'created_at',
    ])
    .where('workspace_id', '=', workspace_id)
    .where('revoked_at', 'is', null)
    .orderBy('keys.id')
    .execute()
}

/** Whether this instance ever had a key, in any workspace. */
export async function hasKeys(db: Db) {
  const key = await db.selectFrom('keys').select('id').limit(1).executeTakeFirst()
  return key !== undefined
}

/** The one query that starts without a workspace: it finds out which one it is. */
export async function findLiveKey(db: Db, id: number) {
  return db
    .selectFrom('keys')
    .select(['id', 'workspace_id', 'secret_hash', 'abilities', 'last_used_at'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function touchKey({ db, workspace_id }: Scope, id: number, now: Date) {
  await db
    .updateTable('keys')
    .set({ last_used_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** False when there is no such live key. */
export async function revokeKey({ db, workspace_id }: Scope, id: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
