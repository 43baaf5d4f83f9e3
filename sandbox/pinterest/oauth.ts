/** The page on which a person lets an app in, and tokens: every refresh replaces the refresh token (docs/facts/pinterest.md §1). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { mountConsent } from '../kit/consent.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { badGrant, broken, unauthorized } from './refusal.ts'
import { readForm } from './requests.ts'
import { changed, type Service } from './service.ts'
import { type Grant, people, removeGrant, secret } from './store.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const accessLife = 30 * DAY
const refreshLife = 60 * DAY

const known = new Set(
  `ads:read ads:write boards:read boards:read_secret boards:write boards:write_secret pins:read pins:read_secret
  pins:write pins:write_secret user_accounts:read catalogs:read catalogs:write`.split(/\s+/),
)

const Ask = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z
    .string()
    .transform((scope) => scope.split(/[\s,]+/).filter(Boolean))
    .refine((scopes) => scopes.length > 0 && scopes.every((scope) => known.has(scope))),
  state: z.string().max(1000).optional(),
})

export function mountOAuth(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/web/oauth/',
    platform: 'Pinterest',
    people,
    asks: Ask,
    form: readForm,
    wrong: '<!doctype html><title>Pinterest</title><p>Your application request is not valid.',
    back(target, { client_id, redirect_uri, scope: scopes }, person) {
      if (person) {
        const code = secret()
        const until = service.options.now().getTime() + 5 * MINUTE
        const person_id = person.id
        service.store.codes.set(code, { person_id, client_id, redirect_uri, scopes, until })
        target.searchParams.set('code', code)
      } else target.searchParams.set('error', 'access_denied')
      changed(service)
      return target.href
    },
  })

  app.post('/api/v5/oauth/token', async (request, reply) => {
    const form = await readForm(request)
    const grant = grantOf(service, form['refresh_token'])
    const id = grant?.person_id ?? service.store.codes.get(form['code'] ?? '')?.person_id
    const person = people.find((candidate) => candidate.id === id)
    const names = person ? [person.id, person.username] : []
    const fault = service.faults.take('token', names, (name) => !isSpecial(name))
    const struck = { store: service.store, grant, token: '', ms: fault?.ms ?? 0 }
    const refusal = fault && ownFaults[fault.fault]?.(struck)
    if (refusal) {
      changed(service)
      throw refusal
    }
    const act = () => {
      const tokens = exchange(service, request, form)
      changed(service)
      return tokens
    }
    return play(fault, { request, reply }, act, broken)
  })
}

function grantOf({ store }: Service, refresh_token: string | undefined) {
  if (!refresh_token) return undefined
  return [...store.grants.values()].find((grant) => grant.refresh_token === refresh_token)
}

/** The app names itself by HTTP Basic. */
function exchange(service: Service, { headers }: FastifyRequest, form: Record<string, string>) {
  const basic = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const given = Buffer.from(basic, 'base64').toString()
  const client = service.options.clients.find(
    (one) => `${one.client_id}:${one.client_secret}` === given,
  )
  if (!client) throw unauthorized()
  const now = service.options.now().getTime()
  const { grant_type } = form
  if (grant_type === 'authorization_code') {
    const issued = service.store.codes.get(form['code'] ?? '')
    service.store.codes.delete(form['code'] ?? '')
    const fits =
      issued?.client_id === client.client_id && issued.redirect_uri === form['redirect_uri']
    if (!issued || !fits || issued.until <= now)
      throw badGrant('The authorization code is invalid or expired.')
    const { person_id, client_id, scopes } = issued
    const grant = {
      id: secret(),
      person_id,
      client_id,
      scopes,
      refresh_token: '',
      refresh_until: 0,
    }
    return issue(service, grant, now, 'authorization_code')
  }
  if (grant_type === 'refresh_token') {
    const grant = grantOf(service, form['refresh_token'])
    if (grant?.client_id !== client.client_id || grant.refresh_until <= now) {
      if (grant) removeGrant(service.store, grant)
      throw unauthorized()
    }
    return issue(service, grant, now, 'refresh_token')
  }
  throw badGrant(`Unsupported grant type: ${grant_type}`)
}

function issue({ store }: Service, old: Grant, now: number, response_type: string) {
  const refresh_until = now + refreshLife
  const grant = { ...old, refresh_token: secret('pinr_'), refresh_until }
  store.grants.set(grant.id, grant)
  const access_token = secret('pina_')
  store.access.set(access_token, { grant_id: grant.id, until: now + accessLife })
  return {
    access_token,
    refresh_token: grant.refresh_token,
    response_type,
    token_type: 'bearer',
    expires_in: accessLife / 1000,
    refresh_token_expires_in: refreshLife / 1000,
    refresh_token_expires_at: Math.floor(refresh_until / 1000),
    scope: grant.scopes.join(' '),
  }
}
