import type { Person } from '#rules/person.ts'
import type { Role } from '#rules/role.ts'
import type { Db, Scope } from './schema.ts'
import { sql } from 'kysely'

export interface Member {
  person: Omit<Person, 'locale' | 'timezone'>
  role: Role
  joined_at: string
}

/** False when the person is a member already; the role stays as it was. */
export async function insertMember(
  { db, workspace_id }: Scope,
  { person_id, role }: { person_id: number; role: Role },
  now: Date,
) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('members')
    .values({ workspace_id, person_id, role, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function listMembers({ db, workspace_id }: Scope): Promise<Member[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['m.role', 'm.joined_at', 'p.id', 'p.name', 'p.email'])
    .select(sql<boolean>`p.email_confirmed_at is not null`.as('email_confirmed'))
    .where('m.workspace_id', '=', workspace_id)
    .orderBy('m.joined_at')
    .orderBy('p.id')
    .execute()
  return rows.map(({ role, joined_at, ...person }) => ({ person, role, joined_at }))
}

/** Names of members by id. */
export async function namesOfMembers({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return new Map<number, string>()
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name'])
    .where('m.workspace_id', '=', workspace_id)
    .where('p.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function listRoles(scope: Scope): Promise<Map<number, Role>> {
  const rows = await rolesOf(scope).execute()
  return new Map(rows.map(({ person_id, role }) => [person_id, role]))
}

/** Everybody's roles, locked until the transaction ends: whoever changes them next sees what was changed. */
export async function lockRoles(scope: Scope): Promise<Map<number, Role>> {
  const rows = await rolesOf(scope).forUpdate().execute()
  return new Map(rows.map(({ person_id, role }) => [person_id, role]))
}

function rolesOf({ db, workspace_id }: Scope) {
  return db
    .selectFrom('members')
    .select(['person_id', 'role'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('person_id')
}

export async function setRole({ db, workspace_id }: Scope, person_id: number, role: Role) {
  await db
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .execute()
}

export async function deleteMember({ db, workspace_id }: Scope, person_id: number) {
  await db
    .deleteFrom('members')
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .execute()
}

/** The workspaces of one person: the query that finds out which they are. */
export async function workspacesOf(db: Db, person_id: number) {
  return (
    db
      .selectFrom('members as m')
      .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
      .select(['w.id', 'w.name', 'm.role', 'w.timezone', 'w.in_doubt', 'w.plan', 'w.erase_at'])
      .where('m.person_id', '=', person_id)
      // What is being erased is nobody's any more.
      .where('w.erasing_at', 'is', null)
      .orderBy('w.id')
      .execute()
  )
}
