/** Google's token endpoint. A refresh answers with an access token alone: the refresh token stays what it was. */
import { call } from '../kit/http.ts'
import { connectionEnded, type Tokens, tokens } from '../kit/oauth.ts'
import { grant, INVALID_GRANT, type TokenDialect } from '../kit/token-endpoint.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { dialect } from './errors.ts'

const Tokens = tokens(3599)

const ENDPOINT: TokenDialect = {
  ...dialect,
  name: 'Google',
  ends: [INVALID_GRANT],
  why: {
    ended:
      'Google has ended the connection of this channel: access was withdrawn, unused for six months, or the app is in “Testing”, where it lasts seven days.',
  },
}

export async function token(tools: Tools, form: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret, hosts } = tools.config
  const url = `${hosts['oauth']}/token`
  const request = { method: 'POST', url, form: { ...form, client_id, client_secret } } as const
  return grant(tools, request, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    secrets: [client_secret, ...Object.values(form)],
  })
}

/** Ends the whole grant, whichever token names it. */
export async function revoke(account: Account, tools: Tools) {
  const { access_token, refresh_token } = secretOf(account)
  const { status } = await call(tools, {
    purpose: 'sign_in',
    method: 'POST',
    url: `${tools.config.hosts['oauth']}/revoke`,
    form: { token: refresh_token ?? access_token },
  })
  if (status < 200 || status > 299)
    throw new Failure('rejected', 'not_revoked', 'Google did not take the revocation.')
}

export function reconnect(): Failure {
  return connectionEnded(ENDPOINT.name, undefined, { why: ENDPOINT.why?.ended })
}
