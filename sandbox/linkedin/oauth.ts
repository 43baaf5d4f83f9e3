/** Three-legged OAuth 2.0 without PKCE (learn.microsoft.com, "Authorization Code Flow", docs/facts/linkedin.md). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { consentPage, play } from '../kit/emulator.ts'
import { readAsk } from '../kit/consent.ts'
import { formOf } from '../kit/bodies.ts'
import { isSpecial, ownFaults, takeSpecial } from './faults.ts'
import { people } from './people.ts'
import { broken, oauthRefusal } from './refusal.ts'
import { changed, type Service } from './service.ts'
import { longToken, removeGrant, secret, type Grant } from './store.ts'

const DAY = 86_400_000
const accessLife = 60 * DAY
const refreshLife = 365 * DAY
const codeLife = 30 * 60_000

const knownScopes = new Set(
  `openid profile email w_member_social r_member_social w_member_social_feed r_member_social_feed r_basicprofile
  w_organization_social r_organization_social rw_organization_admin r_organization_admin w_organization_social_feed
  r_organization_social_feed r_member_postAnalytics r_member_profileAnalytics`.split(/\s+/),
)

const askSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().min(1),
  scope: z.string().transform((scope) => scope.split(/[ ,]+/).filter(Boolean)),
})

export function mountOAuth(app: FastifyInstance, service: Service) {
  app.get('/web/oauth/v2/authorization', async (request, reply) => {
    const ask = readAsk(service.options, request, askSchema)
    if (!ask) return wrong(reply)
    const unknown = ask.scope.find((scope) => !knownScopes.has(scope))
    if (unknown !== undefined || !ask.scope.length)
      return back(reply, ask, {
        error: 'unauthorized_scope_error',
        error_description: `Scope "${unknown ?? ''}" is not authorized for your application`,
      })
    const page = { platform: 'LinkedIn', app: ask.client_id, scopes: ask.scope, people }
    return reply.type('text/html').send(consentPage(page))
  })

  app.post('/web/oauth/v2/authorization', async (request, reply) => {
    const ask = readAsk(service.options, request, askSchema)
    const form = formOf(request)
    const person = people.find(({ username }) => username === form['person'])
    if (!ask || (form['decision'] !== 'deny' && !person)) return wrong(reply)
    if (form['decision'] !== 'allow' || !person)
      return back(reply, ask, {
        error: 'user_cancelled_authorize',
        error_description: 'The user cancelled the authorization',
      })
    const dropped = takeSpecial(service.faults, person, 'scopes_dropped')
    const code = secret()
    service.store.codes[code] = {
      person_id: person.id,
      client_id: ask.client_id,
      redirect_uri: ask.redirect_uri,
      scopes: dropped ? ask.scope.filter((scope) => /^(openid|profile)$/.test(scope)) : ask.scope,
      until: service.options.now().getTime() + codeLife,
    }
    changed(service)
    return back(reply, ask, { code })
  })

  app.post('/web/oauth/v2/accessToken', async (request, reply) => {
    const form = formOf(request)
    const client_id = clientOf(service, form)
    const { store, faults } = service
    const grant = store.grants.find(({ refresh_token }) => refresh_token === form['refresh_token'])
    const person_id = grant?.person_id ?? store.codes[form['code'] ?? '']?.person_id
    const person = people.find(({ id }) => id === person_id)
    const names = person ? [person.id, person.username] : []
    const fault = faults.take('token', names, (name) => !isSpecial(name))
    const own = fault && ownFaults[fault.fault]
    if (own) {
      if (grant && /^token_(expired|revoked)$/.test(fault.fault)) removeGrant(store, grant)
      changed(service)
      throw fault.fault.startsWith('token_')
        ? badRefresh()
        : own({ store, grant: grant ?? nobody, token: '', version: '' })
    }
    const act = () => {
      const tokens = exchange(service, client_id, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })

  app.post('/web/oauth/v2/introspectToken', async (request) => {
    const form = formOf(request)
    const client_id = clientOf(service, form)
    const access = service.store.access[form['token'] ?? '']
    const grant = service.store.grants.find(({ id }) => id === access?.grant_id)
    if (!access || grant?.client_id !== client_id) return { active: false, status: 'revoked' }
    const active = access.until > service.options.now().getTime()
    return {
      active,
      client_id,
      status: active ? 'active' : 'expired',
      scope: grant.scopes.join(','),
      created_at: Math.floor((access.until - accessLife) / 1000),
      expires_at: Math.floor(access.until / 1000),
      auth_type: '3L',
    }
  })

  app.post('/web/oauth/v2/revoke', async (request, reply) => {
    const form = formOf(request)
    clientOf(service, form)
    const token = form['token'] ?? ''
    const id = service.store.access[token]?.grant_id
    const grant = service.store.grants.find(
      (each) => each.id === id || each.refresh_token === token,
    )
    if (grant) removeGrant(service.store, grant)
    changed(service)
    return reply.send()
  })
}

const nobody: Grant = {
  id: '',
  person_id: '',
  client_id: '',
  scopes: [],
  refresh_token: null,
  refresh_until: 0,
}

function back(reply: FastifyReply, ask: z.output<typeof askSchema>, said: Record<string, string>) {
  const target = new URL(ask.redirect_uri)
  for (const [name, value] of Object.entries({ ...said, state: ask.state }))
    target.searchParams.set(name, value)
  return reply.redirect(target.href)
}

/** Unknown apps and unregistered addresses are never sent back to. */
function wrong(reply: FastifyReply) {
  return reply
    .code(400)
    .type('text/html')
    .send('<!doctype html><title>LinkedIn</title><h1>Bummer, something went wrong.</h1>')
}

/** In the body; HTTP Basic is not looked at. */
function clientOf({ options }: Service, form: Record<string, string>) {
  const client = options.clients.find(({ client_id }) => client_id === form['client_id'])
  if (!client || client.client_secret !== form['client_secret'])
    throw oauthRefusal(401, 'invalid_client', 'Client authentication failed')
  return client.client_id
}

const badCode = () =>
  oauthRefusal(
    400,
    'invalid_request',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  )
const badRefresh = () =>
  oauthRefusal(
    400,
    'invalid_grant',
    'The provided authorization grant or refresh token is invalid, expired or revoked',
  )

function exchange(service: Service, client_id: string, form: Record<string, string>) {
  const { store, options } = service
  const now = options.now().getTime()
  if (form['grant_type'] === 'refresh_token') {
    const grant = store.grants.find(({ refresh_token }) => refresh_token === form['refresh_token'])
    if (!grant || grant.client_id !== client_id || grant.refresh_until <= now) throw badRefresh()
    return tokens(service, grant)
  }
  if (form['grant_type'] !== 'authorization_code')
    throw oauthRefusal(400, 'unsupported_grant_type', 'The grant type is not supported')
  const code = form['code'] ?? ''
  const issued = store.codes[code]
  delete store.codes[code]
  if (!issued || issued.until <= now || issued.client_id !== client_id) throw badCode()
  if (issued.redirect_uri !== form['redirect_uri']) throw badCode()
  const person = people.find(({ id }) => id === issued.person_id)
  const { person_id, scopes } = issued
  // "If the requested scope differs from the previous one, all earlier tokens of the member are invalidated."
  for (const old of store.grants)
    if (old.person_id === person_id && old.client_id === client_id && differ(old.scopes, scopes))
      removeGrant(store, old)
  const without = person && takeSpecial(service.faults, person, 'no_refresh')
  const grant = {
    id: secret(),
    person_id,
    client_id,
    scopes,
    refresh_token: without ? null : longToken(),
    refresh_until: now + refreshLife,
  }
  store.grants.push(grant)
  return tokens(service, grant)
}

function differ(one: readonly string[], other: readonly string[]) {
  return one.toSorted().join() !== other.toSorted().join()
}

/** The refresh token stays the same, and its end stays where it was. */
function tokens({ store, options }: Service, grant: Grant) {
  const now = options.now().getTime()
  const access_token = longToken()
  store.access[access_token] = { grant_id: grant.id, until: now + accessLife }
  return {
    access_token,
    expires_in: accessLife / 1000,
    ...(grant.refresh_token
      ? {
          refresh_token: grant.refresh_token,
          refresh_token_expires_in: Math.floor((grant.refresh_until - now) / 1000),
        }
      : {}),
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  }
}
