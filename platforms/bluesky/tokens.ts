/** The token endpoint: a code or a refresh token for new credentials. */
import { z } from 'zod'
import { granted } from '../kit/token-endpoint.ts'
import { type Account, type Credentials, Failure, type Tools } from '../platform.ts'
import { assertion } from './client.ts'
import { authorizationServer, issuerOf } from './discovery.ts'
import { type DpopKey, send } from './dpop.ts'
import { ENDPOINT } from './errors.ts'
import { type Secret, session } from './session.ts'

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.string().regex(/^dpop$/i),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string(),
  sub: z.string(),
})

/** What a session is bound to. */
interface Grant {
  key: DpopKey
  token_endpoint: string
  client_id: string
  issuer?: string | undefined
}

/** One use of the refresh token and no more: a second one ends the session for good. */
export async function refreshOauth(
  account: Account,
  secret: Extract<Secret, { type: 'oauth' }>,
  tools: Tools,
): Promise<Credentials> {
  const { refresh_token, client_id } = secret
  if (!refresh_token) {
    throw new Failure(
      'reconnect',
      'access_ended',
      'The session cannot be renewed. Connect the account again.',
    )
  }
  const form = { grant_type: 'refresh_token', refresh_token, client_id }
  const tokens = await token(form, secret, tools)
  if (tokens.sub !== account.platform_account_id) {
    throw new Failure(
      'reconnect',
      'other_account',
      'The session is of another account. Connect it again.',
    )
  }
  return credentialsOf(tokens, secret, tools)
}

/** Ends the session, whichever of its tokens is named. Where that is done is asked for: the PDS names its server. */
export async function endOauth(
  account: Account,
  { refresh_token, access_token, client_id, key }: Extract<Secret, { type: 'oauth' }>,
  tools: Tools,
) {
  const issuer = await issuerOf(session(account, tools).pds, tools)
  const { revocation_endpoint: url } = await authorizationServer(issuer, tools)
  const refused = () =>
    new Failure('rejected', 'not_revoked', 'The session was not ended. It runs out by itself.')
  if (url === undefined) throw refused()
  const form = { token: refresh_token ?? access_token, client_id }
  const make = () => ({
    purpose: 'sign_in' as const,
    method: 'POST' as const,
    url,
    form: { ...form, ...assertion(client_id, issuer, tools) },
  })
  const { status } = await send(tools, make, { key, nonce: { value: undefined } })
  if (status < 200 || status > 299) throw refused()
}

/** Sends a form to the token endpoint, once (and again only when the server wants a nonce). */
export async function token(
  form: Record<string, string>,
  { token_endpoint: url, key, issuer }: Pick<Grant, 'token_endpoint' | 'key' | 'issuer'>,
  tools: Tools,
) {
  const make = () => ({
    purpose: 'sign_in' as const,
    method: 'POST' as const,
    url,
    form: { ...form, ...assertion(form['client_id'] ?? '', issuer, tools) },
  })
  const answer = await send(tools, make, { key, nonce: { value: undefined } })
  const secrets = Object.entries(form).flatMap(([name, value]) =>
    name === 'client_id' ? [] : value,
  )
  const tokens = granted(answer, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    now: tools.now(),
    secrets,
  })
  if (tokens.scope.split(' ').includes('atproto')) return tokens
  throw new Failure(
    'reconnect',
    'missing_scope',
    'The permission to act for the account was not given.',
  )
}

export function credentialsOf(
  { access_token, refresh_token, expires_in }: z.output<typeof Tokens>,
  { key, token_endpoint, client_id, issuer }: Grant,
  tools: Tools,
): Credentials {
  const secret = { type: 'oauth', access_token, refresh_token: refresh_token ?? null }
  return {
    secret: { ...secret, key, token_endpoint, client_id, ...(issuer !== undefined && { issuer }) },
    expires_at: expires_in ? new Date(tools.now().getTime() + expires_in * 1000) : null,
    refreshable: refresh_token !== undefined,
  }
}
