/** The authorization server: oidc-provider, told to be an OAuth 2.1 server for one resource and nothing more. */
import { createPrivateKey } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  errors,
  Provider,
} from 'oidc-provider'
import type { SecretKey } from '#rules/keyring.ts'
import { authMethods, redirectOf, scopes } from '#rules/oauth-client.ts'
import { isOutage, OUTAGE_SECONDS } from '#rules/outage.ts'
import { adapterFor, type Memory } from './adapter.ts'
import { documentFetch, type Get } from './documents.ts'
import { paths } from './paths.ts'

export interface ProviderOptions extends Memory {
  /** Origin of the service: the issuer. */
  base_url: string
  /** What tokens are for. */
  resource: string
  /** The present one first. */
  keys: readonly SecretKey[]
  get: Get
  /** Whether one more metadata document may be fetched for this address. */
  mayFetch(ctx: KoaContextWithOIDC): Promise<boolean>
  /** Whether the person may still use what was granted. */
  isLive(grant_ref: string): Promise<boolean>
  /** Where a person decides: the dashboard's room, by way of signing in. */
  consentUrl(ctx: KoaContextWithOIDC, uid: string): Promise<string>
  /** A page with one sentence for a person. */
  page: (error: {
    error: string
    error_description?: string | undefined
    /** Where the app wanted the person to be told. */
    location?: string | undefined
  }) => string
  /** Something of ours is broken. */
  report: (error: unknown) => void
}

const HOUR = 3600
const DAY = 24 * HOUR
const ttl = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  Interaction: HOUR,
  /** Counted anew with every refresh. */
  RefreshToken: 60 * DAY,
  /** Ends when the person ends it, or when nobody has refreshed for too long. */
  Grant: 3650 * DAY,
  Session: HOUR,
  IdToken: HOUR,
}

export function authorizationServer(options: ProviderOptions): Provider {
  const { base_url, report, page } = options
  const provider = new Provider(base_url, configurationOf(options))
  // What it is told of the request says how the world reaches us; see oauth-request.ts.
  provider.proxy = true
  const out = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    report(error)
    if (isOutage(error)) out.add(ctx)
  })
  const koa: EventEmitter = provider
  koa.on('error', report)
  provider.use(async (ctx, next) => {
    await next()
    describe(ctx)
    if (out.has(ctx)) postpone(ctx)
    stayHere(ctx)
    forgetSession(ctx)
  })
  return provider

  /** What is not offered is not said either. */
  function describe(ctx: Answer) {
    if (!ctx.path.startsWith('/.well-known/') || ctx.status !== 200) return
    ctx.body = {
      ...Object(ctx.body),
      scopes_supported: scopes,
      response_modes_supported: ['query'],
      claims_supported: undefined,
      claims_parameter_supported: undefined,
      claim_types_supported: undefined,
    }
  }

  /**
   * Anybody registers any address, so a refusal that no person had a part in leads nobody there: they read it here and may
   * go on by themselves (RFC 9700, section 4.11.2). Programs of one's own machine are told, and so are editors.
   */
  function stayHere(ctx: Answer) {
    const location = String(ctx.response.get('location'))
    if (ctx.path !== paths.authorization || !URL.canParse(location)) return
    const { protocol, origin, search, hash } = new URL(location)
    const elsewhere = protocol === 'https:' && origin !== new URL(base_url).origin
    if (!elsewhere || redirectOf(location).loopback) return
    const told = new URLSearchParams(search || hash.slice(1))
    ctx.remove('location')
    ctx.status = 400
    ctx.set('content-type', 'text/html; charset=utf-8')
    const error_description = told.get('error_description') ?? undefined
    ctx.body = page({ error: told.get('error') ?? 'invalid_request', error_description, location })
  }

  /** Worth trying again, which a 500 does not say. The page for people says so by itself. */
  function postpone(ctx: Answer) {
    ctx.status = 503
    ctx.set('retry-after', String(OUTAGE_SECONDS))
    if (typeof ctx.body !== 'object') return
    ctx.body = { error: 'temporarily_unavailable', error_description: 'Try again in a moment.' }
  }

  /** It would set cookies for a session that is not kept, and for pages that are not its own. */
  function forgetSession(ctx: Answer) {
    const set = [ctx.response.get('set-cookie')].flat().filter(Boolean)
    const names = [provider.cookieName('session'), provider.cookieName('interaction')]
    const rest = set.filter((cookie) => !names.some((name) => cookie.startsWith(`${name}=`)))
    if (rest.length === set.length) return
    if (rest.length) ctx.set('set-cookie', rest)
    else ctx.remove('set-cookie')
  }

  function configurationOf({ keys, resource, get, ...does }: ProviderOptions): Configuration {
    const secure = base_url.startsWith('https:')
    return {
      adapter: (model: string) => adapterFor(model, does),
      clientAuthMethods: [...authMethods],
      clientBasedCORS: (_, origin, client) =>
        (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
      clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
      cookies: {
        names: {
          interaction: 'crier_oauth',
          resume: 'crier_oauth_resume',
          session: 'crier_oauth_session',
        },
        short: { httpOnly: true, sameSite: 'lax', secure },
        long: { httpOnly: true, sameSite: 'lax', secure },
      },
      enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
      expiresWithSession: () => false,
      features: {
        clientIdMetadataDocument: {
          enabled: true,
          ack: 'draft-02',
          allowFetch: (ctx) => does.mayFetch(ctx),
          cacheDuration: { min: 60, max: DAY },
        },
        devInteractions: { enabled: false },
        dPoP: { enabled: false },
        pushedAuthorizationRequests: { enabled: false },
        registration: { enabled: true, issueRegistrationAccessToken: false },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => resource,
          useGrantedResource: () => true,
          getResourceServerInfo(_, wanted) {
            if (wanted !== resource) throw new errors.InvalidTarget()
            return {
              scope: 'mcp:use',
              audience: resource,
              accessTokenFormat: 'opaque',
              accessTokenTTL: HOUR,
            }
          },
        },
        revocation: {
          enabled: true,
          allowedPolicy: (_, client, token) => token.clientId === client.clientId,
        },
        rpInitiatedLogout: { enabled: false },
        userinfo: { enabled: false },
      },
      fetch: documentFetch(get),
      fetchResponseBodyLimits: { 'client_id metadata document': 64 * 1024 },
      async findAccount(_, sub, token) {
        const ref = token && 'grantId' in token ? token.grantId : undefined
        if (typeof ref === 'string' && !(await does.isLive(ref))) return undefined
        return { accountId: sub, claims: () => ({ sub }) }
      },
      interactions: {
        policy: [askAlways],
        url: (ctx, { uid }) => does.consentUrl(ctx, uid),
      },
      issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
      jwks: { keys: keys.map(signingKey) },
      async loadExistingGrant(ctx) {
        const ref = consentOf(ctx)
        return ref === undefined ? undefined : ctx.oidc.provider.Grant.find(ref)
      },
      pkce: { required: () => true },
      renderError(ctx, { error, error_description }) {
        if (!asPage.has(ctx.oidc.route)) {
          ctx.body = { error, error_description }
          return
        }
        ctx.type = 'html'
        ctx.body = page({ error, error_description })
      },
      responseTypes: ['code'],
      // Every token of the grant ends with the one that is given back: an app without any is no connected app.
      revokeGrantPolicy: () => true,
      rotateRefreshToken: true,
      routes: paths,
      scopes: [...scopes],
      ttl,
    }
  }
}

type Answer = Pick<KoaContextWithOIDC, 'path' | 'status' | 'body' | 'response' | 'set' | 'remove'>

const asPage = new Set(['authorization', 'resume'])

/**
 * Every request is a question to a person, and the answer is a new grant: whoever says that it is a known client can
 * not be told from that client, as its secret is none.
 */
const askAlways = new interactionPolicy.Prompt(
  { name: 'consent', requestable: false },
  new interactionPolicy.Check(
    'unanswered',
    'A person has to allow it.',
    'consent_required',
    (ctx) => consentOf(ctx) === undefined,
  ),
)

/** What the person's answer, when it was one, is kept under. */
function consentOf(ctx: KoaContextWithOIDC) {
  return ctx.oidc.result?.consent?.grantId
}

/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** oidc-provider wants a key to sign with. We give out opaque tokens, so nothing is ever signed; but it is always the same key. */
function signingKey(key: SecretKey) {
  const seed = key.derive('oauth signing key')
  const der = Buffer.concat([PREFIX, seed])
  const { kty, crv, d, x } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  if (!kty || !crv || !d || !x) throw new Error('An Ed25519 key has these parts.')
  return { kty, crv, d, x, use: 'sig', alg: 'EdDSA', kid: `unused-${key.id}` }
}
