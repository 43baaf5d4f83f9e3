/** What the console's routes share: who is signed in, where a write came from, and how fast secrets are tried. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { personOf, type Signed } from '#access/sessions.ts'
import { throttle, type Tried } from '#access/throttle.ts'
import type { People } from '#people/people.ts'
import { parseInput } from '#rules/input.ts'
import { Problem } from '#rules/problem.ts'
import type { ApiDependencies } from '../guard.ts'
import type { OAuthDependencies } from '../oauth.ts'

export interface ConsoleDependencies {
  people: People
  version: string
  /** The service's public origin, once it is known. */
  readonly base_url: string
  readonly sandbox_url: string | undefined
  /** By which names the service may be called; see McpOptions. */
  hosts: { has(host: string): boolean }
}

/** What the rooms about connected apps need besides. */
export interface AppsDependencies {
  console: ConsoleDependencies
  api: ApiDependencies
  oauth: OAuthDependencies
}

/** Refuses a write that another site's page made. Browsers tell the origin of every write, and pages cannot change it. */
export function requireOrigin(
  { base_url, hosts }: ConsoleDependencies,
  { headers }: FastifyRequest,
) {
  const { origin, host = '' } = headers
  if (origin !== undefined && isOwn(origin, { base_url, hosts, host })) return
  throw new Problem('forbidden', `Use the dashboard: this came from another site.${hint()}`)

  /** The page and the service have one host, and still not one address. */
  function hint() {
    const named = [host, headers['x-forwarded-host']].includes(URL.parse(origin ?? '')?.host)
    return named ? ` If ${origin} is its address, BASE_URL has to say so.` : ''
  }
}

function isOwn(
  origin: string,
  { base_url, hosts, host }: Pick<ConsoleDependencies, 'base_url' | 'hosts'> & { host: string },
) {
  if (origin === new URL(base_url).origin) return true
  // Without a public name it is called by several loopback ones; then page and service have the same.
  return origin === `${new URL(base_url).protocol}//${host}` && hosts.has(host)
}

/** Undefined when signed out. */
export function signedIn(
  deps: ConsoleDependencies,
  request: FastifyRequest,
): Promise<Signed | undefined> {
  const { people, base_url } = deps
  return personOf(people.db, request, { base_url, now: people.now() })
}

export async function requireSigned(
  deps: ConsoleDependencies,
  request: FastifyRequest,
): Promise<Signed> {
  const signed = await requireAnybody(deps, request)
  const { [PERSON]: meant = NOBODY } = request.headers
  if (meant === NOBODY || meant === String(signed.person.id)) return signed
  throw new Problem(
    'unauthenticated',
    'Sign in again: somebody else is signed in by this browser now.',
  )
}

/** For whom an open page speaks. It notices a moment late that somebody else has signed in beside it, and the cookie is theirs by then. */
const PERSON = 'crier-person'
/** It does not know yet. */
const NOBODY = '0'

/** Whoever it is. */
export async function requireAnybody(
  deps: ConsoleDependencies,
  request: FastifyRequest,
): Promise<Signed> {
  const signed = await signedIn(deps, request)
  if (!signed) throw new Problem('unauthenticated', 'Sign in first.')
  return signed
}

/** Before a secret is looked at, and whether or not it turns out to be right. */
export async function throttleAttempt(
  { people }: ConsoleDependencies,
  tried: Tried,
  request: FastifyRequest,
  account: string,
) {
  await throttle(people.db, tried, { address: request.ip, account }, people.now())
}

/** The body as the schema wants it. No body is an empty one. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest) {
  return parseInput(schema, body ?? {})
}

/** A browser keeps nothing of what the console answers. */
export function guardAnswer(reply: FastifyReply) {
  void reply.headers({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Cookie, Origin',
  })
}

/** A number in the address. What is no id is nothing that exists. */
export function idIn({ params }: FastifyRequest, name: string): number {
  const { data } = z.record(z.string(), z.coerce.string()).safeParse(params)
  const text = data?.[name] ?? ''
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new Problem('not_found', 'There is nothing at this address.')
}

/** A token in the address. */
export function wordIn({ params }: FastifyRequest, name: string): string {
  const { data } = z.record(z.string(), z.string()).safeParse(params)
  return data?.[name] ?? ''
}
