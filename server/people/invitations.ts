import { z } from 'zod'
import { hashSecret } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { linkMinutes } from '#rules/mail.ts'
import { Email, type Person } from '#rules/person.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { Role } from '#rules/role.ts'
import {
  findInvitation,
  type Invitation,
  keepInvitation,
  listInvitations,
  takeInvitation,
  takeInvitationBack,
} from '#store/invitations.ts'
import { findLink } from '#store/mail-links.ts'
import { insertMail } from '#store/mails.ts'
import { insertMember, listMembers } from '#store/members.ts'
import { confirmEmail, findPersonByEmail } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { People } from './people.ts'
import { asMember, type Membership } from './members.ts'
import type { Workspace } from './workspaces.ts'

export const NewInvitation = z.strictObject({ email: Email, role: Role })

export async function invite(
  people: People,
  { workspace_id, person_id: invited_by }: Pick<Membership, 'workspace_id' | 'person_id'>,
  { email, role }: z.output<typeof NewInvitation>,
): Promise<Invitation> {
  const now = people.now()
  return asMember({ person_id: invited_by }, () =>
    people.db.transaction().execute(async (tx) => {
      const scope = { db: tx, workspace_id }
      const members = await listMembers(scope)
      if (members.some(({ person }) => person.email === email)) {
        throw wrong('email', 'This person is a member already.')
      }
      const waiting = await listInvitations(scope, now)
      const more = waiting.filter((each) => each.email !== email).length
      if (more >= limits.invitations_open) {
        throw wrong(
          'email',
          `Take one back first: ${limits.invitations_open} invitations are open.`,
        )
      }
      const expires_at = new Date(now.getTime() + linkMinutes.invitation * 60_000)
      const invitation = await keepInvitation(scope, { email, role, expires_at, invited_by }, now)
      const about = { workspace_id, invitation_id: invitation.id }
      await insertMail(tx, { kind: 'invitation', email, about }, now)
      return invitation
    }),
  )
}

export async function invitationsOf(
  people: People,
  { workspace_id }: Membership,
): Promise<Invitation[]> {
  return listInvitations({ db: people.db, workspace_id }, people.now())
}

export async function takeBack(people: People, me: Membership, id: number) {
  const { workspace_id } = me
  const taken = await asMember(me, () =>
    people.db
      .transaction()
      .execute((db) => takeInvitationBack({ db, workspace_id }, id, people.now())),
  )
  if (taken) return
  throw new Problem('not_found', 'This invitation is over already.')
}

/** What whoever holds the link may know. */
export async function lookAt(people: People, token: string) {
  const { invitation, workspace_id } = await open(people, people.db, token)
  const { name } = await findWorkspace({ db: people.db, workspace_id })
  const { email, role } = invitation
  const known = (await findPersonByEmail(people.db, email)) !== undefined
  return { workspace: { name }, role, email, known }
}

/** Whoever has the invited address joins; of several at once, by the same link, it happens once. */
export async function acceptInvitation(
  people: People,
  person: Person,
  token: string,
): Promise<Workspace> {
  return asMember({ person_id: person.id }, () =>
    people.db.transaction().execute(async (tx) => {
      const { invitation, workspace_id } = await open(people, tx, token)
      if (invitation.email !== person.email) {
        throw new Problem(
          'forbidden',
          `Sign in as ${invitation.email}: the invitation is for them.`,
        )
      }
      const now = people.now()
      const scope = { db: tx, workspace_id }
      const taken = await takeInvitation(scope, invitation.id, now)
      if (!taken) throw over()
      await insertMember(scope, { person_id: person.id, role: taken.role }, now)
      await confirmEmail(tx, person.id, now)
      const role = await roleOf(tx, { workspace_id, person_id: person.id })
      return { ...(await findWorkspace(scope)), role: role ?? taken.role }
    }),
  )
}

async function open(people: People, db: Db, token: string) {
  const now = people.now()
  const link = await findLink(db, 'invitation', hashSecret(token), now)
  const workspace_id = link?.workspace_id ?? 0
  const invitation =
    link && (await findInvitation({ db, workspace_id }, link.invitation_id ?? 0, now))
  if (!invitation) throw over()
  return { invitation, workspace_id }
}

function over() {
  return new Problem('not_found', 'Ask for a new invitation: this one is over.')
}
