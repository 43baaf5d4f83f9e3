/** OAuth 2.0 without PKCE. Every refresh replaces the refresh token, which lives for 60 days. */
import { z } from 'zod'
import { codeOf, credentialsOf, connectionEnded, tokens } from '../kit/oauth.ts'
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
import { ask, secretOf, type Access } from './api.ts'
import { boardsOf, settingsOf } from './boards.ts'
import { dialect } from './errors.ts'
import { manifest } from './manifest.ts'
import { redacted } from './problem.ts'

/** 30 days. */
const Tokens = tokens(2_592_000)

const Me = z.object({
  id: z.string().min(1),
  username: z.string().min(1),
  business_name: z.string().nullish().catch(undefined),
  profile_image: z.url().nullish().catch(undefined),
  account_type: z.string().nullish().catch(undefined),
})

export async function authorize(
  { state }: { state: string },
  tools: Tools,
): Promise<Authorization> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: tools.config.client_id,
    redirect_uri: tools.config.redirect_uri,
    scope: (tools.config.scopes ?? manifest.scopes).join(','),
    state,
  })
  const url = `${tools.config.hosts['web']}/oauth/?${query.toString()}`
  return Promise.resolve({ url, keep: {} })
}

export async function exchange(
  answer: Record<string, string>,
  _keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'Pinterest', redacted)
  const { redirect_uri } = tools.config
  const form = { grant_type: 'authorization_code', code, redirect_uri, continuous_refresh: 'true' }
  const granted = await token(tools, form)
  if (granted.scope !== undefined && !granted.scope.split(/[ ,]+/).includes('pins:write')) {
    const message = 'The permission to create pins was not given. Connect again and allow it.'
    throw new Failure('rejected', 'missing_scope', message)
  }
  const credentials = credentialsOf(granted, null, tools.now())
  const account = { platform_account_id: '', settings: {}, secret: credentials.secret }
  return [await offered({ tools, account }, credentials)]
}

async function offered(access: Access, credentials: Credentials): Promise<Offered> {
  const path = '/v5/user_account'
  const me = await ask(access, { purpose: 'sign_in', method: 'GET', path, answer: Me })
  const boards = await boardsOf(access, 'sign_in')
  return {
    platform_account_id: me.id,
    kind: 'profile',
    name: me.business_name || me.username,
    username: me.username,
    avatar_url: me.profile_image ?? null,
    settings: { account_type: me.account_type ?? null, ...settingsOf(boards) },
    credentials,
  }
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token } = secretOf(account)
  if (!refresh_token) throw connectionEnded('Pinterest')
  const renewed = await token(tools, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(renewed, refresh_token, tools.now())
}

/** "Authentication failed." (401, 2) and words about the token: what Pinterest says of one that was used or has ended. */
const ENDPOINT: TokenDialect = {
  ...dialect,
  ends: [INVALID_GRANT, { code: [2, 283] }, { status: [400], words: /refresh token/i }],
  strangers: [{ words: /client/i }],
}

async function token(tools: Tools, form: Record<string, string>) {
  const { client_id, client_secret, hosts } = tools.config
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const url = `${hosts['api']}/v5/oauth/token`
  const headers = { authorization: `Basic ${basic}` }
  return grant(tools, { method: 'POST', url, headers, form }, Tokens, ENDPOINT, {
    renewing: form['grant_type'] === 'refresh_token',
    secrets: [client_secret, basic, ...Object.values(form)],
  })
}
