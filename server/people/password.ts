import { z } from 'zod'
import { hashSecret } from '#rules/key.ts'
import { Email, LinkToken, NewPassword, TriedPassword } from '#rules/person.ts'
import { Problem } from '#rules/problem.ts'
import { cancelMoves, deleteLinksOf, findLink, takeLink } from '#store/mail-links.ts'
import { insertMail } from '#store/mails.ts'
import { confirmEmail, findPerson, setPassword } from '#store/persons.ts'
import { endSessions } from '#store/sessions.ts'
import type { People } from './people.ts'
import { requirePassword } from './sign-in.ts'

export const ChangedPassword = z.strictObject({
  current_password: TriedPassword,
  password: NewPassword,
})
export const Forgotten = z.strictObject({ email: Email })
export const Reset = z.strictObject({ token: LinkToken, password: NewPassword })

/** Every other session ends, and so do moves to other addresses: whoever else knew the old one is out. */
export async function changePassword(
  people: People,
  { person, session_id }: { person: { id: number; email: string }; session_id: number },
  { current_password, password }: z.output<typeof ChangedPassword>,
) {
  await requirePassword(people, person.id, current_password, 'current_password')
  const password_hash = await people.passwords.hash(password)
  await people.db.transaction().execute(async (tx) => {
    await setPassword(tx, person.id, password_hash)
    await endSessions(tx, person.id, session_id)
    await deleteLinksOf(tx, person.id, ['reset'])
    await cancelMoves(tx, person)
    await insertMail(tx, { kind: 'password_changed', email: person.email }, people.now())
  })
}

/** Looks nothing up: whether the address is known shows when its mail is written, and to nobody who asked. */
export async function forgotPassword(people: People, { email }: z.output<typeof Forgotten>) {
  await insertMail(people.db, { kind: 'reset', email }, people.now())
}

/** Every session ends. Whoever came by the link reads the mailbox, so the address is confirmed too. */
export async function resetPassword(people: People, { token, password }: z.output<typeof Reset>) {
  const token_hash = hashSecret(token)
  // Only a look: garbage is not worth a slow hash.
  if (!(await findLink(people.db, 'reset', token_hash, people.now()))) throw over()
  const password_hash = await people.passwords.hash(password)
  await people.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, ['reset'], token_hash, people.now())
    const person = link && (await findPerson(tx, link.person_id ?? 0))
    if (!person || person.email !== link.email) throw over()
    await setPassword(tx, person.id, password_hash)
    await confirmEmail(tx, person.id, people.now())
    await endSessions(tx, person.id)
    await deleteLinksOf(tx, person.id, ['reset'])
    await cancelMoves(tx, person)
    await insertMail(tx, { kind: 'password_changed', email: person.email }, people.now())
  })
}

function over() {
  return new Problem('not_found', 'Ask for a new link: this one is over.')
}
