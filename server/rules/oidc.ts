/** Signing in by an OpenID Connect provider: what it says of a person, and what follows from that. Pure. */
import { z } from 'zod'
import { Email, Name } from './person.ts'
import { Role } from './role.ts'

/** Why somebody did not get in, for the page to say in words: they stand in web/src/words as well. */
export const reasons = [
  'denied',
  'unavailable',
  'expired',
  'refused',
  'clock',
  'too_often',
  'broken',
  'no_role',
  'no_address',
  'unverified',
  'other_link',
  'closed',
  'invitation',
  'first_owner',
] as const
export type Reason = (typeof reasons)[number]

/** Values of a claim, and the role that each gives in the instance's first workspace. */
export interface RoleMapping {
  claim: string
  roles: ReadonlyMap<string, Role>
}

/**
 * `groups: crier-admins=owner; marketing=editor`. The claim ends at a colon with a space, so that it may be an address, and
 * a value at the last equals sign, so that it may be a name of a directory (`cn=crier,ou=groups`).
 */
export const RoleMappingText = z.string().transform((text, context): RoleMapping => {
  const [, claim = '', list = ''] = /^\s*(\S+):\s+(.*)$/s.exec(text) ?? []
  const wrong = (message: string) => context.addIssue({ code: 'custom', message })
  if (!claim || !list.trim()) wrong('Write groups: crier-admins=owner; marketing=editor.')
  const roles = new Map<string, Role>()
  for (const part of list.split(';').map((each) => each.trim())) {
    if (!part) continue
    const end = part.lastIndexOf('=')
    const value = part.slice(0, Math.max(0, end)).trim()
    const { data: role } = Role.safeParse(part.slice(end + 1).trim())
    if (!value || !role) wrong(`Write VALUE=ROLE, with owner, editor, author or viewer: "${part}".`)
    else if (roles.has(value)) wrong(`Name "${value}" once.`)
    else roles.set(value, role)
  }
  return { claim, roles }
})

/** The most that one of the claim's values gives; undefined when none gives any. */
export function roleBy(
  { claim, roles }: RoleMapping,
  claims: Readonly<Record<string, unknown>>,
): Role | undefined {
  const value = claimIn(claims, claim)
  const values = new Set(Array.isArray(value) ? value : [value])
  const given = new Set([...roles].flatMap(([name, role]) => (values.has(name) ? [role] : [])))
  return Role.options.find((role) => given.has(role))
}

/** By its whole name, or by its way: `realm_access.roles`. */
export function claimIn(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = new Map<string, unknown>(Object.entries(found)).get(part)
  }
  return found
}

/** Whom a provider speaks of. */
export interface Told {
  /** As an address is written, so that it is the same however it was configured. */
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the provider says that the person has this address. */
  email_verified: boolean
  name: string
  claims: Readonly<Record<string, unknown>>
}

const Said = z.looseObject({ sub: z.string().min(1).max(255) })

/**
 * What the signed token says, and else what the provider answers to its access token. An address and the word about it are
 * taken from one of them, never put together of both.
 */
export function toldBy(
  issuer: string,
  token: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Told {
  const { sub: subject } = Said.parse(token)
  const verified = [token, more].find(
    ({ email, email_verified }) => typeof email === 'string' && email_verified === true,
  )
  const source = verified ?? (token['email'] === undefined ? more : token)
  const { data: email } = Email.safeParse(source['email'])
  const claims = { ...more, ...token }
  return {
    issuer: new URL(issuer).href,
    subject,
    email,
    email_verified: email !== undefined && verified !== undefined,
    name: nameIn(claims, email),
    claims,
  }
}

function nameIn(claims: Readonly<Record<string, unknown>>, email: string | undefined) {
  const given = [claims['name'], claims['preferred_username'], email?.split('@')[0]]
  for (const each of given) {
    const { data } = Name.safeParse(typeof each === 'string' ? each.slice(0, 100) : undefined)
    if (data !== undefined) return data
  }
  return 'Somebody'
}

/** Whether everything that is asked about stands in the token already. */
export function tellsAll(token: Readonly<Record<string, unknown>>, roles: RoleMapping | undefined) {
  const rest = ['email_verified', 'name']
  return tellsEnough(token, roles) && rest.every((claim) => token[claim] !== undefined)
}

/** Whether roles and address stand there: without the rest nobody gets more than is theirs. */
export function tellsEnough(
  token: Readonly<Record<string, unknown>>,
  roles: RoleMapping | undefined,
) {
  const named = roles === undefined || claimIn(token, roles.claim) !== undefined
  return named && token['email'] !== undefined
}

/** A page of ours and nothing else, wherever somebody's link says to go on. */
export function ownPath(wish: string | undefined): string {
  const base = 'https://crier.invalid'
  const at = wish?.startsWith('/') && wish.length <= 2000 ? URL.parse(wish, base) : null
  if (at?.origin !== base || at.pathname.startsWith('//')) return '/'
  return at.pathname.startsWith('/sign-in/') ? '/' : at.pathname + at.search
}
