/** That it is the person, and not somebody who found their browser open: for what cannot be undone, or opens a door. */
import { z } from 'zod'
import { type Person, TriedPassword } from '#rules/person.ts'
import { collector, type FieldErrors, invalid, Problem } from '#rules/problem.ts'
import { passwordHashOf } from '#store/persons.ts'
import { hasSecondFactor } from '#store/second-factors.ts'
import { sessionBegan } from '#store/sessions.ts'
import type { People } from './people.ts'
import { requireCode } from './second-factor.ts'
import { Code, requirePassword } from './sign-in.ts'

export const proofFields = { password: TriedPassword.optional(), code: Code.optional() }
type Proof = z.output<z.ZodObject<typeof proofFields>>

interface Signed {
  person: Person
  session_id: number
}

/** Whoever has no password has signed in within so many minutes. */
const MINUTES_FRESH = 15

/** Password and code, where there are any: a borrowed session is not enough, and neither is a password that somebody found. */
export async function needsOf({ db, takes_passwords }: People, person_id: number) {
  const hash = takes_passwords ? await passwordHashOf(db, person_id) : undefined
  const needs_password = typeof hash === 'string'
  return { needs_password, needs_code: needs_password && (await hasSecondFactor(db, person_id)) }
}

export async function prove(
  people: People,
  { person, session_id }: Signed,
  { password, code }: Proof,
  {
    asks_code = true,
    also = {},
  }: {
    asks_code?: boolean
    /** What else is wrong with what was asked, told at once. */
    also?: FieldErrors
  } = {},
) {
  const needs = await needsOf(people, person.id)
  const { errors, add: missing } = collector()
  for (const [field, texts] of Object.entries(also)) for (const text of texts) missing(field, text)
  if (needs.needs_password && password === undefined) missing('password', 'Write your password.')
  if (needs.needs_code && asks_code && code === undefined) missing('code', 'Write a code.')
  const problem = invalid(errors)
  if (problem) throw problem
  if (!needs.needs_password) {
    const began = new Date((await sessionBegan(people.db, session_id)) ?? 0)
    if (people.now().getTime() - began.getTime() < MINUTES_FRESH * 60_000) return
    throw new Problem(
      'forbidden',
      `Sign out and in again first: who has no password does this within ${MINUTES_FRESH} minutes of signing in.`,
    )
  }
  await requirePassword(people, person.id, password ?? '', 'password')
  if (needs.needs_code && asks_code) await requireCode(people, person, code ?? '')
}
