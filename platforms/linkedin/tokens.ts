/** The token endpoint: what is sent there, what comes back, and what its refusals mean. */
import { z } from 'zod'
import { call, expect } from '../kit/http.ts'
import { ahead, appNotAccepted, codeRefused, tokens, unsettled } from '../kit/oauth.ts'
import { type Account, type Credentials, Failure, type Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { refusal } from './errors.ts'
import { problemOf } from './problem.ts'

const Tokens = tokens(5_184_000).extend({
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
})
export type Tokens = z.output<typeof Tokens>

/** LinkedIn wants the app's secret in the form, not in a header. */
export async function token(tools: Tools, secret: string, form: Record<string, string>) {
  const { client_id, client_secret, hosts } = tools.config
  const answer = await call(tools, {
    method: 'POST',
    url: `${hosts['web']}/oauth/v2/accessToken`,
    form: { ...form, client_id, client_secret },
  })
  // Whatever it holds, it may hold tokens: no word of it is kept.
  if (answer.status === 200) return expect({ ...answer, text: '(not kept)' }, Tokens)

  const secrets = [secret, client_secret]
  const { error, words, readable } = problemOf(answer, secrets)
  const refreshing = form['grant_type'] === 'refresh_token'
  if (/client/.test(error)) {
    throw appNotAccepted('LinkedIn', refreshing, words)
  }
  if (readable && [400, 401].includes(answer.status)) {
    if (refreshing) throw ended(words)
    throw codeRefused(words, ' (LinkedIn gives 30 minutes)')
  }
  const failure = refusal(answer, { purpose: 'sign_in', now: tools.now(), secrets })
  throw refreshing ? unsettled(failure) : failure
}

export function credentialsOf(tokens: Tokens, now: Date, before?: Account): Credentials {
  const earlier = before && secretOf(before)
  const refresh_token = tokens.refresh_token ?? earlier?.refresh_token ?? null
  const left = tokens.refresh_token_expires_in
  const refresh_ends_at =
    left === undefined ? (earlier?.refresh_ends_at ?? null) : ahead(now, left).toISOString()
  const { access_token } = tokens
  return {
    secret: { access_token, refresh_token, refresh_ends_at, issued_at: now.toISOString() },
    expires_at: ahead(now, tokens.expires_in),
    refreshable: refresh_token !== null,
  }
}

/** 60 days, and one consent a year where LinkedIn gives refresh tokens at all. */
export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token, refresh_ends_at } = secretOf(account)
  const over = refresh_ends_at !== null && Date.parse(refresh_ends_at) <= tools.now().getTime()
  if (!refresh_token || over) throw ended(undefined)
  const renewed = await token(tools, refresh_token, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(renewed, tools.now(), account)
}

function ended(words: string | undefined) {
  const message =
    'LinkedIn’s consent for this account has ended (60 days, or a year for approved apps). Connect it again.'
  return new Failure('reconnect', 'refresh_refused', message, { scope: 'account', words })
}
