/** The consent page, tokens for codes, new tokens for old ones ("Login Kit for Web", "OAuth user access token management"). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { fieldsOf, isForm } from '../kit/bodies.ts'
import { mountConsent } from '../kit/consent.ts'
import { isSpecial } from './faults.ts'
import { broken, oauthRefusal } from './refusal.ts'
import { bodyOf, changed, type Service } from './service.ts'
import { removeGrant, secret, type Grant } from './state.ts'

const accessSeconds = 7200
const refreshSeconds = 180 * 24 * 3600
const codeLife = 10 * 60_000

const knownScopes = new Set(
  'user.info.basic user.info.profile user.info.stats video.publish video.upload video.list'.split(
    ' ',
  ),
)

const askSchema = z
  .object({
    client_key: z.string(),
    scope: z
      .string()
      .transform((scope) => scope.split(','))
      .refine((scopes) => scopes.every((scope) => knownScopes.has(scope))),
    response_type: z.literal('code'),
    /** "Registered, static, without a query and a fragment." */
    redirect_uri: z.string().regex(/^[^?#]*$/),
    state: z.string().min(1),
    disable_auto_auth: z.string().optional(),
  })
  .transform((ask) => ({ ...ask, client_id: ask.client_key }))

export function mountOauth(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/web/v2/auth/authorize/',
    platform: 'TikTok',
    people: service.people,
    asks: askSchema,
    form: formOf,
    wrong: '<!doctype html><title>TikTok</title><h1>Something went wrong</h1><p>client_key',
    back(target, { client_key, redirect_uri, scope: scopes }, person) {
      if (!person) {
        target.searchParams.set('error', 'access_denied')
        target.searchParams.set('error_description', 'The user denied the authorization')
        return target.href
      }
      // Codes carry signs that arrive percent-encoded: "decode the code first".
      const code = `${secret('')}*0!${4000 + service.store.codes.size}.e1`
      const until = service.options.now().getTime() + codeLife
      service.store.codes.set(code, { client_key, redirect_uri, scopes, open_id: person.id, until })
      target.searchParams.set('code', code)
      target.searchParams.set('scopes', scopes.join(','))
      changed(service)
      return target.href
    },
  })

  app.post('/api/v2/oauth/token/', async (request, reply) => {
    const form = await formOf(request)
    clientOf(service, form)
    const { store, faults, people } = service
    const code = store.codes.get(form['code'] ?? '')
    const grant = grantOf(service, form['refresh_token'])
    const person = people.find(({ id }) => id === (grant?.open_id ?? code?.open_id))
    const names = person ? [person.id, person.username] : []
    const fault = faults.take('token', names, (name) => !isSpecial(name))
    if (fault?.fault === 'token_expired' || fault?.fault === 'token_revoked') {
      if (grant) removeGrant(store, grant)
      changed(service)
      throw badRefresh()
    }
    const act = () => {
      const tokens = exchange(service, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })

  app.post('/api/v2/oauth/revoke/', async (request, reply) => {
    const form = await formOf(request)
    clientOf(service, form)
    const { store } = service
    const access = store.access.get(form['token'] ?? '')
    const grant = store.grants.get(access?.grant_id ?? '')
    if (!grant) throw oauthRefusal('invalid_request', 'The token is invalid.')
    removeGrant(store, grant)
    changed(service)
    return reply.send('')
  })
}

const badRefresh = () => oauthRefusal('invalid_grant', 'Refresh token is invalid or expired.')

async function formOf(request: FastifyRequest): Promise<Record<string, string>> {
  const bytes = await bodyOf(request)
  return isForm(request) ? fieldsOf(bytes) : {}
}

function clientOf({ options }: Service, form: Record<string, string>) {
  const known = options.clients.some(
    ({ client_id, client_secret }) =>
      client_id === form['client_key'] && client_secret === form['client_secret'],
  )
  if (!known) throw oauthRefusal('invalid_client', 'Client key or secret is incorrect.')
}

function grantOf({ store }: Service, refresh_token: string | undefined): Grant | undefined {
  return [...store.grants.values()].find((grant) => grant.refresh_token === refresh_token)
}

function exchange(service: Service, form: Record<string, string>) {
  const now = service.options.now().getTime()
  const { store } = service
  if (form['grant_type'] === 'authorization_code') {
    const code = store.codes.get(form['code'] ?? '')
    store.codes.delete(form['code'] ?? '')
    if (!code || code.until <= now || code.client_key !== form['client_key'])
      throw oauthRefusal('invalid_grant', 'Authorization code is expired.')
    if (code.redirect_uri !== form['redirect_uri'])
      throw oauthRefusal(
        'invalid_request',
        'Redirect_uri is not matched with the uri when requesting code.',
      )
    const { open_id, client_key, scopes } = code
    const grant = { id: secret('g.'), open_id, client_key, scopes }
    return issue(service, { ...grant, refresh_token: '', refresh_until: 0 })
  }
  if (form['grant_type'] === 'refresh_token') {
    const grant = grantOf(service, form['refresh_token'])
    if (grant?.client_key !== form['client_key'] || !grant || grant.refresh_until <= now)
      throw badRefresh()
    return issue(service, grant)
  }
  throw oauthRefusal('unsupported_grant_type', 'The grant type is not supported.')
}

/** Every refresh gives another refresh token, and the one before stops working. */
function issue({ store, options }: Service, grant: Grant) {
  const now = options.now().getTime()
  const refresh_token = secret('rft.')
  const access_token = secret('act.')
  store.grants.set(grant.id, {
    ...grant,
    refresh_token,
    refresh_until: now + refreshSeconds * 1000,
  })
  store.access.set(access_token, { grant_id: grant.id, until: now + accessSeconds * 1000 })
  return {
    access_token,
    expires_in: accessSeconds,
    open_id: grant.open_id,
    refresh_expires_in: refreshSeconds,
    refresh_token,
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  }
}
