import { sql } from 'kysely'
import type { Person } from '#rules/person.ts'
import type { Db } from './schema.ts'

/** Within a transaction: of several who are first at the same moment, one is. Also whoever makes the first workspace. */
export async function takeFirstTurn(tx: Db) {
  await sql`select pg_advisory_xact_lock(hashtext('crier:first-start'))`.execute(tx)
}

/** Whether anybody ever signed up here. */
export async function hasPersons(db: Db) {
  const row = await db.selectFrom('persons').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Undefined when the address is taken. */
export async function insertPerson(
  db: Db,
  person: {
    name: string
    email: string
    password_hash: string | null
    confirmed: boolean
    timezone?: string | undefined
  },
  now: Date,
): Promise<Person | undefined> {
  const { confirmed, ...rest } = person
  return db
    .insertInto('persons')
    .values({ ...rest, email_confirmed_at: confirmed ? now : null, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(shown)
    .executeTakeFirst()
}

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  return db.selectFrom('persons').select(shown).where('id', '=', id).executeTakeFirst()
}

/** With what it takes to check a password. */
export async function findPersonByEmail(db: Db, email: string) {
  return db
    .selectFrom('persons')
    .select([...shown, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Within a transaction: one change at a time of how the person signs in. */
export async function lockPerson(tx: Db, id: number) {
  await tx.selectFrom('persons').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Also whoever would point to the person waits: a membership, a session, an app. */
export async function lockPersonWhole(tx: Db, id: number) {
  await tx.selectFrom('persons').select('id').where('id', '=', id).forUpdate().execute()
}

/** With everything that is the person's alone; see the references of the tables. */
export async function deletePerson(db: Db, id: number) {
  await db.deleteFrom('persons').where('id', '=', id).execute()
}

export async function passwordHashOf(db: Db, id: number) {
  const row = await db
    .selectFrom('persons')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.password_hash
}

export async function listPersons(db: Db) {
  return db
    .selectFrom('persons')
    .select([...shown, 'created_at'])
    .orderBy('id')
    .execute()
}

export async function namesOfPersons(db: Db, ids: readonly number[]) {
  if (!ids.length) return new Map<number, string>()
  const rows = await db
    .selectFrom('persons')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What is not given stays. */
export async function changePerson(
  db: Db,
  id: number,
  changes: {
    name?: string | undefined
    locale?: string | null | undefined
    timezone?: string | null | undefined
  },
): Promise<Person> {
  return db
    .updateTable('persons')
    .set(changes)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export async function setPassword(db: Db, id: number, password_hash: string) {
  await db.updateTable('persons').set({ password_hash }).where('id', '=', id).execute()
}

export async function confirmEmail(db: Db, id: number, now: Date) {
  await db
    .updateTable('persons')
    .set({ email_confirmed_at: now })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute()
}

/** Undefined when somebody else has the address meanwhile; else the one before. */
export async function setEmail(db: Db, id: number, email: string, now: Date) {
  const { rows } = await sql<{ before: string }>`
    update persons p set email = ${email}, email_confirmed_at = ${now}
    from (select id, email as before from persons where id = ${id} for no key update) old
    where p.id = old.id and not exists (select from persons where email = ${email} and id <> ${id})
    returning before`.execute(db)
  return rows[0]?.before
}

const shown = [
  'id',
  'name',
  'email',
  sql<boolean>`email_confirmed_at is not null`.as('email_confirmed'),
  'locale',
  'timezone',
] as const
