/** Tokens for codes; access tokens for a refresh token, which stays as it is (docs/facts/youtube.md §1). */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Fault, play } from '../kit/emulator.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { broken, oauthRefusal } from './refusal.ts'
import { readForm } from './requests.ts'
import { changed, type Service } from './service.ts'
import { type Grant, people, removeGrant, secret } from './store.ts'

/** Google says a second less than an hour. */
const accessLife = 3599
const unusedLife = 183 * 24 * 60 * 60_000

const ended = () => oauthRefusal('invalid_grant', 'Token has been expired or revoked.')
const badCode = () => oauthRefusal('invalid_grant', 'Malformed auth code.')

export function mountTokens(app: FastifyInstance, service: Service) {
  app.post('/oauth/token', async (request, reply) => {
    const form = await readForm(request)
    const grant = grantOf(service, form['refresh_token'])
    const id = grant?.person_id ?? service.store.codes.get(form['code'] ?? '')?.person_id
    const person = people.find((candidate) => candidate.id === id)
    const names = person ? [person.id, person.username] : []
    const fault = service.faults.take('token', names, (name) => !isSpecial(name))
    const refusal = fault && refusalFor(service, fault, grant)
    if (refusal) {
      changed(service)
      throw refusal
    }
    const act = () => {
      const tokens = exchange(service, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })

  app.post<{ Querystring: { token?: string } }>('/oauth/revoke', async (request) => {
    const token = request.query.token ?? (await readForm(request))['token'] ?? ''
    const { store } = service
    const access = store.access.get(token)
    const grant = grantOf(service, token) ?? (access && store.grants.get(access.grant_id))
    if (!grant) throw oauthRefusal('invalid_token', 'Token expired or revoked')
    removeGrant(store, grant)
    changed(service)
    return {}
  })
}

function grantOf({ store }: Service, refresh_token: string | undefined) {
  if (!refresh_token) return undefined
  return [...store.grants.values()].find((grant) => grant.refresh_token === refresh_token)
}

function refusalFor({ store }: Service, { fault }: Fault, grant: Grant | undefined) {
  if (fault === 'token_expired' || fault === 'token_revoked') {
    if (grant) removeGrant(store, grant)
    return ended()
  }
  const nobody = {
    id: '',
    person_id: '',
    client_id: '',
    scopes: [],
    refresh_token: null,
    used_at: 0,
  }
  return ownFaults[fault]?.({ store, grant: grant ?? nobody, token: '' })
}

function exchange(service: Service, form: Record<string, string>) {
  const { client_id, client_secret } = form
  const client = service.options.clients.find((one) => one.client_id === client_id)
  if (!client) throw oauthRefusal('invalid_client', 'The OAuth client was not found.', 401)
  if (client.client_secret !== client_secret)
    throw oauthRefusal('invalid_client', 'The provided client secret is invalid.', 401)
  const { grant_type = '' } = form
  if (grant_type === 'authorization_code') return exchangeCode(service, client.client_id, form)
  if (grant_type === 'refresh_token') return exchangeRefresh(service, client.client_id, form)
  throw oauthRefusal('unsupported_grant_type', `Invalid grant_type: ${grant_type}`)
}

function exchangeCode(service: Service, client_id: string, form: Record<string, string>) {
  const { store, options } = service
  const now = options.now().getTime()
  const issued = store.codes.get(form['code'] ?? '')
  store.codes.delete(form['code'] ?? '')
  if (!issued || issued.until <= now || issued.client_id !== client_id) throw badCode()
  if (form['redirect_uri'] !== issued.redirect_uri)
    throw oauthRefusal('redirect_uri_mismatch', 'Bad Request')
  const { code_verifier: verifier = '' } = form
  if (issued.challenge !== null) {
    const [method, challenge] = issued.challenge.split(' ')
    const hashed = createHash('sha256').update(verifier).digest('base64url')
    if (challenge !== (method === 'plain' ? verifier : hashed))
      throw oauthRefusal('invalid_grant', 'Invalid code verifier.')
  }
  const { person_id, scopes } = issued
  const refresh_token = issued.offline && issued.consented ? secret('1//0') : null
  const grant = { id: secret(), person_id, client_id, scopes, refresh_token, used_at: now }
  store.grants.set(grant.id, grant)
  return { ...accessFor(service, grant), ...(refresh_token && { refresh_token }) }
}

function exchangeRefresh(service: Service, client_id: string, form: Record<string, string>) {
  const now = service.options.now().getTime()
  const grant = grantOf(service, form['refresh_token'])
  if (grant?.client_id !== client_id || now - grant.used_at > unusedLife) throw ended()
  grant.used_at = now
  return accessFor(service, grant)
}

function accessFor({ store, options }: Service, { id, scopes }: Grant) {
  const now = options.now().getTime()
  for (const [token, { until }] of store.access) {
    if (until > now) break
    store.access.delete(token)
  }
  const access_token = secret('ya29.')
  store.access.set(access_token, { grant_id: id, until: now + accessLife * 1000 })
  return { access_token, expires_in: accessLife, scope: scopes.join(' '), token_type: 'Bearer' }
}
