/** OAuth by code, without PKCE: an hour's token is exchanged for one of sixty days, which later renews itself. */
import { z } from 'zod'
import { retold } from '../kit/failure.ts'
import { ahead, codeOf } from '../kit/oauth.ts'
import { grant, type TokenDialect } from '../kit/token-endpoint.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { ask, Id, secretOf } from './api.ts'
import { dialect } from './errors.ts'
import { manifest } from './manifest.ts'
import { redacted } from './problem.ts'

const DAY = 86_400_000

/** The id of the person is here too, as a number that loses digits: it is not read. */
const Short = z.object({ access_token: z.string().min(1) })
const Long = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(5_184_000),
})
const Me = z.object({
  id: Id,
  username: z.string().min(1),
  name: z.string().nullish(),
  threads_profile_picture_url: z.string().nullish().catch(undefined),
})

export async function authorize(
  { state }: { state: string },
  { config }: Tools,
): Promise<Authorization> {
  const query = new URLSearchParams({
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    scope: manifest.scopes.join(','),
    response_type: 'code',
    state,
  })
  const url = `${config.hosts['web']}/oauth/authorize?${query.toString()}`
  return Promise.resolve({ url, keep: {} })
}

export async function exchange(
  answer: Record<string, string>,
  _keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'Threads', redacted)
  const credentials = await longLived(await short(code, tools), tools)
  const account = { username: '', secret: credentials.secret }
  const fields = 'id,username,name,threads_profile_picture_url'
  const me = await ask(
    { tools, account },
    { method: 'GET', path: '/me', params: { fields }, answer: Me },
  )
  return [
    {
      platform_account_id: me.id,
      kind: 'profile',
      name: me.name ?? me.username,
      username: me.username,
      avatar_url: me.threads_profile_picture_url ?? null,
      settings: {},
      credentials,
    },
  ]
}

const ENDPOINT: TokenDialect = {
  ...dialect,
  ends: [{ code: [190, 102] }],
  strangers: [{ code: [101] }, { words: /client.secret|validating application/i }],
  why: {
    code: ': it is valid for an hour and once, for the app it was given to',
  },
}

async function short(code: string, tools: Tools): Promise<string> {
  const { client_id, client_secret, redirect_uri, hosts } = tools.config
  const form = { client_id, client_secret, code, grant_type: 'authorization_code', redirect_uri }
  const url = `${hosts['api']}/oauth/access_token`
  const asked = { renewing: false, secrets: [code, client_secret] }
  const { access_token } = await grant(tools, { method: 'POST', url, form }, Short, ENDPOINT, asked)
  return access_token
}

async function longLived(access_token: string, tools: Tools): Promise<Credentials> {
  const { client_secret } = tools.config
  const query = { grant_type: 'th_exchange_token', client_secret, access_token }
  return renewed('/access_token', query, tools)
}

/** Threads renews a token that has not ended and is a day old at least. */
export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { access_token, issued_at } = secretOf(account)
  try {
    const query = { grant_type: 'th_refresh_token', access_token }
    return await renewed('/refresh_access_token', query, tools)
  } catch (error) {
    const ripe = new Date(Date.parse(issued_at) + DAY)
    const young = error instanceof Failure && error.code === 'token_not_renewed'
    if (!young || ripe <= tools.now()) throw error
    const message = 'Threads renews no token that is less than a day old.'
    throw retold(error, { code: 'token_too_young', message, retry_at: ripe, scope: 'call' })
  }
}

async function renewed(
  path: '/access_token' | '/refresh_access_token',
  query: Record<string, string>,
  tools: Tools,
): Promise<Credentials> {
  const now = tools.now()
  const url = `${tools.config.hosts['api']}${path}?${new URLSearchParams(query).toString()}`
  const { access_token, expires_in } = await grant(tools, { method: 'GET', url }, Long, ENDPOINT, {
    renewing: path === '/refresh_access_token',
    secrets: [query['access_token'] ?? '', tools.config.client_secret],
  })
  return {
    secret: { access_token, issued_at: now.toISOString() },
    expires_at: ahead(now, expires_in),
    refreshable: true,
  }
}
