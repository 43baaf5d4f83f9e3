/** Who belongs to a workspace. Owners decide; there is always one. */
import { z } from 'zod'
import { Problem } from '#rules/problem.ts'
import { credentialOfPerson, publishes, Role } from '#rules/role.ts'
import { actingAs } from '#store/actor.ts'
import { findDeletion } from '#store/deletions.ts'
import { deleteCalendarsOf } from '#store/calendars.ts'
import { endConnectsOf } from '#store/connects.ts'
import { endGrantsOf } from '#store/grants.ts'
import { endInvitationsOf } from '#store/invitations.ts'
import { revokeKeysOf } from '#store/keys.ts'
import {
  deleteMember,
  insertMember,
  listMembers,
  lockRoles,
  type Member,
  setRole,
} from '#store/members.ts'
import { endOffersOf } from '#store/offers.ts'
import type { Scope } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import type { People } from './people.ts'

export const ChangedRole = z.strictObject({ role: Role })

/** A person in a workspace. */
export interface Membership {
  workspace_id: number
  person_id: number
  role: Role
}

/** What is changed within is told as this person's doing. */
export function asMember<T>({ person_id }: Pick<Membership, 'person_id'>, work: () => Promise<T>) {
  return actingAs(credentialOfPerson(person_id), work)
}

/** Refuses everybody who is not a member, as if there were no such workspace. */
export async function membership(
  { db }: People,
  at: { workspace_id: number; person_id: number },
): Promise<Membership> {
  const role = await roleOf(db, at)
  if (!role) throw new Problem('not_found', 'You are not a member of such a workspace.')
  return { ...at, role }
}

/** Refuses to change what is being deleted: what stands there is all that is told of it, and all that could come back. */
export async function requireStaying({ db }: People, { workspace_id }: Membership) {
  const deletion = await findDeletion({ db, workspace_id })
  if (!deletion) return
  throw new Problem(
    'forbidden',
    'Take it back first, as an owner, in the settings: this workspace is being deleted.',
    { erase_at: deletion.erase_at },
  )
}

export function requireOwner({ role }: Membership) {
  if (role === 'owner') return
  throw new Problem('forbidden', 'Ask an owner of the workspace: this is for owners.', { role })
}

/** Who says what goes out also plans it, and connects the accounts that it goes to. */
export function requireEditor({ role }: Membership) {
  if (publishes(role)) return
  throw new Problem('forbidden', `Ask an owner or editor: ${role}s do not change this.`, { role })
}

export async function membersOf({ db }: People, { workspace_id }: Membership): Promise<Member[]> {
  return listMembers({ db, workspace_id })
}

export async function changeRole(people: People, me: Membership, person_id: number, role: Role) {
  await change(people, me, async (scope, roles) => {
    if (roles.get(me.person_id) !== 'owner') requireOwner({ ...me, role: 'viewer' })
    requireMember(roles, person_id)
    if (role !== 'owner') requireOtherOwner(roles, person_id)
    await setRole(scope, person_id, role)
    if (role !== 'owner') await endInvitationsOf(scope, person_id)
  })
}

/**
 * What a provider says that somebody is, within a transaction. The last owner stays one: a workspace has one always.
 */
export async function giveRole(scope: Scope, person_id: number, role: Role, now: Date) {
  const roles = await lockRoles(scope)
  const before = roles.get(person_id)
  if (before === role) return
  if (before === undefined) return void (await insertMember(scope, { person_id, role }, now))
  const isLast =
    before === 'owner' && ![...roles].some(([id, each]) => each === 'owner' && id !== person_id)
  if (isLast) return
  await setRole(scope, person_id, role)
  if (before === 'owner') await endInvitationsOf(scope, person_id)
}

/** An owner removes somebody, or somebody leaves. */
export async function removeMember(people: People, me: Membership, person_id: number) {
  await change(people, me, async (scope, roles) => {
    const isOwner = roles.get(me.person_id) === 'owner'
    if (person_id !== me.person_id && !isOwner) requireOwner({ ...me, role: 'viewer' })
    requireMember(roles, person_id)
    requireOtherOwner(roles, person_id)
    await deleteMember(scope, person_id)
    await endAccess(scope, person_id, people.now())
  })
}

/** What the person had let in ends with the membership: nothing of it is there again should they be invited anew. */
export async function endAccess({ db, workspace_id }: Scope, person_id: number, now: Date) {
  const scope = { db, workspace_id }
  await endGrantsOf(db, { person_id, workspace_id }, now)
  await revokeKeysOf(scope, credentialOfPerson(person_id), now)
  await deleteCalendarsOf(scope, credentialOfPerson(person_id))
  await endConnectsOf(scope, person_id)
  await endOffersOf(scope, person_id)
  await endInvitationsOf(scope, person_id)
}

/** One change of roles at a time in a workspace, by what the roles are then. */
async function change(
  { db }: People,
  me: Membership,
  run: (scope: Scope, roles: ReadonlyMap<number, Role>) => Promise<void>,
) {
  await asMember(me, () =>
    db.transaction().execute(async (tx) => {
      const scope = { db: tx, workspace_id: me.workspace_id }
      await run(scope, await lockRoles(scope))
    }),
  )
}

function requireMember(roles: ReadonlyMap<number, Role>, person_id: number) {
  if (!roles.has(person_id)) throw new Problem('not_found', 'There is no such member.')
}

function requireOtherOwner(roles: ReadonlyMap<number, Role>, person_id: number) {
  const others = [...roles].filter(([id, role]) => role === 'owner' && id !== person_id)
  if (others.length) return
  throw new Problem('last_owner', 'Make somebody else an owner first: a workspace has one always.')
}
