/** What the authorization server remembers. Whoever shows an id is looked for by its hash. One statement a function. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

export interface EntryKey {
  model: string
  id_hash: Buffer
}

export interface Entry extends EntryKey {
  body: Buffer
  client_id: string | null
  grant_ref: string | null
  audience: string | null
  scope: string | null
  expires_at: Date | null
}

/** What stands for an id or a token: neither is kept. */
export function hashOf(id: string) {
  return createHash('sha256').update(id).digest()
}

export async function saveEntry(db: Db, entry: Entry, now: Date) {
  const { model: _, id_hash: __, ...rest } = entry
  await db
    .insertInto('oauth_entries')
    .values({ ...entry, created_at: now })
    .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(rest))
    .execute()
}

export async function findEntry(db: Db, { model, id_hash }: EntryKey, now: Date) {
  return db
    .selectFrom('oauth_entries')
    .select(['body', 'consumed_at'])
    .where('model', '=', model)
    .where('id_hash', '=', id_hash)
    .where(sql<boolean>`coalesce(expires_at > ${now}, true)`)
    .executeTakeFirst()
}

/** False when it was used already, or is not there: of many at once one gets through. */
export async function consumeEntry(db: Db, { model, id_hash }: EntryKey, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('oauth_entries')
    .set({ consumed_at: now })
    .where('model', '=', model)
    .where('id_hash', '=', id_hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The grant that an entry came from, also of one that has run out. */
export async function grantOfEntry(db: Db, { model, id_hash }: EntryKey) {
  const row = await db
    .selectFrom('oauth_entries')
    .select('grant_ref')
    .where('model', '=', model)
    .where('id_hash', '=', id_hash)
    .executeTakeFirst()
  return row?.grant_ref ?? undefined
}

export async function deleteEntry(db: Db, { model, id_hash }: EntryKey) {
  await db
    .deleteFrom('oauth_entries')
    .where('model', '=', model)
    .where('id_hash', '=', id_hash)
    .execute()
}

/** Without `model`: the grant itself and everything that came of it. */
export async function deleteEntriesOf(db: Db, grant_ref: string, model?: string) {
  await db
    .deleteFrom('oauth_entries')
    .where('grant_ref', '=', grant_ref)
    .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
    .execute()
}

export async function pruneEntries(db: Db, now: Date) {
  await db.deleteFrom('oauth_entries').where('expires_at', '<', now.toISOString()).execute()
}

/** Clients that registered before, and that nobody has allowed anything or is about to. */
export async function pruneClients(db: Db, before: Date) {
  const { rows } = await sql`
    delete from oauth_entries client
    where model = 'Client' and created_at < ${before}
      and not exists (select from grants where client_id = client.client_id and revoked_at is null)
      and not exists (
        select from oauth_entries other
        where other.client_id = client.client_id and other.model <> 'Client')
    returning 1`.execute(db)
  return rows.length
}
