/**
 * Login Kit for the web: no PKCE there. Access tokens last two hours; a refresh token works once, and each answer brings
 * the next (documents of November 2026), so nothing here knows a lifetime: the answers tell them.
 */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { ahead, codeOf, connectionEnded } from '../kit/oauth.ts'
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
import { ask, secretOf } from './api.ts'
import { factsOf } from './creator.ts'
import { dialect, redact } from './errors.ts'
import { DRAFTS, manifest, STATS } from './manifest.ts'

const Tokens = z.object({
  open_id: z.string().min(1),
  scope: z.string().catch(''),
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(7200),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.coerce.number().positive().catch(86_400),
})

const User = z.object({
  user: z.object({
    open_id: z.string().min(1),
    display_name: z.string().catch(''),
    username: z.string().min(1),
    avatar_url: z.string().nullish().catch(undefined),
  }),
})

export async function authorize(
  { state }: { state: string },
  { config }: Tools,
): Promise<Authorization> {
  const query = new URLSearchParams({
    client_key: config.client_id,
    scope: wanted(config).join(','),
    response_type: 'code',
    redirect_uri: config.redirect_uri,
    state,
  })
  const url = `${config.hosts['web']}/v2/auth/authorize/?${query.toString()}`
  return Promise.resolve({ url, keep: {} })
}

export async function exchange(
  answer: Record<string, string>,
  _keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'TikTok', redact)
  const tokens = await token(tools, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: tools.config.redirect_uri,
  })
  needScopes(tokens.scope, tools.config)
  const credentials = credentialsOf(tokens, tools.now())
  const fields = 'open_id,avatar_url,display_name,username'
  const access = { tools, account: { secret: credentials.secret } }
  const { user } = await ask(access, {
    method: 'GET',
    path: `/v2/user/info/?fields=${fields}`,
    answer: User,
  })
  return [
    {
      platform_account_id: user.open_id,
      kind: 'profile',
      name: user.display_name || user.username,
      username: user.username,
      avatar_url: user.avatar_url ?? null,
      settings: { ...(await factsOf(access)), ...permittedBy(tokens.scope) },
      credentials,
    },
  ]
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token, refresh_ends_at } = secretOf(account)
  if (Date.parse(refresh_ends_at) <= tools.now().getTime()) throw connectionEnded('TikTok')
  const tokens = await token(tools, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(tokens, tools.now())
}

/** One access token, as its owner could do it in the TikTok app. */
export async function revoke(account: Account, tools: Tools): Promise<void> {
  const { client_id: client_key, client_secret, hosts } = tools.config
  const form = { client_key, client_secret, token: secretOf(account).access_token }
  const url = `${hosts['api']}/v2/oauth/revoke/`
  await call(tools, { purpose: 'sign_in', method: 'POST', url, form })
}

const ENDPOINT: TokenDialect = { ...dialect, ends: [INVALID_GRANT] }

async function token(tools: Tools, form: Record<string, string>) {
  const { client_id: client_key, client_secret, hosts } = tools.config
  const url = `${hosts['api']}/v2/oauth/token/`
  const request = { client_key, client_secret, ...form }
  return grant(tools, { method: 'POST', url, form: request }, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    secrets: Object.values(request),
  })
}

/** Told apart where TikTok says what it granted. */
function permittedBy(granted: string) {
  const given = granted.split(/[, ]/).filter(Boolean)
  return given.length ? { drafts: given.includes(DRAFTS), stats: given.includes(STATS) } : {}
}

/** An app may be granted fewer, and says so in TIKTOK_SCOPES. */
const wanted = ({ scopes }: Tools['config']) => scopes ?? manifest.scopes

/** "The user may deny single scopes." */
function needScopes(granted: string, config: Tools['config']) {
  const given = granted.split(/[, ]/).filter(Boolean)
  const missing = wanted(config).filter((scope) => !given.includes(scope))
  if (given.length === 0 || missing.length === 0) return
  const message = `TikTok was not allowed everything that is needed (${missing.join(', ')}). Connect again and leave all switches on.`
  throw new Failure('rejected', 'missing_scope', message)
}

function credentialsOf(tokens: z.output<typeof Tokens>, now: Date): Credentials {
  const { access_token, refresh_token, expires_in, refresh_expires_in } = tokens
  return {
    secret: {
      access_token,
      refresh_token,
      refresh_ends_at: ahead(now, refresh_expires_in).toISOString(),
    },
    expires_at: ahead(now, expires_in),
    refreshable: true,
  }
}
