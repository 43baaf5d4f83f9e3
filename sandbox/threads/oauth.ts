/** Codes, short tokens, long tokens that renew themselves (docs/facts/threads.md §1). No PKCE, no refresh tokens. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { consentPage, play } from '../kit/emulator.ts'
import { readAsk } from '../kit/consent.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { broken, expired, graph, noToken, notPermitted } from './refusal.ts'
import { changed, givenBy, people, type Service } from './service.ts'
import { secret, type Token } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LONG = 60 * DAY

const knownScopes = new Set(
  `threads_basic threads_content_publish threads_manage_replies threads_read_replies threads_manage_insights
  threads_delete threads_keyword_search threads_manage_mentions threads_location_tagging
  threads_profile_discovery`.split(/\s+/),
)

const askSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().optional(),
  scope: z
    .string()
    .transform((scope) => scope.split(/[, ]+/).filter(Boolean))
    .refine(
      (scopes) => scopes.includes('threads_basic') && scopes.every((each) => knownScopes.has(each)),
    ),
})

export function mountOAuth(app: FastifyInstance, service: Service) {
  app.get('/web/oauth/authorize', async (request, reply) => {
    const ask = readAsk(service.options, request, askSchema)
    if (!ask) return wrong(reply)
    const page = { platform: 'Threads', app: ask.client_id, scopes: ask.scope, people }
    return reply.type('text/html').send(consentPage(page))
  })

  app.post('/web/oauth/authorize', async (request, reply) => {
    const ask = readAsk(service.options, request, askSchema)
    const { decision, person: username } = givenBy(request)
    const person = people.find((each) => each.username === username)
    if (!ask || (decision !== 'deny' && !person)) return wrong(reply)
    const said: Record<string, string> = {}
    if (decision === 'allow' && person) {
      const code = `AQ${randomBytes(40).toString('base64url')}`
      const { client_id, redirect_uri, scope: scopes } = ask
      const until = service.options.now().getTime() + HOUR
      service.store.codes[code] = { person_id: person.id, client_id, redirect_uri, scopes, until }
      changed(service)
      said['code'] = code
    } else {
      said['error'] = 'access_denied'
      said['error_reason'] = 'user_denied'
      said['error_description'] = 'The user denied your request.'
    }
    const target = new URL(ask.redirect_uri)
    for (const [name, value] of Object.entries(said)) target.searchParams.set(name, value)
    if (ask.state !== undefined) target.searchParams.set('state', ask.state)
    // Meta's own decoration, part of no code.
    return reply.redirect(`${target.href}#_`)
  })

  const routes = [
    ['POST', '/oauth/access_token', short],
    ['GET', '/access_token', long],
    ['GET', '/refresh_access_token', refresh],
  ] as const
  for (const [method, url, make] of routes)
    app.route({
      method,
      url: `/api${url}`,
      handler: async (request, reply) => {
        const given = givenBy(request)
        const { store, faults } = service
        const access_token = given['access_token'] ?? ''
        const id = (store.tokens[access_token] ?? store.codes[given['code'] ?? ''])?.person_id
        const person = people.find((each) => each.id === id)
        const names = person ? [person.id, person.username] : []
        const fault = faults.take('token', names, (name) => !isSpecial(name))
        const own = fault && ownFaults[fault.fault]
        const refusal = own?.({ store, token: access_token, person_id: person?.id ?? '' })
        if (refusal) {
          changed(service)
          throw refusal
        }
        const act = () => {
          const answer = make(service, given)
          changed(service)
          void reply.type('application/json')
          return answer
        }
        return play(fault, { request, reply }, act, broken)
      },
    })
}

function wrong(reply: FastifyReply) {
  return reply
    .code(400)
    .type('text/html')
    .send('<!doctype html><title>Threads</title><h1>Invalid request: the parameters are not valid')
}

const badSecret = () => graph(400, { code: 1, message: 'Error validating client secret.' })
const badCode = (message: string) => graph(400, { code: 100, message })

/** The id is a number on the wire, though no double holds it. */
function short({ store, options }: Service, given: Record<string, string>): string {
  const client = options.clients.find(({ client_id }) => client_id === given['client_id'])
  if (!client || client.client_secret !== given['client_secret']) throw badSecret()
  if (given['grant_type'] !== 'authorization_code') throw badCode('Invalid grant_type.')
  const now = options.now().getTime()
  const code = given['code'] ?? ''
  const issued = store.codes[code]
  delete store.codes[code]
  if (!issued || issued.client_id !== client.client_id)
    throw badCode('Invalid verification code format.')
  if (issued.until <= now) throw badCode('This authorization code has expired.')
  if (issued.redirect_uri !== given['redirect_uri'])
    throw badCode(
      'Error validating verification code. Please make sure your redirect_uri is identical',
    )
  const { person_id, scopes } = issued
  const access_token = secret()
  store.tokens[access_token] = { person_id, scopes, long: false, made_at: now, until: now + HOUR }
  return `{"access_token":${JSON.stringify(access_token)},"user_id":${person_id}}`
}

function long(service: Service, given: Record<string, string>): string {
  const { options } = service
  if (!options.clients.some(({ client_secret }) => client_secret === given['client_secret']))
    throw badSecret()
  if (given['grant_type'] !== 'th_exchange_token') throw badCode('Invalid grant_type.')
  return renewed(service, living(service, given))
}

/** At least a day old, and not yet over. */
function refresh(service: Service, given: Record<string, string>): string {
  if (given['grant_type'] !== 'th_refresh_token') throw badCode('Invalid grant_type.')
  const token = living(service, given)
  if (!token.scopes.includes('threads_basic')) throw notPermitted()
  const age = service.options.now().getTime() - token.made_at
  if (!token.long || age < DAY)
    throw badCode('The access token cannot be refreshed: it must be at least 24 hours old.')
  return renewed(service, token)
}

function living({ store, options }: Service, given: Record<string, string>): Token {
  const token = store.tokens[given['access_token'] ?? '']
  if (!token) throw noToken()
  if (token.until <= options.now().getTime()) throw expired()
  return token
}

function renewed({ store, options }: Service, { person_id, scopes }: Token): string {
  const now = options.now().getTime()
  const access_token = secret()
  store.tokens[access_token] = { person_id, scopes, long: true, made_at: now, until: now + LONG }
  return JSON.stringify({ access_token, token_type: 'bearer', expires_in: LONG / 1000 })
}
