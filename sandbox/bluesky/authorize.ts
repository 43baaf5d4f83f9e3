/** The page on which a person says yes, and the way back to the client. */
import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { consentPage } from '../kit/emulator.ts'
import { form, oauthRefusal } from './answers.ts'
import { pdsUrl } from './identity.ts'
import { findPerson, people } from './people.ts'
import { later, type Store } from './store.ts'
import { takeForms } from './oauth-requests.ts'
import { answerRefusals, type Call } from './xrpc.ts'

/** Seconds until a code is worthless. */
const codeLasts = 300

const query = z.object({ client_id: z.string(), request_uri: z.string() })
const decision = z.object({
  person: z.string().optional(),
  decision: z.enum(['allow', 'deny']),
})

export function authorize(store: Store): FastifyPluginAsync {
  return async (app) => {
    answerRefusals(app)
    takeForms(app)
    app.get('/oauth/authorize', (request, reply) => show({ store, request, reply }))
    app.post('/oauth/authorize', (request, reply) => decide({ store, request, reply }))
  }
}

/** Whoever was hinted at stands first, and so is chosen. */
function show({ store, request, reply }: Call) {
  const { pushed } = find(store, request.query)
  const hinted = pushed.login_hint && findPerson(pushed.login_hint)
  const others = people.filter((each) => each !== hinted)
  return reply.type('text/html; charset=utf-8').send(
    consentPage({
      platform: 'Bluesky',
      app: pushed.client_id,
      scopes: pushed.scope.split(' '),
      people: hinted ? [hinted, ...others] : others,
    }),
  )
}

/** A request can be decided once. */
function decide({ store, request, reply }: Call) {
  const { pushed, request_uri } = find(store, request.query)
  const body = form(decision, request.body)
  const person = findPerson(body.person ?? '')
  if (body.decision === 'allow' && !person) {
    throw oauthRefusal(400, 'invalid_request', 'Nobody is signed in')
  }
  store.state.pushed.delete(request_uri)
  const back = new URL(pushed.redirect_uri)
  if (pushed.state !== undefined) back.searchParams.set('state', pushed.state)
  back.searchParams.set('iss', pdsUrl(store))
  if (!person || body.decision === 'deny') {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The user rejected the request')
    return reply.redirect(back.href, 303)
  }
  const code = `cod-${randomBytes(32).toString('hex')}`
  const expires_at = later(store, codeLasts)
  store.state.codes.set(code, { ...pushed, did: person.id, expires_at, used_for: undefined })
  back.searchParams.set('code', code)
  return reply.redirect(back.href, 303)
}

function find(store: Store, parameters: unknown) {
  const { client_id, request_uri } = form(query, parameters)
  const pushed = store.state.pushed.get(request_uri)
  if (!pushed || pushed.expires_at <= store.now()) {
    throw oauthRefusal(400, 'invalid_request', 'Unknown or expired request_uri')
  }
  if (pushed.client_id !== client_id) {
    throw oauthRefusal(400, 'invalid_request', 'This request_uri belongs to another client')
  }
  return { pushed, request_uri }
}
