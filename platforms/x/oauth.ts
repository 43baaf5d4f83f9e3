/** OAuth 2.0 with PKCE. Access tokens last two hours; a refresh token works once and each answer brings the next. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
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
import { manifest } from './manifest.ts'
import { redacted } from './problem.ts'
import { credentialsOf, reconnect, token } from './tokens.ts'

const Keep = z.object({ verifier: z.string() })

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
  const verifier = randomBytes(48).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: tools.config.client_id,
    redirect_uri: tools.config.redirect_uri,
    scope: manifest.scopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  // X writes spaces as %20 in all its examples.
  const written = query.toString().replaceAll('+', '%20')
  return Promise.resolve({
    url: `${tools.config.hosts['web']}/i/oauth2/authorize?${written}`,
    keep: { verifier },
  })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  if (answer['error'] === 'access_denied') {
    const message = 'The connection was declined on X. Start again if that was not meant.'
    throw new Failure('rejected', 'access_denied', message)
  }
  const { code } = answer
  if (!code) {
    const words = redacted(
      [answer['error'], answer['error_description']].filter(Boolean).join(' – '),
    )
    const message = 'X sent no authorization. Start the connection again.'
    throw new Failure('rejected', 'authorization_failed', message, { words })
  }

  const { verifier } = Keep.parse(keep)
  const granted = await token(tools, [code, verifier], {
    grant_type: 'authorization_code',
    code,
    redirect_uri: tools.config.redirect_uri,
    code_verifier: verifier,
  })
  const credentials = credentialsOf(granted, null, tools.now())
  const account = { platform_account_id: '', username: '', secret: credentials.secret }
  const { data } = await ask(
    { tools, account },
    {
      purpose: 'sign_in',
      method: 'GET',
      path: '/2/users/me?user.fields=name,username,profile_image_url,subscription_type',
      answer: Me,
    },
  )
  return [
    {
      platform_account_id: data.id,
      kind: 'profile',
      name: data.name,
      username: data.username,
      avatar_url: data.profile_image_url ?? null,
      settings: { subscription_type: data.subscription_type ?? 'None' },
      credentials,
    },
  ]
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { access_token, refresh_token } = secretOf(account)
  if (!refresh_token) throw reconnect(undefined)
  const request = { grant_type: 'refresh_token', refresh_token }
  const renewed = await token(tools, [access_token, refresh_token], request)
  return credentialsOf(renewed, refresh_token, tools.now())
}
