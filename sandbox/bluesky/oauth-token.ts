/** The token endpoint: a code or a refresh token becomes the next pair of tokens. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { brokenOAuth, form, oauthRefusal } from './answers.ts'
import { withFault } from './faults.ts'
import { endGrant, grantOf, openGrant, rotate, tokensOf } from './grants.ts'
import { authenticateClient, clientFields, type Client } from './oauth-clients.ts'
import { proven } from './oauth-requests.ts'
import { findPerson } from './people.ts'
import type { Store } from './store.ts'
import type { Call } from './xrpc.ts'

const exchange = z.discriminatedUnion('grant_type', [
  z.object({
    ...clientFields,
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().min(43).max(128),
  }),
  z.object({ ...clientFields, grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
])
type Exchange = z.infer<typeof exchange>

export async function token(call: Call) {
  const { store, request, reply } = call
  const jkt = proven(call, '/oauth/token')
  const body = form(exchange, request.body)
  const client = authenticateClient(store, body)
  const { did, end } = subject(store, body)
  const person = did === undefined ? undefined : findPerson(did)
  const names = person ? [person.id, person.username] : []
  const over = () => {
    end()
    return oauthRefusal(400, 'invalid_grant', 'Session was revoked')
  }
  const around = { on: 'token', names, ends: { expire: over, revoke: over }, broken: brokenOAuth }
  return withFault(call, around, () => {
    const grant =
      body.grant_type === 'refresh_token'
        ? rotate(store, body.refresh_token, { client_id: client.client_id, jkt })
        : redeem(store, body, client, jkt)
    void reply.header('cache-control', 'no-store')
    return tokensOf(store, grant)
  })
}

/** Whose tokens are asked for, before anything is decided. */
function subject(store: Store, body: Exchange) {
  if (body.grant_type === 'authorization_code') {
    const { code } = body
    return {
      did: store.state.codes.get(code)?.did,
      end: () => store.state.codes.delete(code),
    }
  }
  const grant = grantOf(store, body.refresh_token)
  return { did: grant?.did, end: () => grant && endGrant(store, grant) }
}

/** A code that comes twice ends the session it was turned into (RFC 6749, section 4.1.2). */
function redeem(
  store: Store,
  body: Extract<Exchange, { grant_type: 'authorization_code' }>,
  client: Client,
  jkt: string,
) {
  const invalid = (description: string) => oauthRefusal(400, 'invalid_grant', description)
  const code = store.state.codes.get(body.code)
  if (!code) throw invalid('Invalid code')
  if (code.used_for) {
    const issued = store.state.grants.get(code.used_for)
    if (issued) endGrant(store, issued)
    throw invalid('Code was already used')
  }
  if (code.expires_at <= store.now()) throw invalid('Code has expired')
  if (code.client_id !== client.client_id) throw invalid('Code was not issued to this client')
  if (code.redirect_uri !== body.redirect_uri) throw invalid('redirect_uri does not match')
  if (code.jkt !== jkt) throw invalid('DPoP proof does not match the expected JKT')
  const challenge = createHash('sha256').update(body.code_verifier).digest('base64url')
  if (challenge !== code.code_challenge) throw invalid('Invalid code_verifier')
  const { did, client_id, scope } = code
  const confidential = client.keys.length > 0
  const grant = openGrant(store, { did, client_id, jkt, scope, confidential })
  code.used_for = grant.id
  return grant
}
