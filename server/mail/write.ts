/** Writes a mail when it goes out: looks up what it is about, and only then makes the token of its link. */
import { randomBytes } from 'node:crypto'
import { hashSecret } from '#rules/key.ts'
import { LINKS_AT_ONCE, linkMinutes, type MailedLink } from '#rules/mail.ts'
import { findInvitation } from '#store/invitations.ts'
import { countLinks, insertLink } from '#store/mail-links.ts'
import type { Mail } from '#store/mails.ts'
import { findPerson, findPersonByEmail } from '#store/persons.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { Letter } from './letter.ts'
import { letters } from './letters.ts'
import { writeNotices } from './notices.ts'
import type { Writing } from './writing.ts'

/** Links are made by whoever asks for them, too. */
type Linking = Pick<Writing, 'db' | 'base_url' | 'now'>

/** Undefined when there is nothing to send: nobody has the address, or what it was about is over. */
export async function write(mail: Mail, writing: Writing): Promise<Letter | undefined> {
  const { kind, about } = mail
  if (kind === 'email_changed') return letters.email_changed({ new_email: about.new_email ?? '' })
  if (kind === 'password_changed')
    return letters.password_changed({ ...about.apps, passkeys: about.passkeys })
  if (kind === 'sign_in_linked')
    return letters.sign_in_linked({ provider: about.provider ?? 'a provider' })
  if (kind === 'second_factor') return letters.second_factor(about.second_factor ?? { what: 'on' })
  if (kind === 'passkey') return letters.passkey(about.passkey ?? { what: 'added' })
  if (kind === 'notices') return writeNotices(mail, writing)
  if (kind === 'farewell') return letters.farewell()
  if (kind === 'deletion')
    return about.deletion && letters.deletion({ ...about.deletion, base_url: writing.base_url })
  const { db, now } = writing
  if ((await countLinks(db, kind, mail.email, now)) >= LINKS_AT_ONCE) return undefined
  return writers[kind](mail, writing)
}

const writers: Record<MailedLink, (mail: Mail, writing: Writing) => Promise<Letter | undefined>> = {
  async reset(mail, writing) {
    const person = await findPersonByEmail(writing.db, mail.email)
    if (!person) return undefined
    const url = await resetLink(writing, person)
    return letters.reset({ name: person.name, url })
  },

  async email(mail, writing) {
    const person = await findPerson(writing.db, mail.about.person_id ?? 0)
    const holder = await findPersonByEmail(writing.db, mail.email)
    if (!person || (holder && holder.id !== person.id)) return undefined
    const link = { kind: 'email' as const, email: mail.email, person_id: person.id }
    return letters.email({ name: person.name, url: await makeLink(writing, link, 'confirm-email') })
  },

  async sign_up(mail, writing) {
    const { sign_up } = mail.about
    const holder = await findPersonByEmail(writing.db, mail.email)
    const link = { kind: 'sign_up' as const, email: mail.email, about: sign_up }
    if (holder) {
      // A link that nobody is told: this mail counts for the mailbox like any other.
      await makeLink(writing, { ...link, about: undefined }, '')
      return letters.known({ name: holder.name, url: `${writing.base_url}/sign-in` })
    }
    if (!sign_up) return undefined
    return letters.sign_up({
      name: sign_up.name,
      url: await makeLink(writing, link, 'confirm-email'),
    })
  },

  async invitation(mail, writing) {
    const { workspace_id = 0, invitation_id = 0 } = mail.about
    const scope = { db: writing.db, workspace_id }
    const invitation = await findInvitation(scope, invitation_id, writing.now)
    if (!invitation) return undefined
    const { name } = await findWorkspace(scope)
    const url = await invitationLink(writing, { workspace_id, ...invitation })
    return letters.invitation({ workspace: name, role: invitation.role, url })
  },
}

export function resetLink(writing: Linking, { id, email }: { id: number; email: string }) {
  return makeLink(writing, { kind: 'reset', email, person_id: id }, 'reset')
}

/** Lets somebody in once, without a password: for whoever runs the instance. */
export function signInLink(writing: Linking, { id, email }: { id: number; email: string }) {
  return makeLink(writing, { kind: 'sign_in', email, person_id: id }, 'sign-in')
}

export function invitationLink(
  writing: Linking,
  { workspace_id, id, email }: { workspace_id: number; id: number; email: string },
) {
  const link = { kind: 'invitation' as const, email, workspace_id, invitation_id: id }
  return makeLink(writing, link, 'invitation')
}

async function makeLink(
  { db, base_url, now }: Linking,
  link: Omit<Parameters<typeof insertLink>[1], 'token_hash' | 'expires_at'>,
  room: string,
) {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + linkMinutes[link.kind] * 60_000)
  await insertLink(db, { ...link, token_hash: hashSecret(token), expires_at }, now)
  return `${base_url}/${room}?token=${token}`
}
