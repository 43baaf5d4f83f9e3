/** A second factor beside the password: codes of an app, and ten recovery codes for who loses it. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { throttleCode } from '#access/throttle.ts'
import { addressOf, newSecret, stepOf } from '#access/totp.ts'
import { hashSecret } from '#rules/key.ts'
import type { MailAbout } from '#rules/mail.ts'
import { TriedPassword } from '#rules/person.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { insertMail } from '#store/mails.ts'
import type { Db } from '#store/schema.ts'
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  offerSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '#store/second-factors.ts'
import { endSessions } from '#store/sessions.ts'
import { contexts } from '#store/sealed.ts'
import type { People } from './people.ts'
import { Code, requirePassword } from './sign-in.ts'

export const Offered = z.strictObject({ password: TriedPassword })
export const Confirmed = z.strictObject({ code: Code })
export const Ended = z.strictObject({ password: TriedPassword, code: Code })

interface Signed {
  person: { id: number; email: string }
  session_id: number
}

/** Whoever scanned it and went to lunch begins anew. */
const MINUTES_TO_CONFIRM = 30
const CODES = 10

export async function stateOf({ db }: People, person_id: number) {
  const found = await findSecondFactor(db, person_id)
  const since = found?.confirmed_at ?? null
  const recovery_codes = since === null ? 0 : await countRecoveryCodes(db, person_id)
  return { since, recovery_codes }
}

/** A secret for an app. It is in force once a code of it was told. */
export async function offer(
  people: People,
  { person }: Signed,
  { password, host }: z.output<typeof Offered> & { host: string },
) {
  await requirePassword(people, person.id, password, 'password')
  const secret = newSecret()
  const sealed_secret = people.seal.close(secret, contexts.second_factor(person.id))
  const factor = { person_id: person.id, sealed_secret }
  if (!(await offerSecondFactor(people.db, factor, people.now()))) {
    throw wrong('password', 'You have a second factor already: end it first.')
  }
  return { secret, url: addressOf(secret, { email: person.email, host }) }
}

/** Other sessions end: they began with the password alone. */
export async function confirm(
  people: People,
  { person, session_id }: Signed,
  { code }: z.output<typeof Confirmed>,
) {
  const now = people.now()
  const { id: person_id } = person
  await throttleCode(people.db, person_id, now)
  const found = await findSecondFactor(people.db, person_id)
  const since = new Date(now.getTime() - MINUTES_TO_CONFIRM * 60_000)
  if (!found || found.confirmed_at !== null || new Date(found.created_at) < since) throw over()
  const { sealed_secret } = found
  const step = stepOf(secretIn(people, person_id, sealed_secret), digitsOf(code), now)
  if (step === undefined) throw wrong('code', NOT_RIGHT)
  const confirmed = await people.db.transaction().execute(async (tx) => {
    if (!(await confirmSecondFactor(tx, { person_id, sealed_secret, step }, now))) return undefined
    await endSessions(tx, person_id, session_id)
    await tell(tx, person, 'on', now)
    return { recovery_codes: await newCodes(tx, person_id) }
  })
  if (confirmed) return confirmed
  if (await isSealedAnew(people, person_id, sealed_secret)) {
    return confirm(people, { person, session_id }, { code })
  }
  throw over()
}

/** Ten new ones; what is left of those before is worth nothing any more. */
export async function renewCodes(
  people: People,
  { person }: Signed,
  { code }: z.output<typeof Confirmed>,
) {
  await requireCode(people, person, code)
  const now = people.now()
  return people.db.transaction().execute(async (tx) => {
    await tell(tx, person, 'codes_renewed', now)
    return { recovery_codes: await newCodes(tx, person.id) }
  })
}

/** By both, so that neither a borrowed session nor a found phone is enough. */
export async function end(
  people: People,
  { person, session_id }: Signed,
  { password, code }: z.output<typeof Ended>,
) {
  await requirePassword(people, person.id, password, 'password')
  await requireCode(people, person, code)
  await people.db.transaction().execute(async (tx) => {
    if (!(await deleteSecondFactor(tx, person.id))) throw over()
    await endSessions(tx, person.id, session_id)
    await tell(tx, person, 'off', people.now())
  })
}

/**
 * A code of the app, each once, or a recovery code, which is used up. Codes of the app are counted before they are looked at:
 * six digits are few. Recovery codes have 80 bits, and stay a way in while somebody guesses.
 */
export async function requireCode(
  people: People,
  person: { id: number; email: string },
  code: string,
): Promise<void> {
  const { db } = people
  const { id: person_id } = person
  const now = people.now()
  const found = await findSecondFactor(db, person_id)
  if (!found || found.confirmed_at === null) throw over()
  const digits = digitsOf(code)
  if (/^\d{6}$/.test(digits)) {
    await throttleCode(db, person_id, now)
    const { sealed_secret } = found
    const step = stepOf(secretIn(people, person_id, sealed_secret), digits, now)
    if (step === undefined) throw wrong('code', NOT_RIGHT)
    if (await takeStep(db, { person_id, sealed_secret, step })) return
    if (await isSealedAnew(people, person_id, sealed_secret))
      return requireCode(people, person, code)
    throw wrong('code', 'This code was used already: wait for the next one.')
  }
  const taken = await db.transaction().execute(async (tx) => {
    if (!(await takeRecoveryCode(tx, person_id, hashOf(person_id, code)))) return false
    await tell(tx, person, 'code_used', now)
    return true
  })
  if (!taken) throw wrong('code', NOT_RIGHT)
}

/** By whoever runs the instance, for somebody who lost the app and the codes. False: there was none. */
export async function resetSecondFactor(
  db: Db,
  person: { id: number; email: string },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await deleteSecondFactor(tx, person.id))) return false
    await endSessions(tx, person.id)
    await tell(tx, person, 'reset', now)
    return true
  })
}

async function newCodes(tx: Db, person_id: number) {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOf(person_id, code))
  await replaceRecoveryCodes(tx, person_id, hashes)
  return codes
}

/** Letters and digits that nobody takes for another; 16 of 32 are 80 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

function newCode() {
  const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % 32])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** As people write them down: without the dashes, in capitals, an O for a zero. */
function hashOf(person_id: number, code: string) {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return hashSecret(`${person_id} ${plain.replace(/o/g, '0').replace(/[il]/g, '1')}`)
}

function digitsOf(code: string) {
  return code.replace(/\s/g, '')
}

/** SECRET_KEY was changed between reading and writing, or there is another factor: looked at once more. */
async function isSealedAnew({ db }: People, person_id: number, before: Buffer) {
  const found = await findSecondFactor(db, person_id)
  return found !== undefined && !found.sealed_secret.equals(before)
}

function secretIn({ seal }: People, person_id: number, sealed: Buffer) {
  return z.string().parse(seal.open(sealed, contexts.second_factor(person_id)))
}

async function tell(
  tx: Db,
  { id, email }: { id: number; email: string },
  second_factor: NonNullable<MailAbout['second_factor']>['what'],
  now: Date,
) {
  const left = second_factor === 'code_used' ? await countRecoveryCodes(tx, id) : undefined
  const about = { person_id: id, second_factor: { what: second_factor, left } }
  await insertMail(tx, { kind: 'second_factor', email, about }, now)
}

const NOT_RIGHT = 'This code is not right: take the one that the app shows now, or a recovery code.'

function over() {
  return new Problem('not_found', 'Begin anew: there is no second factor to go on with.')
}
