/** Who is signed in where. Only hashes of tokens are kept. */
import { sql } from 'kysely'
import type { Person } from '#rules/person.ts'
import type { Role } from '#rules/role.ts'
import type { Db } from './schema.ts'

/** When a session was used and begun at the earliest, and what time it is. */
interface Since {
  idle: Date
  begun: Date
  now: Date
}

export interface Session {
  id: number
  created_at: string
  last_used_at: string
  /** Where it was last used from, and with what. */
  address: string
  agent: string
}

export async function insertSession(
  db: Db,
  session: {
    person_id: number
    token_hash: Buffer
    address: string
    agent: string
    ends_at: Date | null
  },
  now: Date,
) {
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: now, last_used_at: now })
    .execute()
}

export interface Signed extends Person {
  session_id: number
  last_used_at: string
}

/** A session that was neither idle since `idle` nor begun before `begun`. */
export async function findSession(
  db: Db,
  token_hash: Buffer,
  since: Since,
): Promise<Signed | undefined> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('persons as p', 'p.id', 's.person_id')
    .select([
      's.id as session_id',
      's.last_used_at',
      'p.id',
      'p.name',
      'p.email',
      sql<boolean>`p.email_confirmed_at is not null`.as('email_confirmed'),
      'p.locale',
      'p.timezone',
    ])
    .where('s.token_hash', '=', token_hash)
    .where('s.last_used_at', '>', since.idle.toISOString())
    .where('s.created_at', '>', since.begun.toISOString())
    .where(lasts(since))
    .executeTakeFirst()
}

/** Where the person with this e-mail address is signed in. */
export async function addressesOf(db: Db, email: string, since: Since): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('persons as p', 'p.id', 's.person_id')
    .select('s.address')
    .distinct()
    .where('p.email', '=', email)
    .where('s.last_used_at', '>', since.idle.toISOString())
    .where('s.created_at', '>', since.begun.toISOString())
    .where(lasts(since))
    .execute()
  return rows.map(({ address }) => address)
}

/** It has no end of its own, or one that is to come. */
function lasts({ now }: Since) {
  return sql<boolean>`(s.ends_at is null or s.ends_at > ${now})`
}

export async function touchSession(db: Db, id: number, address: string, now: Date) {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, address })
    .where('id', '=', id)
    .execute()
}

export async function listSessions(db: Db, person_id: number): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'address', 'agent'])
    .where('person_id', '=', person_id)
    .orderBy('last_used_at', 'desc')
    .execute()
}

/** When it began; undefined once it is over. */
export async function sessionBegan(db: Db, id: number) {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at
}

/** False when it is not one of this person's. */
export async function endSession(db: Db, person_id: number, id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those that would outlast the word of a provider. */
export async function endUnboundSessions(db: Db, person_id: number) {
  await db
    .deleteFrom('sessions')
    .where('person_id', '=', person_id)
    .where('ends_at', 'is', null)
    .execute()
}

/** Every session of the person but `kept`. */
export async function endSessions(db: Db, person_id: number, kept?: number) {
  await db
    .deleteFrom('sessions')
    .where('person_id', '=', person_id)
    .where('id', '!=', kept ?? 0)
    .execute()
}

export async function pruneSessions(db: Db, since: Since) {
  await db
    .deleteFrom('sessions')
    .where((or) =>
      or.or([
        or('last_used_at', '<', since.idle.toISOString()),
        or('created_at', '<', since.begun.toISOString()),
        or('ends_at', '<', since.now.toISOString()),
      ]),
    )
    .execute()
}

/** What the person is in the workspace; undefined when nothing. */
export async function roleOf(
  db: Db,
  { workspace_id, person_id }: { workspace_id: number; person_id: number },
): Promise<Role | undefined> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return row?.role
}
