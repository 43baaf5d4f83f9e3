/** What an OAuth client says of itself, made into what we take. Clients differ in what they send; none of it is trusted. Pure. */
import { z } from 'zod'
import { charactersOf } from './text.ts'

export const scopes = ['mcp:use', 'offline_access'] as const

export interface ClientMetadata {
  redirect_uris: string[]
  client_name?: string
  client_uri?: string
  logo_uri?: string
  application_type: 'native' | 'web'
  token_endpoint_auth_method: AuthMethod
  grant_types: string[]
  response_types: string[]
  scope: string
}

export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
type AuthMethod = (typeof authMethods)[number]

/** A refusal in the words of RFC 7591, section 3.2.2. */
export interface ClientRefusal {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  error_description: string
}

const MAX_URIS = 20
const MAX_URI_CHARS = 2000
const MAX_NAME_CHARS = 100

/** Editors that are called back by an address of their own. Others could be taken over by any program that claims the scheme. */
const ownSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'vscodium:', 'windsurf:'])
const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]'])

const Strings = z.array(z.string())

/**
 * `unsaid` is how the client authenticates when it does not say: a registered one gets a secret (RFC 7591), one that
 * publishes its metadata can have none.
 */
export function clientMetadata(
  said: Readonly<Record<string, unknown>>,
  unsaid: AuthMethod,
): { metadata: ClientMetadata } | { refusal: ClientRefusal } {
  const uris = Strings.safeParse(said['redirect_uris'])
  if (!uris.success || !uris.data.length || uris.data.length > MAX_URIS) {
    return refuse(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_URIS} addresses.`,
    )
  }
  for (const uri of uris.data) {
    const wrong = wrongWithRedirect(uri)
    if (wrong) return refuse('invalid_redirect_uri', `${wrong}: ${quoted(uri)}`)
  }
  const grants = Strings.safeParse(said['grant_types'] ?? ['authorization_code'])
  const responses = Strings.safeParse(said['response_types'] ?? ['code'])
  if (!grants.data?.includes('authorization_code') || !responses.data?.includes('code')) {
    return refuse('invalid_client_metadata', 'Only the authorization code flow is offered here.')
  }
  const name = nameOf(said['client_name'])
  const client_uri = webAddress(said['client_uri'])
  const logo_uri = webAddress(said['logo_uri'])
  const metadata: ClientMetadata = {
    redirect_uris: uris.data,
    // Only native clients may use loopback addresses on any port, and schemes of their own; clients forget to say that they are.
    application_type: uris.data.every((uri) => uri.startsWith('https://')) ? 'web' : 'native',
    token_endpoint_auth_method: authMethodOf(said['token_endpoint_auth_method'] ?? unsaid),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: scopes.join(' '),
    ...(name && { client_name: name }),
    ...(client_uri && { client_uri }),
    ...(logo_uri && { logo_uri }),
  }
  return { metadata }
}

/** Where a client is answered, as a person is told. */
export function redirectOf(uri: string) {
  const { protocol, host, hostname } = new URL(uri)
  const web = protocol === 'https:' || protocol === 'http:'
  return {
    uri,
    host: web ? host : `${protocol}//${host}`,
    loopback: web && loopbacks.has(hostname),
  }
}

/** The scopes that we know of those asked for, and always the one that everything here needs. */
export function knownScopes(asked: string | undefined) {
  const wanted = new Set(asked?.split(' '))
  return scopes.filter((scope) => scope === 'mcp:use' || wanted.has(scope)).join(' ')
}

function wrongWithRedirect(uri: string) {
  if (uri.length > MAX_URI_CHARS || !URL.canParse(uri)) return 'This is not an address'
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'A redirect must not have a fragment'
  if (username || password) return 'A redirect must not carry a user name'
  if (protocol === 'https:' || ownSchemes.has(protocol)) return undefined
  if (protocol !== 'http:') return 'Redirects with this scheme are not accepted here'
  return loopbacks.has(hostname) ? undefined : 'Plain http is accepted on loopback addresses only'
}

function authMethodOf(said: unknown): AuthMethod {
  return authMethods.find((method) => method === said) ?? 'none'
}

/** What a person will read: one line, without control characters. */
function nameOf(said: unknown) {
  if (typeof said !== 'string') return undefined
  const plain = said
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (charactersOf(plain) <= MAX_NAME_CHARS) return plain
  return `${Array.from(plain).slice(0, MAX_NAME_CHARS).join('')}…`
}

function webAddress(said: unknown) {
  if (typeof said !== 'string' || said.length > MAX_URI_CHARS || !URL.canParse(said))
    return undefined
  const url = new URL(said)
  return url.protocol === 'https:' && !url.username ? url.href : undefined
}

function quoted(uri: string) {
  return JSON.stringify(uri.toWellFormed().slice(0, 200)).replace(/[^\x20-\x7e]/g, '?')
}

function refuse(error: ClientRefusal['error'], error_description: string) {
  return { refusal: { error, error_description } }
}
