/** Who people are at a provider that they sign in by, and who is on the way there. */
import type { Person } from '#rules/person.ts'
import { findPerson } from './persons.ts'
import type { Db } from './schema.ts'

export interface Identity {
  issuer: string
  subject: string
}

/** Used now. Undefined: nobody here is that. */
export async function useIdentity(
  db: Db,
  { issuer, subject }: Identity,
  now: Date,
): Promise<Person | undefined> {
  const row = await db
    .updateTable('identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('person_id')
    .executeTakeFirst()
  return row && findPerson(db, row.person_id)
}

/** False when one of both is linked with another already. */
export async function insertIdentity(
  db: Db,
  identity: Identity & { person_id: number },
  now: Date,
) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identities')
    .values({ ...identity, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function hasIdentity(db: Db, at: { person_id: number; issuer: string }) {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('person_id', '=', at.person_id)
    .where('issuer', '=', at.issuer)
    .executeTakeFirst()
  return row !== undefined
}

/** How many there were. */
export async function deleteIdentities(db: Db, person_id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertOidcRequest(
  db: Db,
  request: { state_hash: Buffer; browser_hash: Buffer; keep: Buffer; expires_at: Date },
) {
  await db.insertInto('oidc_requests').values(request).execute()
}

/** Used up by reading: a state is good for one return. */
export async function takeOidcRequest(db: Db, state_hash: Buffer, now: Date) {
  const row = await db
    .deleteFrom('oidc_requests')
    .where('state_hash', '=', state_hash)
    .returning(['browser_hash', 'keep', 'expires_at'])
    .executeTakeFirst()
  return row && new Date(row.expires_at) > now ? row : undefined
}

export async function pruneOidcRequests(db: Db, now: Date) {
  await db.deleteFrom('oidc_requests').where('expires_at', '<', now.toISOString()).execute()
}
