/** Google's OAuth 2.0 with PKCE: access tokens last an hour, one refresh token serves again and again. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { call } from '../http.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { secretOf } from './api.ts'
import { redact, refusal } from './errors.ts'
import { locations } from './locations.ts'
import { manifest } from './manifest.ts'

const Keep = z.object({ verifier: z.string() })
const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(3600),
  refresh_token: z.string().min(1).nullish(),
  scope: z.string().optional().catch(undefined),
})
type Tokens = z.output<typeof Tokens>
const Refused = z.object({ error: z.string(), error_description: z.string().optional() })

export async function authorize(
  { state }: { state: string },
  { config }: Tools,
): Promise<Authorization> {
  const verifier = randomBytes(48).toString('base64url')
  const query = new URLSearchParams({
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    response_type: 'code',
    scope: manifest.scopes.join(' '),
    state,
    // Only with both does Google give a refresh token every time.
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const url = `${config.hosts['auth']}/o/oauth2/v2/auth?${query.toString()}`
  return Promise.resolve({ url, keep: { verifier } })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  if (answer['error'] === 'access_denied') {
    const message = 'The connection was declined at Google. Start again if that was not meant.'
    throw new Failure('rejected', 'access_denied', message)
  }
  const { code } = answer
  if (!code) {
    const words = redact(answer['error'] ?? '', [])
    const message = 'Google sent no authorization. Start the connection again.'
    throw new Failure('rejected', 'authorization_failed', message, { words })
  }
  const { redirect_uri } = tools.config
  const code_verifier = Keep.parse(keep).verifier
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier }
  const tokens = await token(tools, form)
  const missing = manifest.scopes.filter((scope) => !tokens.scope?.split(' ').includes(scope))
  if (tokens.scope !== undefined && missing.length > 0) {
    const message =
      'Google was not allowed the permission to manage the business. Connect again and leave it switched on.'
    throw new Failure('rejected', 'missing_scope', message)
  }
  return locations(tools, credentialsOf(tokens, null, tools.now()))
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token } = secretOf(account)
  if (!refresh_token) throw ended(undefined)
  const tokens = await token(tools, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(tokens, refresh_token, tools.now())
}

async function token(tools: Tools, form: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret, hosts } = tools.config
  const request = { ...form, client_id, client_secret }
  const answer = await call(tools, {
    method: 'POST',
    url: `${hosts['oauth']}/token`,
    form: request,
  })
  const granted = Tokens.safeParse(answer.json)
  if (granted.success && answer.status < 300) return granted.data

  const secrets = Object.values(request)
  const refused = Refused.safeParse(answer.json).data
  const words = redact(
    refused ? `${refused.error}: ${refused.error_description ?? ''}` : `${answer.status}`,
    secrets,
  )
  const refreshing = form['grant_type'] === 'refresh_token'
  if (refused && /client/.test(refused.error)) {
    const message = 'Google does not accept this app. Check its client id and client secret.'
    // The accounts are well: they wait until the app is put right.
    const kind = refreshing ? 'later' : 'rejected'
    throw new Failure(kind, 'app_not_accepted', message, { scope: 'app', words })
  }
  if (refused && (answer.status === 400 || answer.status === 401)) {
    if (refreshing && refused.error === 'invalid_grant') throw ended(words)
    const message = 'The authorization is no longer valid. Start the connection again.'
    throw new Failure(refreshing ? 'later' : 'rejected', 'authorization_failed', message, { words })
  }
  if (answer.status < 300) {
    const message = 'Google gave no answer about the tokens that can be read.'
    throw new Failure('unknown', 'unreadable_answer', message, { words })
  }
  const failure = refusal(answer, tools.now(), secrets)
  if (!refreshing || !['rejected', 'expired', 'reconnect'].includes(failure.kind)) throw failure
  // Not a word about the token, so the account need not be connected again.
  throw new Failure('later', failure.code, failure.message, { scope: failure.scope, words })
}

function ended(words: string | undefined) {
  const message = 'Google has ended the connection of this account. Connect it again.'
  return new Failure('reconnect', 'refresh_refused', message, { scope: 'account', words })
}

function credentialsOf(tokens: Tokens, previous: string | null, now: Date): Credentials {
  const refresh_token = tokens.refresh_token ?? previous
  return {
    secret: { access_token: tokens.access_token, refresh_token },
    expires_at: new Date(now.getTime() + tokens.expires_in * 1000),
    refreshable: refresh_token !== null,
  }
}
