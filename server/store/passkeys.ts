/** Passkeys of people, and what is to be signed by one. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

export interface Passkey {
  id: number
  name: string
  /** Whether it is copied to other devices by whoever made it. */
  backed_up: boolean
  created_at: string
  last_used_at: string | null
}

const shown = ['id', 'name', 'backed_up', 'created_at', 'last_used_at'] as const

export async function listPasskeys(db: Db, person_id: number): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(shown)
    .where('person_id', '=', person_id)
    .orderBy('id')
    .execute()
}

export async function namesOfPasskeys(db: Db, person_id: number) {
  return (await listPasskeys(db, person_id)).map(({ name }) => name)
}

/** What an authenticator must not make a second one beside. */
export async function credentialsOf(db: Db, person_id: number) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', person_id)
    .execute()
}

/** The person's own, made of `chance` at the first passkey. */
export async function handleOf(db: Db, person_id: number, chance: Buffer): Promise<Buffer> {
  await db
    .insertInto('passkey_handles')
    .values({ person_id, handle: chance })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute()
  const { handle } = await db
    .selectFrom('passkey_handles')
    .select('handle')
    .where('person_id', '=', person_id)
    .executeTakeFirstOrThrow()
  return handle
}

/** Undefined: somebody has it already. */
export async function insertPasskey(
  db: Db,
  passkey: {
    person_id: number
    name: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    backup_eligible: boolean
    backed_up: boolean
  },
  now: Date,
): Promise<Passkey | undefined> {
  return db
    .insertInto('passkeys')
    .values({ ...passkey, created_at: now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()
}

/** With whose it is, and by what an authenticator knows them. */
export async function findPasskey(db: Db, credential_id: Buffer) {
  return db
    .selectFrom('passkeys as k')
    .innerJoin('passkey_handles as h', 'h.person_id', 'k.person_id')
    .select(['k.id', 'k.person_id', 'k.name', 'k.public_key', 'h.handle'])
    .where('k.credential_id', '=', credential_id)
    .executeTakeFirst()
}

/** False: it is gone, or its counter says that there are two of it. Of several who use one count, one gets in. */
export async function usePasskey(
  db: Db,
  { id, counter, backed_up }: { id: number; counter: number; backed_up: boolean },
  now: Date,
) {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, backed_up = ${backed_up}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`.execute(db)
  return rows.length > 0
}

/** Undefined: the person has no such one. */
export async function renamePasskey(
  db: Db,
  { id, person_id, name }: { id: number; person_id: number; name: string },
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .returning(shown)
    .executeTakeFirst()
}

/** Its name; undefined: the person has no such one. */
export async function deletePasskey(db: Db, { id, person_id }: { id: number; person_id: number }) {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** How many there were. */
export async function deletePasskeys(db: Db, person_id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: { challenge_hash: Buffer; person_id: number | null; expires_at: Date },
) {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Used up by asking, whatever it was for. False: it is not this one's, or over. */
export async function takePasskeyChallenge(
  db: Db,
  { challenge_hash, person_id }: { challenge_hash: Buffer; person_id: number | null },
  now: Date,
) {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .returning(['person_id', 'expires_at'])
    .executeTakeFirst()
  return row !== undefined && row.person_id === person_id && new Date(row.expires_at) > now
}

export async function prunePasskeyChallenges(db: Db, now: Date) {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now.toISOString()).execute()
}
