/** A person's own end: everything by which they sign in and are known goes; what they did in workspaces stays, without a name. */
import { z } from 'zod'
import { bucketsOf } from '#access/throttle.ts'
import { Email, type Person } from '#rules/person.ts'
import { collector, Problem } from '#rules/problem.ts'
import { credentialOfPerson, type Role } from '#rules/role.ts'
import { actingAs } from '#store/actor.ts'
import { hastenDeletion } from '#store/deletions.ts'
import { erasePersonElsewhere } from '#store/erasing.ts'
import { endGrantsOf } from '#store/grants.ts'
import { insertMail } from '#store/mails.ts'
import { deleteMember, listRoles, lockRoles, workspacesOf } from '#store/members.ts'
import { deletePerson, findPerson, lockPersonWhole } from '#store/persons.ts'
import { credentialsOf } from '#store/passkeys.ts'
import type { Db } from '#store/schema.ts'
import { forgetAttempts } from '#store/secret-attempts.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import { endAccess } from './members.ts'
import type { People } from './people.ts'
import { needsOf, proofFields, prove } from './proof.ts'

export const AskedEnd = z.strictObject({
  /** The person's own, typed again. */
  email: Email.or(z.literal('')).default(''),
  ...proofFields,
})

interface Signed {
  person: Person
  session_id: number
}

/** A workspace that somebody has to hand over, or to delete, before they go. */
export interface Owned {
  id: number
  name: string
  /** Whether others belong to it, who would be left without an owner. */
  has_members: boolean
  /** The instance began with it: it is not deleted. */
  is_first: boolean
  erase_at: string | null
}

/** What stands in the way, and what it takes. */
export async function lookAtEnd(people: People, { person }: Signed) {
  const { owned } = await ownedAlone(people.db, person.id)
  return { owned, ...(await needsOf(people, person.id)) }
}

export async function endPerson(
  people: People,
  signed: Signed,
  { email, ...proof }: z.output<typeof AskedEnd>,
) {
  const { person } = signed
  const { errors: also, add } = collector()
  if (email !== person.email) add('email', `Type your address: ${person.email}`)
  await prove(people, signed, proof, { also })
  await deleteForGood(people.db, person, people.now())
}

/** Refuses while somebody would be left without an owner. The person is told by a mail, the last one. */
export async function deleteForGood(db: Db, { id }: Pick<Person, 'id'>, now: Date): Promise<void> {
  const credential = credentialOfPerson(id)
  await actingAs(credential, () =>
    db.transaction().execute(async (tx) => {
      // Nobody gives them a membership, or an app, until they are gone.
      await lockPersonWhole(tx, id)
      const person = await findPerson(tx, id)
      if (!person) throw new Problem('not_found', 'This account is gone already.')
      const { owned, memberships } = await ownedAlone(tx, id, true)
      if (owned.length) throw refusal(owned)
      for (const { workspace_id, members } of memberships) {
        const scope = { db: tx, workspace_id }
        await endAccess(scope, id, now)
        await deleteMember(scope, id)
        if (members === 1) await hastenDeletion(scope, now)
      }
      await endGrantsOf(tx, { person_id: id }, now)
      const passkeys = await credentialsOf(tx, id)
      await forgetAttempts(
        tx,
        bucketsOf(id, [
          person.email,
          ...passkeys.map(({ credential_id }) => credential_id.toString('base64url')),
        ]),
      )
      await erasePersonElsewhere(tx, { id, email: person.email, credential })
      await deletePerson(tx, id)
      await insertMail(tx, { kind: 'farewell', email: person.email }, now)
    }),
  )
}

/** Within a transaction that `locks`, roles stay as they are found. */
async function ownedAlone(db: Db, person_id: number, locks = false) {
  const first = (await firstWorkspace(db))?.id
  const owned: Owned[] = []
  const memberships: { workspace_id: number; members: number }[] = []
  for (const { id, name, erase_at } of await workspacesOf(db, person_id)) {
    const roles = await rolesIn(db, id, locks)
    const others = [...roles].filter(([each]) => each !== person_id)
    memberships.push({ workspace_id: id, members: roles.size })
    const isAlone = roles.get(person_id) === 'owner' && !others.some(([, role]) => role === 'owner')
    if (!isAlone || (erase_at !== null && !others.length)) continue
    owned.push({ id, name, has_members: others.length > 0, is_first: id === first, erase_at })
  }
  return { owned, memberships }
}

async function rolesIn(db: Db, workspace_id: number, locks: boolean): Promise<Map<number, Role>> {
  const scope = { db, workspace_id }
  return locks ? lockRoles(scope) : listRoles(scope)
}

function refusal(owned: readonly Owned[]) {
  const names = owned.map(({ name }) => `“${name}”`).join(', ')
  return new Problem(
    'last_owner',
    `Make somebody else an owner first, or delete: you are the only owner of ${names}.`,
    { owned },
  )
}
