/** Signing up: the first person owns the instance, others come by invitation or, where it is open, from anywhere. */
import { Email, Name, NewPassword, LinkToken, type Person, Zone } from '#rules/person.ts'
import type { LinkAbout } from '#rules/mail.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { hashSecret } from '#rules/key.ts'
import { credentialOfPerson } from '#rules/role.ts'
import { actAs } from '#store/actor.ts'
import { takeInvitation } from '#store/invitations.ts'
import { insertMail } from '#store/mails.ts'
import { findLink } from '#store/mail-links.ts'
import { insertIdentity, useIdentity } from '#store/identities.ts'
import { insertMember } from '#store/members.ts'
import { hasPersons, insertPerson, takeFirstTurn } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import {
  changeWorkspace,
  findWorkspace,
  firstWorkspace,
  insertWorkspace,
  knowsZone,
} from '#store/workspaces.ts'
import { z } from 'zod'
import { requireUnguessable } from './password.ts'
import { type People, requirePasswords } from './people.ts'

export const SignUp = z.strictObject({
  name: Name,
  email: Email,
  password: NewPassword,
  /** Name of the workspace to begin with; for the first person, a new name for the one there is. */
  workspace: Name.optional(),
  /** Where the person is: of the workspace that begins; whoever joins another one keeps it as their own. */
  timezone: Zone.optional(),
  invitation: LinkToken.optional(),
})
export type SignUp = z.output<typeof SignUp>

/** What a visitor may do now. */
export async function signUpState({ db, sign_up }: People): Promise<People['sign_up']> {
  if (sign_up === 'closed' || sign_up === 'invitation') return sign_up
  if (!(await hasPersons(db))) return 'first'
  return sign_up === 'first' ? 'invitation' : sign_up
}

/** The new person; undefined when the address has to be confirmed first, which says nothing about whether it is known. */
export async function signUp(people: People, given: SignUp): Promise<Person | undefined> {
  requirePasswords(people)
  const state = await signUpState(people)
  if (state === 'closed') throw refusal('Ask whoever runs this instance: it takes nobody new.')
  if (state === 'invitation' && given.invitation === undefined) {
    throw refusal('Ask a member to invite you: this instance is by invitation.')
  }
  const { name, email, workspace, timezone } = given
  requireUnguessable(given.password, email)
  const password_hash = await people.passwords.hash(given.password)
  const about = { name, password_hash, workspace, timezone }

  return people.db.transaction().execute(async (tx) => {
    if (given.invitation !== undefined) return signUpInvited(people, tx, given, password_hash)
    if (state === 'first') {
      await takeFirstTurn(tx)
      if (!(await hasPersons(tx))) {
        return beginFirst(people, tx, { email, ...about, confirmed: false })
      }
      if (people.sign_up === 'first') {
        throw refusal('Ask for an invitation: somebody else was first in this very moment.')
      }
    }
    await insertMail(tx, { kind: 'sign_up', email, about: { sign_up: about } }, people.now())
    return undefined
  })
}

interface First extends Omit<LinkAbout, 'password_hash'> {
  email: string
  password_hash: string | null
  confirmed: boolean
}

/** The instance's first workspace becomes theirs; it may be there since the first start. */
export async function beginFirst(people: People, tx: Db, given: First): Promise<Person> {
  const now = people.now()
  const { name, email, password_hash, confirmed, workspace, timezone, identity } = given
  const person = await insertPerson(tx, { name, email, password_hash, confirmed }, now)
  if (!person) throw new Error('The first person has an address that is taken.')
  await actAs(tx, credentialOfPerson(person.id))
  if (identity) await insertIdentity(tx, { ...identity, person_id: person.id }, now)
  const there = await firstWorkspace(tx)
  const { id } =
    there ?? (await insertWorkspace(tx, { name: workspace ?? 'Home', plan: people.plan }, now))
  await changeWorkspace(
    { db: tx, workspace_id: id },
    { name: there && workspace, timezone: await known(tx, timezone) },
  )
  await insertMember({ db: tx, workspace_id: id }, { person_id: person.id, role: 'owner' }, now)
  if (!confirmed) {
    await insertMail(tx, { kind: 'email', email, about: { person_id: person.id } }, now)
  }
  return person
}

/** Whoever holds the link reads the mailbox: its address needs no other confirmation. */
async function signUpInvited(people: People, tx: Db, given: SignUp, password_hash: string) {
  const now = people.now()
  const link = await findLink(tx, 'invitation', hashSecret(given.invitation ?? ''), now)
  const scope = { db: tx, workspace_id: link?.workspace_id ?? 0 }
  const invitation = link && (await takeInvitation(scope, link.invitation_id ?? 0, now))
  if (!invitation) throw new Problem('not_found', 'Ask for a new invitation: this one is over.')
  if (invitation.email !== given.email) {
    throw wrong('email', `The invitation is for ${invitation.email}.`)
  }
  const { name, email } = given
  const own = await known(tx, given.timezone)
  const { timezone: usual } = await findWorkspace(scope)
  const person = await insertPerson(
    tx,
    { name, email, password_hash, confirmed: true, timezone: own === usual ? undefined : own },
    now,
  )
  if (!person) {
    throw wrong('email', 'Sign in instead: this address has an account.')
  }
  await actAs(tx, credentialOfPerson(person.id))
  await insertMember(scope, { person_id: person.id, role: invitation.role }, now)
  return person
}

/** The address is confirmed: the person begins with a workspace of their own. Undefined when somebody was faster. */
export async function signUpConfirmed(
  people: People,
  tx: Db,
  { email, about }: { email: string; about: LinkAbout },
): Promise<Person | undefined> {
  const { identity } = about
  // Another link made them somebody here.
  if (identity && (await useIdentity(tx, identity, people.now()))) return undefined
  const given = identity && people.oidc?.roles
  return beginAlone(people, tx, { email, about, workspace: given === undefined })
}

/** Undefined when somebody has the address. Without a workspace of their own, they are about to join another. */
export async function beginAlone(
  people: People,
  tx: Db,
  given: { email: string; about: LinkAbout; workspace: boolean },
): Promise<Person | undefined> {
  const now = people.now()
  const { email } = given
  const { name, password_hash = null, workspace, timezone, identity } = given.about
  const person = await insertPerson(tx, { name, email, password_hash, confirmed: true }, now)
  if (!person) return undefined
  await actAs(tx, credentialOfPerson(person.id))
  if (identity) await insertIdentity(tx, { ...identity, person_id: person.id }, now)
  if (!given.workspace) return person
  const wish = { name: workspace ?? `${name}’s workspace`, plan: people.plan }
  const { id } = await insertWorkspace(tx, wish, now)
  const scope = { db: tx, workspace_id: id }
  await changeWorkspace(scope, { timezone: await known(tx, timezone) })
  await insertMember(scope, { person_id: person.id, role: 'owner' }, now)
  return person
}

/** A browser may know a zone that the database does not: then it stays as it is, and is set later. */
async function known(tx: Db, timezone: string | undefined) {
  return timezone !== undefined && (await knowsZone(tx, timezone)) ? timezone : undefined
}

function refusal(text: string) {
  return new Problem('forbidden', text)
}
