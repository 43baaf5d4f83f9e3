/** What the documents under `.well-known` say; the issuer is the PDS itself. */
import { pdsUrl } from './identity.ts'
import type { Store } from './store.ts'

/** RFC 9728. */
export function resourceMetadata(store: Store) {
  const url = pdsUrl(store)
  return {
    resource: url,
    authorization_servers: [url],
    scopes_supported: [],
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://atproto.com',
  }
}

/** RFC 8414, with what atproto.com/specs/oauth, "Authorization Servers", asks for. */
export function oauthMetadata(store: Store) {
  const url = pdsUrl(store)
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${url}/oauth/par`,
    require_pushed_authorization_requests: true,
    scopes_supported: ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky'],
    subject_types_supported: ['public'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
