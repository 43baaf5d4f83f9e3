import { z } from 'zod'
import { hashSecret } from '#rules/key.ts'
import { Email, LinkToken, NewPassword, TriedPassword } from '#rules/person.ts'
import { guessable } from '#rules/password.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { credentialOfPerson } from '#rules/role.ts'
import { actAs } from '#store/actor.ts'
import { appsOf, endGrantsOf } from '#store/grants.ts'
import { cancelMoves, deleteLinksOf, findLink, takeLink } from '#store/mail-links.ts'
import { insertMail } from '#store/mails.ts'
import { namesOfPasskeys } from '#store/passkeys.ts'
import { confirmEmail, findPerson, setPassword } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { endSessions } from '#store/sessions.ts'
import { type People, requirePasswords } from './people.ts'
import { requirePassword } from './sign-in.ts'

export const ChangedPassword = z.strictObject({
  current_password: TriedPassword,
  password: NewPassword,
})
export const Forgotten = z.strictObject({ email: Email })
export const Reset = z.strictObject({
  token: LinkToken,
  password: NewPassword,
  /** Apps that the person allowed stay connected. */
  keep_apps: z.boolean().default(false),
})

/** Every other session ends, and so do moves to other addresses: whoever else knew the old one is out. */
export async function changePassword(
  people: People,
  { person, session_id }: { person: { id: number; email: string }; session_id: number },
  { current_password, password }: z.output<typeof ChangedPassword>,
) {
  await requirePassword(people, person.id, current_password, 'current_password')
  requireUnguessable(password, person.email)
  const password_hash = await people.passwords.hash(password)
  await people.db.transaction().execute(async (tx) => {
    await setPassword(tx, person.id, password_hash)
    await endSessions(tx, person.id, session_id)
    await deleteLinksOf(tx, person.id, ['reset'])
    await cancelMoves(tx, person)
    const apps = { kept: await namesOfApps(tx, person.id) }
    const passkeys = await namesOfPasskeys(tx, person.id)
    const about = { person_id: person.id, apps, passkeys }
    await insertMail(tx, { kind: 'password_changed', email: person.email, about }, people.now())
  })
}

/** Looks nothing up: whether the address is known shows when its mail is written, and to nobody who asked. */
export async function forgotPassword(people: People, { email }: z.output<typeof Forgotten>) {
  requirePasswords(people)
  await insertMail(people.db, { kind: 'reset', email }, people.now())
}

/**
 * Every session ends, and every app unless the person keeps them: whoever had the old password may have let one in. Whoever
 * came by the link reads the mailbox, so the address is confirmed too.
 */
export async function resetPassword(
  people: People,
  { token, password, keep_apps }: z.output<typeof Reset>,
) {
  requirePasswords(people)
  const token_hash = hashSecret(token)
  // Only a look: garbage is not worth a slow hash.
  const asked = await findLink(people.db, 'reset', token_hash, people.now())
  if (!asked) throw over()
  requireUnguessable(password, asked.email)
  const password_hash = await people.passwords.hash(password)
  await people.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, ['reset'], token_hash, people.now())
    const person = link && (await findPerson(tx, link.person_id ?? 0))
    if (!person || person.email !== link.email) throw over()
    await actAs(tx, credentialOfPerson(person.id))
    await setPassword(tx, person.id, password_hash)
    await confirmEmail(tx, person.id, people.now())
    await endSessions(tx, person.id)
    await deleteLinksOf(tx, person.id, ['reset'])
    await cancelMoves(tx, person)
    const names = await namesOfApps(tx, person.id)
    if (!keep_apps) await endGrantsOf(tx, { person_id: person.id }, people.now())
    const apps = keep_apps ? { kept: names } : { ended: names }
    const passkeys = await namesOfPasskeys(tx, person.id)
    const about = { person_id: person.id, apps, passkeys }
    await insertMail(tx, { kind: 'password_changed', email: person.email, about }, people.now())
  })
}

async function namesOfApps(db: Db, person_id: number) {
  const apps = await appsOf(db, person_id)
  return apps.map(({ client_name, workspace }) => `${client_name} (${workspace})`)
}

/** Refuses what is tried first on everybody, and on this person. */
export function requireUnguessable(password: string, email: string) {
  const text = guessable(password, email)
  if (text !== undefined) throw wrong('password', text)
}

function over() {
  return new Problem('not_found', 'Ask for a new link: this one is over.')
}
