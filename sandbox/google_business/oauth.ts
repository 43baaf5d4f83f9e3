/** Google's consent page, tokens for codes, new access tokens for a refresh token that stays ("OAuth 2.0 for Web Server Applications"). */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { formOf } from '../kit/bodies.ts'
import { mountConsent } from '../kit/consent.ts'
import { isSpecial } from './faults.ts'
import { broken, oauthRefusal } from './refusal.ts'
import { changed, scope, type Service } from './service.ts'
import { removeGrant, secret, type Grant } from './state.ts'

const accessSeconds = 3599
const codeLife = 10 * 60_000
const knownScopes = new Set([scope, 'openid', 'email', 'profile'])

const askSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z
    .string()
    .transform((scopes) => scopes.split(' ').filter(Boolean))
    .refine((scopes) => scopes.length > 0 && scopes.every((each) => knownScopes.has(each))),
  state: z.string().optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
})

export function mountOauth(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/auth/o/oauth2/v2/auth',
    platform: 'Google',
    people: service.people,
    asks: askSchema,
    form: formOf,
    wrong: '<!doctype html><title>Error 400: redirect_uri_mismatch</title><p>Access blocked',
    back(target, ask, person) {
      if (person) {
        target.searchParams.set('code', issueCode(service, ask, person.id))
        target.searchParams.set('scope', ask.scope.join(' '))
      } else target.searchParams.set('error', 'access_denied')
      changed(service)
      return target.href
    },
  })

  app.post('/oauth/token', async (request, reply) => {
    const form = formOf(request)
    clientOf(service, form)
    const { store, faults, people } = service
    const grant = grantOf(service, form['refresh_token'])
    const id = grant?.person_id ?? store.codes.get(form['code'] ?? '')?.person_id
    const person = people.find((candidate) => candidate.id === id)
    const names = person ? [person.id, person.username] : []
    const fault = faults.take('token', names, (name) => !isSpecial(name))
    if (fault?.fault === 'token_expired' || fault?.fault === 'token_revoked') {
      if (grant) removeGrant(store, grant)
      changed(service)
      throw dead()
    }
    const act = () => {
      const tokens = exchange(service, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })

  app.post('/oauth/revoke', async (request) => {
    const { token = '' } = { ...Object(request.query), ...formOf(request) }
    const { store } = service
    const grant =
      grantOf(service, String(token)) ??
      store.grants.get(store.access.get(String(token))?.grant_id ?? '')
    if (!grant) throw oauthRefusal('invalid_token', 'Token expired or revoked')
    removeGrant(store, grant)
    changed(service)
    return {}
  })
}

function issueCode(service: Service, ask: z.output<typeof askSchema>, person_id: string) {
  const code = secret('4/0A')
  const known = [...service.store.grants.values()].some(
    (grant) => grant.person_id === person_id && grant.client_id === ask.client_id,
  )
  // "Only returned on the first authorization", unless consent is asked for again.
  const offline = ask.access_type === 'offline' && (!known || /\bconsent\b/.test(ask.prompt ?? ''))
  service.store.codes.set(code, {
    person_id,
    client_id: ask.client_id,
    redirect_uri: ask.redirect_uri,
    scopes: ask.scope,
    offline,
    challenge: ask.code_challenge ?? null,
    until: service.options.now().getTime() + codeLife,
  })
  return code
}

const dead = () => oauthRefusal('invalid_grant', 'Token has been expired or revoked.')

function clientOf({ options }: Service, form: Record<string, string>) {
  const known = options.clients.some(
    ({ client_id, client_secret }) =>
      client_id === form['client_id'] && client_secret === form['client_secret'],
  )
  if (!known) throw oauthRefusal('invalid_client', 'Unauthorized', 401)
}

function grantOf({ store }: Service, token: string | undefined): Grant | undefined {
  return token ? [...store.grants.values()].find((one) => one.refresh_token === token) : undefined
}

function exchange(service: Service, form: Record<string, string>) {
  const now = service.options.now().getTime()
  const { store } = service
  if (form['grant_type'] === 'refresh_token') {
    const grant = grantOf(service, form['refresh_token'])
    if (grant?.client_id !== form['client_id'] || !grant) throw dead()
    return issue(service, grant)
  }
  if (form['grant_type'] !== 'authorization_code')
    throw oauthRefusal('unsupported_grant_type', `Invalid grant_type: ${form['grant_type'] ?? ''}`)
  const code = store.codes.get(form['code'] ?? '')
  store.codes.delete(form['code'] ?? '')
  if (!code || code.until <= now || code.client_id !== form['client_id'])
    throw oauthRefusal('invalid_grant', 'Malformed auth code.')
  if (code.redirect_uri !== form['redirect_uri'])
    throw oauthRefusal('redirect_uri_mismatch', 'Bad Request')
  const hashed = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url')
  if (code.challenge !== null && code.challenge !== hashed)
    throw oauthRefusal('invalid_grant', 'Invalid code verifier.')
  const { person_id, client_id, scopes } = code
  const refresh_token = code.offline ? secret('1//0g') : null
  const grant = { id: secret('g'), person_id, client_id, scopes, refresh_token }
  store.grants.set(grant.id, grant)
  return { ...issue(service, grant), ...(refresh_token && { refresh_token }) }
}

/** The refresh token stays as it is. */
function issue({ store, options }: Service, grant: Grant) {
  const access_token = secret('ya29.')
  const until = options.now().getTime() + accessSeconds * 1000
  store.access.set(access_token, { grant_id: grant.id, until })
  return {
    access_token,
    expires_in: accessSeconds,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  }
}
