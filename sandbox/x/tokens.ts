/** Tokens for codes, new tokens for old ones (docs/facts/x.md §1). */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { play, type Fault } from '../kit/emulator.ts'
import { formOf } from '../kit/bodies.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { broken, oauthRefusal, problemType } from './refusal.ts'
import { changed, type Service } from './service.ts'
import type { Grant } from './state.ts'
import { removeGrant, secret } from './store.ts'

const accessLife = 7200
/** Months of not being used; six by other schedulers' reports. */
const refreshLife = 183 * 24 * 60 * 60_000
const badToken = () => oauthRefusal('Value passed for the token was invalid.')
const badCode = () => oauthRefusal('Value passed for the authorization code was invalid.')

export function mountTokens(app: FastifyInstance, service: Service) {
  app.post('/api/2/oauth2/token', async (request, reply) => {
    const form = formOf(request)
    const client_id = clientOf(service, request, form)
    const grant = service.store.grants.get(
      service.store.refresh.get(form['refresh_token'] ?? '') ?? '',
    )
    const id = grant?.person_id ?? service.store.codes.get(form['code'] ?? '')?.person_id
    const person = service.people.find((candidate) => candidate.id === id)
    const names = person ? [person.id, person.username] : []
    const fault = service.faults.take('token', names, (name) => !isSpecial(name))
    const refusal = fault && refusalFor(service, fault, grant)
    if (refusal) {
      changed(service)
      throw refusal
    }
    if (fault?.fault.endsWith('_500')) reply.type(problemType)
    const act = () => {
      const tokens = exchange(service, client_id, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })

  app.post('/api/2/oauth2/revoke', async (request) => {
    const form = formOf(request)
    clientOf(service, request, form)
    const { store } = service
    const token = form['token'] ?? ''
    if (!token) throw oauthRefusal('Missing required parameter [token].')
    const grant = store.grants.get(store.refresh.get(token) ?? '')
    if (grant) removeGrant(store, grant)
    store.access.delete(token)
    changed(service)
    return { revoked: true }
  })
}

/** Confidential clients come with HTTP Basic; one registered without a secret is public and names itself in the body. */
function clientOf({ options }: Service, request: FastifyRequest, form: Record<string, string>) {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const given = basic ? Buffer.from(basic, 'base64').toString() : `${form['client_id'] ?? ''}:`
  const client = options.clients.find(({ client_id, client_secret }) =>
    same(`${client_id}:${client_secret}`, given),
  )
  if (!client || (form['client_id'] ?? client.client_id) !== client.client_id)
    throw oauthRefusal('Missing valid authorization header', 'unauthorized_client', 401)
  return client.client_id
}

/** A fault of X's own, on the token endpoint: a token that is expired or revoked is the 400 of a bad one. */
function refusalFor({ store, options }: Service, { fault, ms }: Fault, grant: Grant | undefined) {
  if (fault === 'token_expired' || fault === 'token_revoked') {
    if (grant) removeGrant(store, grant)
    return badToken()
  }
  const now = options.now().getTime()
  const nobody = { id: '', person_id: '', client_id: '', scopes: [], refresh_token: null }
  const struck = { grant: grant ?? { ...nobody, refresh_until: 0 }, token: '', now, ms }
  return ownFaults[fault]?.({ store, call: { limit: 'me' }, ...struck })
}

function exchange(service: Service, client_id: string, form: Record<string, string>) {
  const { grant_type } = form
  if (grant_type === 'authorization_code') return exchangeCode(service, client_id, form)
  if (grant_type === 'refresh_token') return exchangeRefresh(service, client_id, form)
  if (!grant_type) throw oauthRefusal('Missing required parameter [grant_type].')
  throw oauthRefusal(`Grant type [${grant_type}] is not supported.`, 'unsupported_grant_type')
}

function exchangeCode(service: Service, client_id: string, form: Record<string, string>) {
  const { store } = service
  const { code = '', redirect_uri, code_verifier = '' } = form
  const issued = store.codes.get(code)
  store.codes.delete(code)
  const now = service.options.now().getTime()
  if (!issued || issued.until <= now || issued.client_id !== client_id) throw badCode()
  if (redirect_uri !== issued.redirect_uri)
    throw oauthRefusal(
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    )
  const hashed = createHash('sha256').update(code_verifier).digest('base64url')
  if (issued.challenge !== (issued.method === 'plain' ? code_verifier : hashed))
    throw oauthRefusal('Value passed for the code verifier did not match the code challenge.')
  const { person_id, scopes } = issued
  const grant = { id: secret(), person_id, client_id, scopes, refresh_token: null }
  return issueTokens(service, { ...grant, refresh_until: 0 })
}

/** "Single use, a new one in every response": the old one is dead once answered, even if the answer is lost. */
function exchangeRefresh(service: Service, client_id: string, form: Record<string, string>) {
  const { store } = service
  const grant = store.grants.get(store.refresh.get(form['refresh_token'] ?? '') ?? '')
  const now = service.options.now().getTime()
  if (grant?.client_id !== client_id || grant.refresh_until <= now) throw badToken()
  return issueTokens(service, grant)
}

function issueTokens({ store, options }: Service, grant: Grant) {
  const now = options.now().getTime()
  const access_token = secret()
  const refresh_token = grant.scopes.includes('offline.access') ? secret() : null
  if (grant.refresh_token) store.refresh.delete(grant.refresh_token)
  if (refresh_token) store.refresh.set(refresh_token, grant.id)
  store.grants.set(grant.id, { ...grant, refresh_token, refresh_until: now + refreshLife })
  for (const [token, { until }] of store.access) {
    if (until > now) break
    store.access.delete(token)
  }
  store.access.set(access_token, { grant_id: grant.id, until: now + accessLife * 1000 })
  return {
    token_type: 'bearer',
    expires_in: accessLife,
    access_token,
    scope: grant.scopes.join(' '),
    ...(refresh_token ? { refresh_token } : {}),
  }
}

function same(one: string, other: string) {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return !!a && !!b && timingSafeEqual(a, b)
}
