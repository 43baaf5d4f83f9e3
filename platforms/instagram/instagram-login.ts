/** Instagram Login: a token of an hour, then one of 60 days that renews itself once it is a day old. */
import { z } from 'zod'
import { grant } from '../kit/token-endpoint.ts'
import { ask, Id } from '../meta/graph.ts'
import { tokenDialect } from '../meta/refusals.ts'
import { type Account, type Credentials, Failure, type Offered, type Tools } from '../platform.ts'
import { rules } from './refusals.ts'
import { secretOf } from './access.ts'

const Short = z.object({
  access_token: z.string().min(1),
  permissions: z
    .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
    .nullish()
    .catch(null),
})
/** Some answers wrap it. */
const Issued = z.union([
  Short,
  z.object({ data: z.array(Short).min(1) }).transform(({ data }) => Short.parse(data[0])),
])
const Long = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce
    .number()
    .positive()
    .catch(60 * 86_400),
})
/** `user_id` is the professional account; `id` belongs to our app only. */
const Me = z.object({
  user_id: Id,
  username: z.string(),
  name: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
  account_type: z.string().nullish(),
})

const ENDPOINT = tokenDialect(rules)

export async function instagramAccount(tools: Tools, code: string): Promise<Offered> {
  const { client_id, client_secret, redirect_uri, hosts } = tools.config
  const form = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri, code }
  const url = `${hosts['api']}/oauth/access_token`
  const secrets = [code, client_secret]
  const asked = { renewing: false, secrets }
  const short = await grant(tools, { method: 'POST', url, form }, Issued, ENDPOINT, asked)
  if (short.permissions && !short.permissions.includes('instagram_business_content_publish')) {
    const message = 'Instagram needs the permission to publish. Connect again and allow it.'
    throw new Failure('rejected', 'missing_scope', message, { words: short.permissions.join(' ') })
  }

  const long = { grant_type: 'ig_exchange_token', client_secret, access_token: short.access_token }
  const credentials = await longToken(tools, 'access_token', long)
  const account = {
    platform_account_id: '',
    username: '',
    settings: {},
    secret: credentials.secret,
  }
  const me = await ask(
    { tools, host: 'graph', token: secretOf(account).access_token, rules },
    {
      purpose: 'sign_in',
      method: 'GET',
      path: '/me',
      query: { fields: 'user_id,username,name,profile_picture_url,account_type' },
      answer: Me,
    },
  )
  return {
    platform_account_id: me.user_id,
    kind: 'business',
    name: me.name ?? me.username,
    username: me.username,
    avatar_url: me.profile_picture_url ?? null,
    settings: { login: 'instagram', account_type: me.account_type ?? 'BUSINESS' },
    credentials,
  }
}

export async function instagramRefresh(account: Account, tools: Tools): Promise<Credentials> {
  const { access_token } = secretOf(account)
  const query = { grant_type: 'ig_refresh_token', access_token }
  return longToken(tools, 'refresh_access_token', query)
}

/** These two paths stand above the version. */
async function longToken(
  tools: Tools,
  path: 'access_token' | 'refresh_access_token',
  query: { access_token: string; grant_type: string; client_secret?: string },
): Promise<Credentials> {
  const url = `${tools.config.hosts['graph']}/${path}?${new URLSearchParams(query).toString()}`
  const secrets = [query.access_token, tools.config.client_secret]
  const asked = { renewing: path === 'refresh_access_token', secrets }
  const granted = await grant(tools, { method: 'GET', url }, Long, ENDPOINT, asked)
  const { access_token, expires_in } = granted
  return {
    secret: { access_token },
    expires_at: new Date(tools.now().getTime() + expires_in * 1000),
    refreshable: true,
  }
}
