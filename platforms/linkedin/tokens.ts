/** The token endpoint: what is sent there, what comes back, and what its refusals mean. */
import { z } from 'zod'
import { ahead, connectionEnded, tokens } from '../kit/oauth.ts'
import { grant, INVALID_GRANT, type TokenDialect } from '../kit/token-endpoint.ts'
import type { Account, Credentials, Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { dialect } from './errors.ts'

const Tokens = tokens(5_184_000).extend({
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
})
export type Tokens = z.output<typeof Tokens>

/** A refresh token that has ended is called so in words, under one of OAuth's two names. */
const ENDPOINT: TokenDialect = {
  ...dialect,
  ends: [INVALID_GRANT, { code: ['invalid_request'], words: /refresh token|grant/i }],
  why: {
    ended: 'LinkedIn’s consent for this account has ended (60 days, or a year for approved apps).',
    code: ' (LinkedIn gives 30 minutes)',
  },
}

/** LinkedIn wants the app's secret in the form, not in a header. */
export async function token(tools: Tools, secret: string, form: Record<string, string>) {
  const { client_id, client_secret, hosts } = tools.config
  const url = `${hosts['web']}/oauth/v2/accessToken`
  const request = { method: 'POST', url, form: { ...form, client_id, client_secret } } as const
  return grant(tools, request, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    secrets: [secret, client_secret],
  })
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
  if (!refresh_token || over)
    throw connectionEnded(ENDPOINT.name, undefined, { why: ENDPOINT.why?.ended })
  const renewed = await token(tools, refresh_token, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(renewed, tools.now(), account)
}
