/** Addresses change in two steps, so that nobody's account hangs on an address that is not theirs. */
import { z } from 'zod'
import { hashSecret } from '#rules/key.ts'
import { LINKS_AT_ONCE } from '#rules/mail.ts'
import { Email, LinkToken, type Person, TriedPassword } from '#rules/person.ts'
import { Problem } from '#rules/problem.ts'
import { cancelMoves, countLinks, deleteLinksOf, nextLinkEnd, takeLink } from '#store/mail-links.ts'
import { insertMail, isOnItsWay } from '#store/mails.ts'
import { setEmail, takeFirstTurn } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { type People, requirePasswords } from './people.ts'
import { requirePassword } from './sign-in.ts'
import { signUpConfirmed } from './sign-up.ts'

export const ChangedEmail = z.strictObject({ email: Email, password: TriedPassword })
export const ConfirmedEmail = z.strictObject({ token: LinkToken })

/** Answers the same whether or not somebody else has the address: then no mail goes out. */
export async function changeEmail(
  people: People,
  person_id: number,
  { email, password }: z.output<typeof ChangedEmail>,
) {
  await requirePassword(people, person_id, password, 'password')
  await insertMail(people.db, { kind: 'email', email, about: { person_id } }, people.now())
}

/**
 * The link to the address that a person signed up with, once more. True: it is confirmed already, in another window
 * perhaps. A mailbox that has as many links as it may is told when there is room for another.
 */
export async function confirmAgain(people: People, { id, email, email_confirmed }: Person) {
  if (email_confirmed) return true
  const now = people.now()
  const mail = { kind: 'email' as const, email }
  await people.db.transaction().execute(async (tx) => {
    if ((await countLinks(tx, 'email', email, now)) >= LINKS_AT_ONCE) {
      throw full((await nextLinkEnd(tx, 'email', email, now)) ?? now, now)
    }
    if (await isOnItsWay(tx, mail)) return
    await insertMail(tx, { ...mail, about: { person_id: id } }, now)
  })
  return false
}

/** The link from the mailbox: of a new address, or of a sign-up that waited for it. */
export async function confirm(people: People, { token }: z.output<typeof ConfirmedEmail>) {
  await people.db.transaction().execute(async (tx) => {
    // Of two who confirm the same address at once, the second finds it taken.
    await takeFirstTurn(tx)
    const link = await takeLink(tx, ['email', 'sign_up'], hashSecret(token), people.now())
    if (!link) throw over()
    const { email, person_id, about } = link
    // A sign-up with a password, from before there were none.
    if (about && !about.identity) requirePasswords(people)
    const done =
      about === null
        ? await moveTo(people, tx, { email, person_id: person_id ?? 0 })
        : await signUpConfirmed(people, tx, { email, about })
    if (!done) throw over()
  })
}

async function moveTo(
  people: People,
  tx: Db,
  { email, person_id }: { email: string; person_id: number },
) {
  // Before the person is locked: this waits for a mail that is being written, which waits for the person.
  await cancelMoves(tx, { id: person_id, email })
  const before = await setEmail(tx, person_id, email, people.now())
  if (before === undefined) return false
  await deleteLinksOf(tx, person_id, ['email', 'reset'])
  if (before !== email) {
    const about = { new_email: email }
    await insertMail(tx, { kind: 'email_changed', email: before, about }, people.now())
  }
  return true
}

function full(room_at: Date | string, now: Date) {
  const retry_after = Math.max(1, Math.ceil((new Date(room_at).getTime() - now.getTime()) / 1000))
  return new Problem(
    'too_many_requests',
    `Look through your mails, also those taken for junk: ${LINKS_AT_ONCE} links are there already, and all of them are good.`,
    { retry_after },
  )
}

function over() {
  return new Problem('not_found', 'Ask for a new link: this one is over.')
}
