/** API keys: the secret is never stored, only its SHA-256 (it is 256 bits of chance, so a slow hash adds nothing). */
import { sql } from 'kysely'
import { free, type Leash } from '#rules/leash.ts'
import type { Db, Scope } from './schema.ts'
import { ask, type Statement } from './trip.ts'

export async function insertKey(
  { db, workspace_id }: Scope,
  key: {
    name: string
    secret_hash: Buffer
    preview: string
    abilities: readonly string[]
    /** Absent: free. */
    leash?: Leash
    /** The credential that made it. */
    created_by?: string
  },
  now: Date,
) {
  const row = await db
    .insertInto('keys')
    .values({
      workspace_id,
      ...key,
      abilities: JSON.stringify(key.abilities),
      leash: JSON.stringify(key.leash ?? free),
      created_at: now,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  return { id: String(row.id), created_at: row.created_at }
}

/** The live ones, as they are shown. */
export async function listKeys({ db, workspace_id }: Scope) {
  return selectKeys(db, workspace_id).orderBy('keys.id').execute()
}

/** A live one as it is shown, held against other changes until the transaction ends. */
export async function lockKey({ db, workspace_id }: Scope, id: number) {
  return selectKeys(db, workspace_id).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

function selectKeys(db: Db, workspace_id: number) {
  return db
    .selectFrom('keys')
    .select([
      sql<string>`id::text`.as('id'),
      'name',
      sql<string>`id || '|' || preview`.as('key_preview'),
      'abilities',
      'leash',
      'last_used_at',
      'created_at',
    ])
    .where('workspace_id', '=', workspace_id)
    .where('revoked_at', 'is', null)
}

/** In force from the next request on, in every process: the guard reads it with the key. */
export async function changeKey(
  { db, workspace_id }: Scope,
  id: number,
  { name, leash }: { name: string; leash: Leash },
) {
  await db
    .updateTable('keys')
    .set({ name, leash: JSON.stringify(leash) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** Names of keys by id, revoked ones included: what they did stays. */
export async function namesOfKeys({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return new Map<number, string>()
  const rows = await db
    .selectFrom('keys')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether this instance ever had a key, in any workspace. */
export async function hasKeys(db: Db) {
  const key = await db.selectFrom('keys').select('id').limit(1).executeTakeFirst()
  return key !== undefined
}

export interface LiveKey {
  id: number
  workspace_id: number
  name: string
  secret_hash: Buffer
  abilities: string[]
  leash: Leash
  last_used_at: string | null
  /** Of the workspace. */
  plan: string
}

const LIVE = `
  select k.id, k.workspace_id, k.name, k.secret_hash, k.abilities, k.leash, k.last_used_at, w.plan
  from keys k join workspaces w on w.id = k.workspace_id where k.revoked_at is null and k.id`

/** The one query that starts without a workspace: it finds out which one it is. */
export function keyFor(id: number): Statement<LiveKey> {
  return { text: `${LIVE} = $1`, values: [id] }
}

export async function findLiveKey(db: Db, id: number): Promise<LiveKey | undefined> {
  const [key] = await ask(db, keyFor(id))
  return key
}

/** Of several, by id. */
export async function findLiveKeys(db: Db, ids: readonly number[]) {
  const keys: Statement<LiveKey> = { text: `${LIVE} = any($1)`, values: [ids] }
  return new Map((await ask(db, keys)).map((key) => [key.id, key]))
}

/** Seen now, unless it was seen since `since`. Of many that come at once one writes, and none waits for it. */
export async function touchKey(
  { db, workspace_id }: Scope,
  id: number,
  { now, since }: { now: Date; since: Date },
) {
  await sql`
    update keys set last_used_at = ${now}
    where workspace_id = ${workspace_id} and id = (
      select id from keys
      where workspace_id = ${workspace_id} and id = ${id} and (last_used_at is null or last_used_at < ${since})
      for no key update skip locked)`.execute(db)
}

/** Every key that this credential made, and those made by them. */
export async function revokeKeysOf({ db, workspace_id }: Scope, created_by: string, now: Date) {
  await sql`
    with recursive made (id) as (
      select id from keys where workspace_id = ${workspace_id} and created_by = ${created_by}
      union
      select keys.id from keys join made on keys.created_by = 'key:' || made.id
      where keys.workspace_id = ${workspace_id})
    update keys set revoked_at = ${now}
    where workspace_id = ${workspace_id} and revoked_at is null and id in (select id from made)`.execute(
    db,
  )
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
