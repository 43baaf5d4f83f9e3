/** Codes for tokens and tokens for longer ones, each login in its own way (docs/facts/instagram.md §1). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play } from '../kit/emulator.ts'
import { ownFaults } from './faults.ts'
import { people } from './people.ts'
import { badToken, broken, invalid, Refusal, refuse } from '../kit/graph-refusals.ts'
import { changed, type Service } from './service.ts'
import type { Login, Token } from './state.ts'
import { secret } from './store.ts'

const hour = 3_600_000
const day = 24 * hour
export const instagramLife = 5_184_000
export const facebookLife = 5_183_944

type Form = Record<string, string>

export function mountTokens(app: FastifyInstance, service: Service) {
  const at = (method: 'GET' | 'POST', url: string, run: (form: Form) => unknown) =>
    app.route({ method, url, handler: (request, reply) => tokenCall(service, request, reply, run) })

  at('POST', '/api/oauth/access_token', (form) => {
    if (form['grant_type'] !== 'authorization_code') throw plain('Invalid grant_type')
    const { token, access_token } = exchange(service, form, 'instagram')
    return { access_token, user_id: token.person_id, permissions: token.scopes }
  })
  for (const version of ['', '/:version']) {
    at('GET', `/graph${version}/access_token`, (form) => {
      if (form['grant_type'] !== 'ig_exchange_token') throw invalid('Invalid grant_type')
      if (!service.options.clients.some((each) => each.client_secret === form['client_secret']))
        throw refuse(1, 'Error validating client secret.')
      const old = living(service, form['access_token'], 'instagram')
      if (old.long) throw refuse(452, 'Session key invalid', { status: 400 })
      return lengthen(service, old, instagramLife, 'IGAA')
    })
    at('GET', `/graph${version}/refresh_access_token`, (form) => {
      if (form['grant_type'] !== 'ig_refresh_token') throw invalid('Invalid grant_type')
      const old = living(service, form['access_token'], 'instagram')
      const age = service.options.now().getTime() - old.issued_at
      if (!old.long || age < day)
        throw refuse(10, 'The access token must be at least 24 hours old.')
      return { ...lengthen(service, old, instagramLife, 'IGAA'), permissions: old.scopes.join(',') }
    })
    at('GET', `/fb_graph${version}/oauth/access_token`, (form) => {
      const client = service.options.clients.find((each) => each.client_id === form['client_id'])
      if (client?.client_secret !== form['client_secret'])
        throw refuse(1, 'Error validating client secret.')
      if (form['grant_type'] === 'fb_exchange_token')
        return lengthen(
          service,
          living(service, form['fb_exchange_token'], 'facebook'),
          facebookLife,
          'EAA',
        )
      const { access_token } = exchange(service, form, 'facebook')
      return { access_token, token_type: 'bearer', expires_in: 7200 }
    })
  }
}

async function tokenCall(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (form: Form) => unknown,
) {
  const { store, faults } = service
  const query = new URL(request.url, 'http://graph').searchParams
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  const form = Object.fromEntries([...query, ...new URLSearchParams(body)])
  const name = form['access_token'] ?? form['fb_exchange_token'] ?? ''
  const token = store.tokens.get(name)
  const issued = store.codes.get(form['code'] ?? '')
  const person = people.find(({ id }) => id === (issued ?? token)?.person_id)
  const fault = faults.take('token', person ? [person.id, person.username] : [])
  const refusal =
    token &&
    fault &&
    ownFaults[fault.fault]?.({ store, token, name, account: undefined, ms: fault.ms })
  if (refusal) throw refusal
  const act = () => {
    const answer = run(form)
    changed(service)
    return answer
  }
  return play(fault, { request, reply }, act, broken)
}

function living({ store, options }: Service, name: string | undefined, login: Login): Token {
  const token = store.tokens.get(name ?? '')
  if (token?.login !== login) throw badToken()
  if (token.until && token.until <= options.now().getTime())
    throw refuse(190, 'Error validating access token: Session has expired.', { subcode: 463 })
  return token
}

/** The old one stays good until its own end. */
function lengthen({ store, options }: Service, old: Token, life: number, prefix: string) {
  const issued_at = options.now().getTime()
  const access_token = secret(prefix)
  store.tokens.set(access_token, { ...old, issued_at, until: issued_at + life * 1000, long: true })
  return { access_token, token_type: 'bearer', expires_in: life }
}

function exchange({ store, options }: Service, form: Form, login: Login) {
  const now = options.now().getTime()
  const { code = '', redirect_uri, client_id = '', client_secret } = form
  const refused = login === 'instagram' ? plain : (words: string) => refuse(100, words)
  const client = options.clients.find((each) => each.client_id === client_id)
  if (client?.client_secret !== client_secret) throw refused('Invalid platform app')
  const issued = store.codes.get(code)
  if (issued?.login !== login || issued.client_id !== client_id || issued.until <= now)
    throw refused('Invalid authorization code')
  if (issued.redirect_uri !== redirect_uri)
    throw refused(
      'Error validating verification code. Please make sure your redirect_uri is identical',
    )
  store.codes.delete(code)
  const { person_id, scopes } = issued
  const access_token = secret(login === 'instagram' ? 'IGAA' : 'EAA')
  const token: Token = {
    login,
    kind: 'user',
    grant: secret(''),
    person_id,
    account_id: login === 'instagram' ? person_id : null,
    client_id,
    scopes,
    issued_at: now,
    until: now + (login === 'instagram' ? 1 : 2) * hour,
    long: false,
  }
  store.tokens.set(access_token, token)
  return { token, access_token }
}

/** `api.instagram.com` has a shape of its own. From memory. */
function plain(error_message: string) {
  return new Refusal(400, { error_type: 'OAuthException', code: 400, error_message })
}
