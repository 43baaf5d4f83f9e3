/** OAuth 2.0 with PKCE. Access tokens last two hours; a refresh token works once and each answer brings the next. */
import { z } from 'zod'
import { codeOf, credentialsOf, connectionEnded, Keep, pkce } from '../kit/oauth.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { ask, Id, secretOf, type Access } from './api.ts'
import { manifest } from './manifest.ts'
import { redacted } from './problem.ts'
import { token } from './tokens.ts'

const Me = z.object({
  data: z.object({
    id: Id,
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().nullish().catch(undefined),
    subscription_type: z.string().nullish().catch(undefined),
  }),
})

export async function authorize(
  { state }: { state: string },
  tools: Tools,
): Promise<Authorization> {
  const { keep, asked } = pkce()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: tools.config.client_id,
    redirect_uri: tools.config.redirect_uri,
    scope: (tools.config.scopes ?? manifest.scopes).join(' '),
    state,
    ...asked,
  })
  // X writes spaces as %20 in all its examples.
  const written = query.toString().replaceAll('+', '%20')
  return Promise.resolve({
    url: `${tools.config.hosts['web']}/i/oauth2/authorize?${written}`,
    keep,
  })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'X', redacted)
  const { verifier } = Keep.parse(keep)
  const granted = await token(tools, [code, verifier], {
    grant_type: 'authorization_code',
    code,
    redirect_uri: tools.config.redirect_uri,
    code_verifier: verifier,
  })
  const credentials = credentialsOf(granted, null, tools.now())
  const account = { platform_account_id: '', username: '', secret: credentials.secret }
  const { data } = await me({ tools, account })
  return [
    {
      platform_account_id: data.id,
      kind: 'profile',
      name: data.name,
      username: data.username,
      avatar_url: data.profile_image_url ?? null,
      settings: subscription(data.subscription_type, tools.now()),
      credentials,
    },
  ]
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { access_token, refresh_token } = secretOf(account)
  if (!refresh_token) throw connectionEnded('X')
  const request = { grant_type: 'refresh_token', refresh_token }
  const renewed = await token(tools, [access_token, refresh_token], request)
  return credentialsOf(renewed, refresh_token, tools.now())
}

const DAY = 24 * 3_600_000

/** What an account may write goes by what it pays for, which changes: read once a day. */
export async function settings(account: Account, tools: Tools) {
  const read_at = z.iso.datetime().safeParse(account.settings['subscription_read_at']).data
  if (read_at && tools.now().getTime() - Date.parse(read_at) < DAY) return undefined
  const { data } = await me({ tools, account })
  return subscription(data.subscription_type, tools.now())
}

function subscription(type: string | null | undefined, now: Date) {
  return { subscription_type: type ?? 'None', subscription_read_at: now.toISOString() }
}

function me(access: Access) {
  return ask(access, {
    purpose: 'sign_in',
    method: 'GET',
    path: '/2/users/me?user.fields=name,username,profile_image_url,subscription_type',
    answer: Me,
  })
}
