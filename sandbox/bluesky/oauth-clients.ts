/**
 * Who may ask. A client is one of `options.clients`, or the development client of the OAuth profile: `http://localhost`
 * without port and path, and in its query `redirect_uri` (several; "with path component matched but port numbers
 * ignored") and `scope` (atproto.com/specs/oauth, "Localhost Client Development"). Metadata documents are not fetched.
 *
 * The profile knows no shared secrets. A registered `client_secret` that is a JWK or a JWK set in JSON (EC, P-256; only
 * its public part is used) makes the client confidential: it must then prove itself with `private_key_jwt`. Any other
 * `client_secret` means a public client, and one that is sent is refused.
 */
import { z } from 'zod'
import { oauthRefusal } from './answers.ts'
import { pdsUrl } from './identity.ts'
import { decode, publicJwk, signedBy, type PublicJwk } from './jwt.ts'
import { firstSeen, type Store } from './store.ts'

export interface Client {
  client_id: string
  /** Keys of a confidential client. */
  keys: readonly PublicJwk[]
  redirects: (uri: string) => boolean
  /** What its metadata declares; absent when nobody knows. */
  scopes: readonly string[] | undefined
}

export const clientFields = {
  client_id: z.string(),
  client_secret: z.string().optional(),
  client_assertion_type: z.string().optional(),
  client_assertion: z.string().optional(),
}

type Credentials = z.infer<z.ZodObject<typeof clientFields>>

/** The client, proved to be itself. */
export function authenticateClient(store: Store, credentials: Credentials): Client {
  const invalid = (description: string) => oauthRefusal(401, 'invalid_client', description)
  const client = findClient(store, credentials.client_id)
  if (credentials.client_secret !== undefined) throw invalid('This server knows no client secrets')
  const { client_assertion, client_assertion_type } = credentials
  if (client.keys.length === 0) {
    if (client_assertion) throw invalid('No keys are known of this client')
    return client
  }
  if (client_assertion_type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer') {
    throw invalid('client_assertion_type must be jwt-bearer')
  }
  const wrong = checkAssertion(store, client, client_assertion ?? '')
  if (wrong) throw invalid(wrong)
  return client
}

export function findClient({ options }: Store, client_id: string): Client {
  const registered = options.clients.find((each) => each.client_id === client_id)
  if (registered) {
    return {
      client_id,
      keys: keysOf(registered.client_secret),
      redirects: (uri) => registered.redirect_uris.includes(uri),
      scopes: undefined,
    }
  }
  const local = localClient(client_id)
  if (!local) throw oauthRefusal(400, 'invalid_client', `Unknown client: ${client_id}`)
  return local
}

function localClient(client_id: string): Client | undefined {
  if (!/^http:\/\/localhost\/?(\?|$)/.test(client_id)) return undefined
  const parameters = new URL(client_id).searchParams
  const uris = parameters.getAll('redirect_uri')
  const declared = uris.length ? uris : ['http://127.0.0.1/', 'http://[::1]/']
  const wrong = declared.find((uri) => !loopback(uri))
  if (wrong) {
    throw oauthRefusal(400, 'invalid_client_metadata', `Not a loopback redirect_uri: ${wrong}`)
  }
  return {
    client_id,
    keys: [],
    redirects: (uri) => declared.some((each) => loopback(uri) && same(each, uri)),
    scopes: (parameters.get('scope') ?? 'atproto').split(' '),
  }
}

function loopback(uri: string) {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]')
}

/** "Path components must match, but port numbers are not matched" (the same document). */
function same(a: string, b: string) {
  const [left, right] = [new URL(a), new URL(b)]
  left.port = right.port
  return left.href === right.href
}

const keySet = z.union([z.object({ keys: z.array(publicJwk) }), publicJwk])

function keysOf(secret: string): readonly PublicJwk[] {
  if (!secret.startsWith('{')) return []
  const parsed = keySet.parse(JSON.parse(secret))
  return 'keys' in parsed ? parsed.keys : [parsed]
}

const assertion = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number().optional(),
})

/** RFC 7523; "aud" is the issuer (atproto.com/specs/oauth, "Confidential Client Authentication"). */
function checkAssertion(store: Store, client: Client, token: string) {
  const decoded = decode(token)
  const head = z.object({ alg: z.literal('ES256') }).safeParse(decoded?.header)
  const body = assertion.safeParse(decoded?.payload)
  if (!decoded || !head.success || !body.success) return 'client_assertion is not an ES256 JWT'
  if (!client.keys.some((key) => signedBy(key, decoded))) return 'client_assertion: wrong signature'
  const { iss, sub, aud, jti, iat, exp } = body.data
  if (iss !== client.client_id || sub !== client.client_id) return 'client_assertion: iss and sub'
  if (![aud].flat().includes(pdsUrl(store))) return 'client_assertion: aud is not this issuer'
  const now = store.now() / 1000
  if (iat > now + 30 || iat < now - 300 || (exp !== undefined && exp <= now)) {
    return 'client_assertion is out of time'
  }
  return firstSeen(store, `assertion ${client.client_id} ${jti}`, 330_000)
    ? undefined
    : 'client_assertion replayed'
}
