import { Email, type Person, TriedPassword } from '#rules/person.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { findPersonByEmail, passwordHashOf } from '#store/persons.ts'
import { z } from 'zod'
import type { People } from './people.ts'

export const SignIn = z.strictObject({ email: Email, password: TriedPassword })

/** An address that nobody has is refused like a wrong password: in the same words, and after the same work. */
export async function checkSignIn(
  { db, passwords }: People,
  { email, password }: z.output<typeof SignIn>,
): Promise<Person> {
  const found = await findPersonByEmail(db, email)
  const right = await passwords.verify(password, found?.password_hash)
  if (!found || !right) {
    throw new Problem('unauthenticated', 'Check address and password: they do not belong together.')
  }
  const { password_hash: _, ...person } = found
  return person
}

/** For changes that a borrowed session must not be enough for. */
export async function requirePassword(
  { db, passwords }: People,
  person_id: number,
  password: string,
  field: string,
) {
  if (await passwords.verify(password, await passwordHashOf(db, person_id))) return
  throw wrong(field, 'This is not your password.')
}
