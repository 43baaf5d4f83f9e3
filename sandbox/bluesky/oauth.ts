/**
 * The authorization server: discovery, pushed requests, tokens, revocation (atproto.com/specs/oauth; the
 * conversation measured on PDS 0.5.35, 2026-11-20). The page on which a person says yes is in `authorize.ts`.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { form, oauthRefusal } from './answers.ts'
import { currentNonce } from './dpop.ts'
import { endGrant, grantOf } from './grants.ts'
import { authenticateClient, clientFields, type Client } from './oauth-clients.ts'
import { oauthMetadata, resourceMetadata } from './oauth-metadata.ts'
import { proven, takeForms } from './oauth-requests.ts'
import { token } from './oauth-token.ts'
import { readScope } from './scopes.ts'
import { later, type Store } from './store.ts'
import { answerRefusals, type Call } from './xrpc.ts'

/** Answered as 299 (measured, 2026-11-20). */
const pushedLasts = 300

const pushed = z.object({
  ...clientFields,
  response_type: z.literal('code'),
  response_mode: z.literal('query').optional(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.string().optional(),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  login_hint: z.string().optional(),
  prompt: z.string().optional(),
})

const revocation = z.object({
  ...clientFields,
  token: z.string(),
  token_type_hint: z.string().optional(),
})

export function oauth(store: Store): FastifyPluginAsync {
  return async (app) => {
    answerRefusals(app)
    takeForms(app)
    app.get('/.well-known/oauth-protected-resource', () => resourceMetadata(store))
    app.get('/.well-known/oauth-authorization-server', () => oauthMetadata(store))
    app.post('/oauth/par', (request, reply) => push({ store, request, reply }))
    app.post('/oauth/token', (request, reply) => token({ store, request, reply }))
    app.post('/oauth/revoke', (request, reply) => revoke({ store, request, reply }))
  }
}

function push(call: Call) {
  const { store, request, reply } = call
  const jkt = proven(call, '/oauth/par')
  const body = form(pushed, request.body)
  const client = authenticateClient(store, body)
  if (!client.redirects(body.redirect_uri)) {
    throw oauthRefusal(400, 'invalid_request', `Invalid redirect_uri ${body.redirect_uri}`)
  }
  checkScope(body.scope, client)
  const request_uri = `urn:ietf:params:oauth:request_uri:req-${randomBytes(16).toString('hex')}`
  const { client_id, redirect_uri, scope, state, code_challenge, login_hint } = body
  const what = { client_id, redirect_uri, scope, state, code_challenge, login_hint, jkt }
  store.state.pushed.set(request_uri, { ...what, expires_at: later(store, pushedLasts) })
  return reply.code(201).send({ request_uri, expires_in: pushedLasts - 1 })
}

function checkScope(scope: string, { scopes }: Client) {
  const undeclared = readScope(scope).find((each) => scopes && !scopes.includes(each))
  if (!undeclared) return
  const description = `Scope "${undeclared}" is not declared in the client metadata`
  throw oauthRefusal(400, 'invalid_scope', description)
}

function revoke({ store, request, reply }: Call) {
  void reply.header('dpop-nonce', currentNonce(store))
  const body = form(revocation, request.body)
  const client = authenticateClient(store, body)
  const grant = grantOf(store, body.token)
  if (grant && grant.client_id === client.client_id) endGrant(store, grant)
  return {}
}
