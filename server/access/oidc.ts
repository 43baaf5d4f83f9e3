/** What is asked of an OpenID Connect provider. The protocol is openid-client's; here is what we want of it. */
import * as openid from 'openid-client'
import {
  type Reason,
  type RoleMapping,
  tellsAll,
  tellsEnough,
  type Told,
  toldBy,
} from '#rules/oidc.ts'

export interface OidcSettings {
  /** As an address is written. */
  issuer: string
  client_id: string
  client_secret: { reveal(): string }
  /** What the page and our sentences call it. */
  name: string
  roles: RoleMapping | undefined
}

/** What binds an answer to the question: all three of chance, and each used once. */
export interface Bond {
  state: string
  nonce: string
  verifier: string
}

export interface OpenIdProvider {
  /** Where the person goes to sign in. */
  begin(redirect_uri: string, bond: Bond): Promise<string>
  /** Who came back. `at` is our own address with what the provider put into it. */
  finish(at: URL, bond: Bond): Promise<Told>
}

/** The guarded fetch, which reaches the issuer wherever it is, and else the public only. */
type Ask = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
  },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}>

/** Somebody does not get in; the cause is for the log. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(`Not signed in: ${reason}.`, { cause })
    this.reason = reason
  }
}

const SECONDS = 10
const MAX_BYTES = 1024 * 1024
/** How long what the provider said of itself is believed. */
const HOUR = 3600_000

/** Asks nothing before somebody signs in: a provider that is down keeps nobody from starting. */
export function openIdProvider(
  settings: OidcSettings,
  { ask, now }: { ask: Ask; now: () => Date },
): OpenIdProvider {
  let known: { since: number; configuration: Promise<openid.Configuration> } | undefined

  async function configuration() {
    const at = now().getTime()
    if (known && at - known.since < HOUR && at >= known.since) return known.configuration
    const fresh = { since: at, configuration: discover(settings, { ask, now }) }
    known = fresh
    try {
      return await fresh.configuration
    } catch (error) {
      if (known === fresh) known = undefined
      throw error
    }
  }

  /** The rest of it. Where nothing hangs on that, a provider that does not tell it keeps nobody out. */
  async function moreOf(config: openid.Configuration, token: string, claims: openid.IDToken) {
    const { roles } = settings
    const { userinfo_endpoint } = config.serverMetadata()
    if (userinfo_endpoint === undefined || tellsAll(claims, roles)) return {}
    const asking = openid.fetchUserInfo(config, token, claims.sub)
    return tellsEnough(claims, roles) ? asking.catch(() => ({})) : asking
  }

  return {
    async begin(redirect_uri, { state, nonce, verifier }) {
      return told(async () => {
        const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
        const url = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri,
          scope: 'openid profile email',
          state,
          nonce,
          code_challenge,
          code_challenge_method: 'S256',
        })
        return url.href
      })
    },

    async finish(at, { state, nonce, verifier }) {
      return told(async () => {
        const config = await configuration()
        const tokens = await openid.authorizationCodeGrant(config, at, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new NotSignedIn('refused')
        const more = await moreOf(config, tokens.access_token, claims)
        return toldBy(claims.iss, claims, more)
      })
    },
  }
}

async function discover(
  { issuer, client_id, client_secret }: OidcSettings,
  { ask, now }: { ask: Ask; now: () => Date },
) {
  const secret = client_secret.reveal()
  const skew = Math.round((now().getTime() - Date.now()) / 1000)
  const execute = [openid.enableNonRepudiationChecks]
  // Where plain http may be, was said when the settings were read.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const options = { execute, timeout: SECONDS, [openid.customFetch]: fetchBy(ask) }
  const metadata = { [openid.clockSkew]: skew }
  const found = await openid.discovery(
    new URL(issuer),
    client_id,
    metadata,
    (as, client, body, headers) => {
      const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const by = methods.includes('client_secret_basic')
        ? openid.ClientSecretBasic(secret)
        : openid.ClientSecretPost(secret)
      by(as, client, body, headers)
    },
    options,
  )
  return found
}

/** What openid-client fetches with. */
function fetchBy(ask: Ask): openid.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body
    if (text !== undefined && text !== null && typeof text !== 'string') {
      throw new TypeError('Only texts are sent to a provider.')
    }
    const answer = await ask(url, {
      method,
      headers,
      ...(typeof text === 'string' && { body: text }),
      signal: signal ?? AbortSignal.timeout(SECONDS * 1000),
    })
    const bytes = await read(answer.body)
    const named = ['content-type', 'www-authenticate'].flatMap((name): [string, string][] => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    const isBare = [204, 205, 304].includes(answer.status)
    const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502
    return new Response(isBare ? null : bytes, { status, headers: named })
  }
}

async function read(body: AsyncIterable<Uint8Array> | null) {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new RangeError('The provider answers with too much.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Says of every failure what a person may know. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotSignedIn) throw error
    throw new NotSignedIn(reasonOf(error), error)
  }
}

const said: Readonly<Record<string, Reason>> = {
  access_denied: 'denied',
  consent_required: 'denied',
  interaction_required: 'denied',
  login_required: 'denied',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}
const found: Readonly<Record<string, Reason>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_ABORT: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unavailable',
  ADDRESS_NOT_ALLOWED: 'refused',
}

function reasonOf(error: unknown): Reason {
  if (error instanceof openid.AuthorizationResponseError) return said[error.error] ?? 'refused'
  if (error instanceof openid.ResponseBodyError) {
    return error.status >= 500 ? 'unavailable' : 'refused'
  }
  if (!(error instanceof openid.ClientError)) return codeOf(error) ?? 'broken'
  return codeOf(error) ?? (error.code === undefined ? outageOf(error.cause) : 'refused')
}

function codeOf(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? found[code] : undefined
}

/** What openid-client does not know comes from the fetch: nobody answered, or it must not go there. */
function outageOf(cause: unknown): Reason {
  return codeOf(cause) ?? 'unavailable'
}
