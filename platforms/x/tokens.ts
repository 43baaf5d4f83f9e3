/** The token endpoint: what is sent there, what comes back, and what its refusals mean. */
import { call } from '../kit/http.ts'
import { tokens } from '../kit/oauth.ts'
import { granted, INVALID_GRANT, type TokenDialect } from '../kit/token-endpoint.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { dialect } from './errors.ts'

const Tokens = tokens(7200)

/** Revoking the refresh token takes the access with it; an account without one has two hours at most. */
export async function revoke(account: Account, tools: Tools) {
  const { access_token, refresh_token } = secretOf(account)
  const { answer } = await asClient(tools, '/2/oauth2/revoke', {
    token: refresh_token ?? access_token,
  })
  if (answer.status >= 200 && answer.status < 300) return
  throw new Failure('rejected', 'not_revoked', 'X did not take the revocation.')
}

/** A public client (no secret) names itself in the form, a confidential one in the header only. */
async function asClient(tools: Tools, path: string, form: Record<string, string>) {
  const { client_id, client_secret, hosts } = tools.config
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await call(tools, {
    purpose: 'sign_in',
    method: 'POST',
    url: `${hosts['api']}${path}`,
    form: client_secret === '' ? { ...form, client_id } : form,
    headers: client_secret === '' ? {} : { authorization: `Basic ${basic}` },
  })
  return { answer, basic }
}

/** A code or a refresh token for new credentials. */
export async function token(tools: Tools, secrets: string[], form: Record<string, string>) {
  const { answer, basic } = await asClient(tools, '/2/oauth2/token', form)
  return granted(answer, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    now: tools.now(),
    secrets: [...secrets, tools.config.client_secret, basic],
  })
}

/** A refresh token that was used or withdrawn is "invalid_request: Value passed for the token was invalid." */
const ENDPOINT: TokenDialect = {
  ...dialect,
  ends: [INVALID_GRANT, { code: ['invalid_request'], words: /token was invalid/i }],
  strangers: [{ status: [401] }],
  why: { code: ' (X gives 30 seconds)' },
}
