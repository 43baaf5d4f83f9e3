/** How fast secrets may be tried: few times a minute from one network, and few times a minute at one account. */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sessionsSince } from '#rules/person.ts'
import { Problem } from '#rules/problem.ts'
import type { Db } from '#store/schema.ts'
import { countAttempt } from '#store/secret-attempts.ts'
import { addressesOf } from '#store/sessions.ts'

/** From one network at whatever accounts, and at one account from everywhere. */
export const RATE = { limit: 6, seconds: 60 }

/** What is tried: everything at which the same secret could be guessed counts together. */
const kinds = [
  'password',
  'passkey',
  'sign_up',
  'forgot',
  'link',
  'confirmation',
  'platform',
] as const
export type Tried = (typeof kinds)[number]

/**
 * Counts a try at both, or refuses it with the seconds to wait. `account` is whatever names the account: its e-mail
 * address, or the token that was tried. A network that the person is signed in from is bound by its own limit alone:
 * strangers who fail on purpose do not lock it out. Outside of any transaction: a try that failed counts too.
 */
export async function throttle(
  db: Db,
  tried: Tried,
  { address, account }: { address: string; account: string },
  now: Date,
) {
  const network = networkOf(address)
  const wait = await countAttempt(db, `${tried} from ${network}`, RATE, now)
  if (wait !== undefined) throw tooOften(wait)
  const more = await countAttempt(db, `${tried} at ${hashOf(account)}`, RATE, now)
  if (more === undefined || (await isAtHome(db, account, network, now))) return
  throw tooOften(more)
}

/** Under which names tries at this person were counted; those from networks tell of nobody. */
export function bucketsOf(person_id: number, accounts: readonly string[]): string[] {
  const at = accounts.map(hashOf)
  return [...kinds.flatMap((tried) => at.map((hash) => `${tried} at ${hash}`)), codesAt(person_id)]
}

/** Counts a request of whoever has no account to be counted at, or refuses it with the seconds to wait. */
export async function throttleNetwork(
  db: Db,
  what: string,
  address: string,
  rate: { limit: number; seconds: number },
  now: Date,
): Promise<void> {
  const wait = await countAttempt(db, `${what} from ${networkOf(address)}`, rate, now)
  if (wait !== undefined) throw tooOften(wait)
}

/** A code of six digits at a person's account: whoever knows the password would still guess for years. */
const CODES = { limit: 10, seconds: 3600 }

/** Counts one, or refuses it with the seconds to wait; from wherever, over all processes. */
export async function throttleCode(db: Db, person_id: number, now: Date): Promise<void> {
  const wait = await countAttempt(db, codesAt(person_id), CODES, now)
  if (wait !== undefined) throw tooOften(wait)
}

function codesAt(person_id: number) {
  return `code at ${person_id}`
}

async function isAtHome(db: Db, email: string, network: string, now: Date) {
  const addresses = await addressesOf(db, email, sessionsSince(now))
  return addresses.some((address) => networkOf(address) === network)
}

function tooOften(wait: number) {
  return new Problem('too_many_requests', `Wait ${wait} s: this was tried too often.`, {
    retry_after: wait,
  })
}

/** Whoever has one IPv6 address has the 2^64 beside it as well. */
export function networkOf(address: string) {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  return isIPv6(address) ? `${prefixOf(address)}/64` : address
}

/** The first four groups, written out. */
function prefixOf(address: string) {
  const [left = '', right] = (address.split('%')[0] ?? '').split('::')
  const groups = left.split(':').filter(Boolean)
  const after = right?.split(':').filter(Boolean) ?? []
  const gap = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(gap).fill('0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Of any length, and not to be read in the table. */
function hashOf(account: string) {
  return createHash('sha256').update(account).digest('base64url')
}
