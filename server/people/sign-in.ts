import { hashSecret } from '#rules/key.ts'
import { Email, LinkToken, type Person, TriedPassword } from '#rules/person.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { hasIdentity } from '#store/identities.ts'
import { takeLink } from '#store/mail-links.ts'
import { findPerson, findPersonByEmail, passwordHashOf } from '#store/persons.ts'
import { hasSecondFactor } from '#store/second-factors.ts'
import { z } from 'zod'
import { type People, requirePasswords } from './people.ts'

/** Of an app, or a recovery code. */
export const Code = z.string().trim().min(1, 'Write a code.').max(60, 'This is no code.')

export const SignIn = z.strictObject({
  email: Email,
  password: TriedPassword,
  code: Code.optional(),
})

/** An address that nobody has is refused like a wrong password: in the same words, and after the same work. */
export async function checkSignIn(
  people: People,
  { email, password }: Pick<z.output<typeof SignIn>, 'email' | 'password'>,
): Promise<Person> {
  requirePasswords(people)
  const { db, passwords } = people
  const found = await findPersonByEmail(db, email)
  const right = await passwords.verify(password, found?.password_hash ?? undefined)
  if (!found || !right) {
    throw new Problem('unauthenticated', 'Check address and password: they do not belong together.')
  }
  await refuseWhoIsTold(people, found.id)
  const { password_hash: _, ...person } = found
  return person
}

/** A role that the provider took back would live on by what it does not know of. */
export async function refuseWhoIsTold({ db, oidc }: People, person_id: number) {
  if (!oidc?.roles || !(await hasIdentity(db, { person_id, issuer: oidc.issuer }))) return
  throw new Problem('forbidden', `Sign in by ${oidc.name}: your role is told there.`)
}

/** Whether the password is half of it only. */
export function needsCode({ db }: People, person_id: number): Promise<boolean> {
  return hasSecondFactor(db, person_id)
}

export const SignInByLink = z.strictObject({ token: LinkToken })

/** By a link of the command line, whatever else is needed to sign in here; once. */
export async function takeSignInLink(
  people: People,
  { token }: z.output<typeof SignInByLink>,
): Promise<Person> {
  const { db } = people
  const link = await takeLink(db, ['sign_in'], hashSecret(token), people.now())
  const person = link && (await findPerson(db, link.person_id ?? 0))
  if (person && person.email === link.email) return person
  throw new Problem('not_found', 'Ask for a new link: this one is over.')
}

/** Whether somebody is known by the provider, and what it takes to be that. */
export async function identityOf(people: People, person_id: number) {
  const { db, oidc, takes_passwords } = people
  const linked = oidc !== undefined && (await hasIdentity(db, { person_id, issuer: oidc.issuer }))
  const hash = takes_passwords ? await passwordHashOf(db, person_id) : undefined
  return { linked, needs_password: typeof hash === 'string' }
}

export const LinkedIdentity = z.strictObject({ password: TriedPassword.optional() })

/** For changes that a borrowed session must not be enough for. */
export async function requirePassword(
  people: People,
  person_id: number,
  password: string,
  field: string,
) {
  requirePasswords(people)
  const { db, passwords } = people
  const hash = await passwordHashOf(db, person_id)
  if (hash === null) throw wrong(field, 'You have none yet: ask for one by “forgot password”.')
  if (await passwords.verify(password, hash)) return
  throw wrong(field, 'This is not your password.')
}
