/** Google's OAuth 2.0 with PKCE: access tokens last an hour, one refresh token serves again and again. */
import {
  codeOf,
  credentialsOf,
  connectionEnded,
  Keep,
  pkce,
  type Tokens,
  tokens,
} from '../kit/oauth.ts'
import { grant, INVALID_GRANT, type TokenDialect } from '../kit/token-endpoint.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { secretOf } from './api.ts'
import { dialect, redact } from './errors.ts'
import { locations } from './locations.ts'
import { manifest } from './manifest.ts'

const Tokens = tokens(3600)

export async function authorize(
  { state }: { state: string },
  { config }: Tools,
): Promise<Authorization> {
  const { keep, asked } = pkce()
  const query = new URLSearchParams({
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    response_type: 'code',
    scope: (config.scopes ?? manifest.scopes).join(' '),
    state,
    // Only with both does Google give a refresh token every time.
    access_type: 'offline',
    prompt: 'consent',
    ...asked,
  })
  const url = `${config.hosts['auth']}/o/oauth2/v2/auth?${query.toString()}`
  return Promise.resolve({ url, keep })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'Google', redact)
  const { redirect_uri } = tools.config
  const code_verifier = Keep.parse(keep).verifier
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier }
  const granted = await token(tools, form)
  const wanted = tools.config.scopes ?? manifest.scopes
  const missing = wanted.filter((scope) => !granted.scope?.split(' ').includes(scope))
  if (granted.scope !== undefined && missing.length > 0) {
    const message =
      'Google was not allowed the permission to manage the business. Connect again and leave it switched on.'
    throw new Failure('rejected', 'missing_scope', message)
  }
  return locations(tools, credentialsOf(granted, null, tools.now()))
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token } = secretOf(account)
  if (!refresh_token) throw connectionEnded('Google')
  const granted = await token(tools, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(granted, refresh_token, tools.now())
}

/** What 403 says of a location it does not say of a token. */
const ENDPOINT: TokenDialect = { ...dialect, rows: [], ends: [INVALID_GRANT] }

async function token(tools: Tools, form: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret, hosts } = tools.config
  const request = { ...form, client_id, client_secret }
  const url = `${hosts['oauth']}/token`
  return grant(tools, { method: 'POST', url, form: request }, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    secrets: Object.values(request),
  })
}
