/** Whose account it is that a provider speaks of, who gets a new one, and in which role. */
import { NotSignedIn, type OidcSettings } from '#access/oidc.ts'
import { hashSecret } from '#rules/key.ts'
import { roleBy, type Told } from '#rules/oidc.ts'
import type { Person } from '#rules/person.ts'
import type { Role } from '#rules/role.ts'
import { hasIdentity, insertIdentity, useIdentity } from '#store/identities.ts'
import { findInvitation, invitationsFor, takeInvitation } from '#store/invitations.ts'
import { findLink } from '#store/mail-links.ts'
import { insertMail } from '#store/mails.ts'
import { insertMember } from '#store/members.ts'
import {
  confirmEmail,
  findPerson,
  findPersonByEmail,
  hasPersons,
  takeFirstTurn,
} from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { endSessions, endUnboundSessions } from '#store/sessions.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import { giveRole } from './members.ts'
import type { People } from './people.ts'
import { beginAlone, beginFirst, signUpState } from './sign-up.ts'

/** Somebody, or nobody yet: the address is to be confirmed by mail first. */
export type Entered = { person: Person } | { mailed: true }

/** An invitation, and how it came to us. */
interface Invited {
  workspace_id: number
  id: number
  email: string
}

/** @throws {NotSignedIn} with why this person does not get in. */
export async function enterBy(
  people: People,
  oidc: OidcSettings,
  told: Told,
  wish: { invitation?: string | undefined; link?: number | undefined },
): Promise<Entered> {
  const role = oidc.roles && roleBy(oidc.roles, told.claims)
  if (oidc.roles && !role) {
    // Kept whatever follows: what the provider took back ends here too.
    const known = await useIdentity(people.db, told, people.now())
    if (known) await endSessions(people.db, known.id)
    throw new NotSignedIn('no_role')
  }
  return people.db.transaction().execute(async (tx) => {
    // Of two first sign-ins at once the second finds what the first made.
    await takeFirstTurn(tx)
    const person = await personFor(people, tx, { oidc, told, role, ...wish })
    if (!person) return { mailed: true }
    if (role) {
      const workspace = await firstWorkspace(tx)
      const scope = { db: tx, workspace_id: workspace?.id ?? 0 }
      if (workspace) await giveRole(scope, person.id, role, people.now())
      await endUnboundSessions(tx, person.id)
    }
    return { person }
  })
}

interface Asked {
  oidc: OidcSettings
  told: Told
  role: Role | undefined
  invitation?: string | undefined
  /** Who asked for it, signed in. */
  link?: number | undefined
}

async function personFor(people: People, tx: Db, asked: Asked): Promise<Person | undefined> {
  const { told, link: wanted } = asked
  const known = await useIdentity(tx, told, people.now())
  if (wanted !== undefined) {
    const person = known ?? (await findPerson(tx, wanted))
    if (person?.id !== wanted) throw new NotSignedIn('other_link')
    return known ?? link(people, tx, asked, person)
  }
  if (known) return known
  const found = told.email === undefined ? undefined : await findPersonByEmail(tx, told.email)
  if (found && told.email_verified) {
    const { password_hash: _, ...person } = found
    await confirmEmail(tx, person.id, people.now())
    return link(people, tx, asked, { ...person, email_confirmed: true })
  }
  return newcomer(people, tx, asked)
}

/** From now on they are known by it, and told so. */
async function link(people: People, tx: Db, { oidc, told }: Asked, person: Person) {
  const now = people.now()
  const { issuer, subject } = told
  if (await hasIdentity(tx, { person_id: person.id, issuer })) throw new NotSignedIn('other_link')
  await insertIdentity(tx, { issuer, subject, person_id: person.id }, now)
  const mail = { kind: 'sign_in_linked' as const, email: person.email }
  await insertMail(tx, { ...mail, about: { provider: oidc.name } }, now)
  return person
}

/** By the rules of signing up; undefined when the address has to be confirmed by mail first. */
async function newcomer(people: People, tx: Db, asked: Asked): Promise<Person | undefined> {
  const { told, role } = asked
  const { email, email_verified, name } = told
  const state = await signUpState({ ...people, db: tx })
  if (state === 'closed') throw new NotSignedIn('closed')
  const invited = await invitationsOf(people, tx, asked)
  const [first] = invited
  if (first) return joinInvited(people, tx, { told, invited, email: first.email })
  if (state === 'invitation') throw new NotSignedIn(email_verified ? 'invitation' : 'unverified')
  if (email === undefined) throw new NotSignedIn('no_address')

  const identity = { issuer: told.issuer, subject: told.subject }
  if (state === 'first' && !(await hasPersons(tx))) {
    if (role && role !== 'owner') throw new NotSignedIn('first_owner')
    const given = { name, email, password_hash: null, confirmed: email_verified, identity }
    return beginFirst(people, tx, given)
  }
  if (!email_verified) {
    const about = { sign_up: { name, identity } }
    await insertMail(tx, { kind: 'sign_up', email, about }, people.now())
    return undefined
  }
  const workspace = role === undefined
  return beginAlone(people, tx, { email, about: { name, identity }, workspace })
}

/** By the link that they came with, which shows that they read the mailbox, or by an address that the provider vouches for. */
async function invitationsOf(
  people: People,
  tx: Db,
  { told, invitation }: Asked,
): Promise<Invited[]> {
  const now = people.now()
  const link =
    invitation === undefined
      ? undefined
      : await findLink(tx, 'invitation', hashSecret(invitation), now)
  if (link?.workspace_id) {
    const { workspace_id } = link
    const found = await findInvitation({ db: tx, workspace_id }, link.invitation_id ?? 0, now)
    if (found) return [{ ...found, workspace_id }]
  }
  return told.email !== undefined && told.email_verified ? invitationsFor(tx, told.email, now) : []
}

async function joinInvited(
  people: People,
  tx: Db,
  { told, invited, email }: { told: Told; invited: readonly Invited[]; email: string },
) {
  const now = people.now()
  const { name, issuer, subject } = told
  const about = { name, identity: { issuer, subject } }
  const person = await beginAlone(people, tx, { email, about, workspace: false })
  // Somebody has the invited address, and the provider does not say that it is them.
  if (!person) throw new NotSignedIn('unverified')
  for (const { workspace_id, id } of invited) {
    const scope = { db: tx, workspace_id }
    const taken = await takeInvitation(scope, id, now)
    if (taken) await insertMember(scope, { person_id: person.id, role: taken.role }, now)
  }
  return person
}
