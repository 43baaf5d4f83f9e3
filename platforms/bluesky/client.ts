/** Who we are to an authorization server: an app that a document of ours describes, or the specification's for loopback addresses. */
import { createHash, randomUUID } from 'node:crypto'
import { type ClientKey, Failure, type Json, type PlatformConfig, type Tools } from '../platform.ts'
import { signJwt } from './jwt.ts'
import { manifest } from './manifest.ts'

export const scope = manifest.scopes.join(' ')

/**
 * The configured client, or the development client of the specification, which exists for loopback addresses only and
 * wants them as numbers ("localhost" is refused).
 */
export function client({ config }: Tools) {
  const { client_id, redirect_uri } = config
  if (client_id) return { client_id, redirect_uri }
  const url = URL.parse(redirect_uri)
  if (url?.hostname === 'localhost') url.hostname = '127.0.0.1'
  if (url?.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(url.hostname)) {
    throw new Failure(
      'rejected',
      'not_configured',
      'Set BASE_URL to the public https address of this service, or BLUESKY_CLIENT_ID to that of a client metadata document.',
    )
  }
  const query = new URLSearchParams({ redirect_uri: url.href, scope }).toString()
  return { client_id: `http://localhost?${query}`, redirect_uri: url.href }
}

/** "Client ID Metadata Document" (atproto.com/specs/oauth, 2026-11-20), of a confidential client. */
export function document({
  client_id,
  redirect_uri,
  client_key,
}: PlatformConfig): Record<string, Json> {
  const proving: Record<string, Json> = client_key
    ? {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [publicOf(client_key)] },
      }
    : { token_endpoint_auth_method: 'none' }
  return {
    client_id,
    client_name: 'Crier',
    client_uri: new URL(client_id).origin,
    redirect_uris: [redirect_uri],
    scope,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...proving,
    application_type: 'web',
    dpop_bound_access_tokens: true,
  }
}

/** "Confidential Client Authentication" (the same): made anew for each call, since a server takes each once. */
export function assertion(
  client_id: string,
  issuer: string | undefined,
  tools: Tools,
): Record<string, string> {
  const { config } = tools
  const { client_key: key } = config
  // A session that another client began is that client's.
  if (!key || issuer === undefined || client_id !== config.client_id) return {}
  const iat = Math.floor(tools.now().getTime() / 1000)
  const header = { alg: 'ES256', kid: publicOf(key).kid }
  const payload = {
    iss: client_id,
    sub: client_id,
    aud: issuer,
    jti: randomUUID(),
    iat,
    exp: iat + 60,
  }
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(key, header, payload),
  }
}

/** Named after itself (RFC 7638). */
function publicOf({ kty, crv, x, y }: ClientKey) {
  const thumbprint = JSON.stringify({ crv, kty, x, y })
  const kid = createHash('sha256').update(thumbprint).digest('base64url')
  return { kty, crv, x, y, kid, use: 'sig', alg: 'ES256' }
}
