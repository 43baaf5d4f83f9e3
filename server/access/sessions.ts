/** Who is signed in, by cookie. The cookie is 256 bits of chance; the store knows its hash only. */
import { randomBytes } from 'node:crypto'
import { hashSecret } from '#rules/key.ts'
import { type Person, sessionsSince, SESSION_SECONDS } from '#rules/person.ts'
import type { Db } from '#store/schema.ts'
import { endSession, findSession, insertSession, touchSession } from '#store/sessions.ts'

/** A request, as far as it tells who asks: Fastify's, or any other of this shape. */
export interface Asking {
  headers: { cookie?: string | undefined; 'user-agent'?: string | undefined }
  /** The address of the browser, past the proxies that are trusted. */
  ip: string
}

export interface Signed {
  person: Person
  session_id: number
}

/** `last_used_at` is a hint: written once a minute at most. */
const TOUCH = 60_000

/**
 * The person whose session the request's cookie names; undefined when signed out, whatever the reason. `base_url` tells
 * which of the two cookies counts.
 */
export async function personOf(
  db: Db,
  request: Asking,
  { base_url, now }: { base_url: string; now: Date },
): Promise<Signed | undefined> {
  const token = tokenIn(request, base_url)
  const found = token && (await findSession(db, hashSecret(token), sessionsSince(now)))
  if (!found) return undefined
  const { session_id, last_used_at, ...person } = found
  if (now.getTime() - new Date(last_used_at).getTime() > TOUCH) {
    await touchSession(db, session_id, request.ip, now)
  }
  return { person, session_id }
}

/**
 * Begins a session under a new token, and answers its cookie. The session that the request came with ends: nobody who
 * planted or saw that cookie is signed in by it.
 */
export async function signIn(
  db: Db,
  request: Asking,
  {
    person_id,
    base_url,
    now,
    ends_at = null,
  }: { person_id: number; base_url: string; now: Date; ends_at?: Date | null },
): Promise<string> {
  const before = await personOf(db, request, { base_url, now })
  if (before) await endSession(db, before.person.id, before.session_id)
  const token = randomBytes(32).toString('base64url')
  const agent = (request.headers['user-agent'] ?? '').toWellFormed().slice(0, 300)
  const session = { person_id, token_hash: hashSecret(token), address: request.ip, agent, ends_at }
  await insertSession(db, session, now)
  return `${nameAt(base_url)}=${token}; ${attributesAt(base_url)}; Max-Age=${SESSION_SECONDS}`
}

/** Lets the browser forget its cookie. */
export function goneCookie(base_url: string) {
  return `${nameAt(base_url)}=; ${attributesAt(base_url)}; Max-Age=0`
}

/** `__Host-` needs Secure, and Secure needs https: over plain http the cookie has neither. */
function nameAt(base_url: string) {
  return isSecure(base_url) ? '__Host-crier_session' : 'crier_session'
}

function attributesAt(base_url: string) {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure(base_url) ? '; Secure' : ''}`
}

function isSecure(base_url: string) {
  return base_url.startsWith('https:')
}

function tokenIn({ headers }: Asking, base_url: string) {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const start = `${nameAt(base_url)}=`
  // Two of one name: somebody put one there that the browser did not get from us.
  const [given, ...more] = pairs.filter((pair) => pair.startsWith(start))
  const token = given?.slice(start.length)
  return !more.length && token && /^[\w-]{43}$/.test(token) ? token : undefined
}
