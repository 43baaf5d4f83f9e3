/** Who is calling: an app-password session by `Bearer`, or an OAuth session by `DPoP` with a proof. */
import type { Person } from '../kit/emulator.ts'
import { Refusal, refusal } from './answers.ts'
import { checkProof, currentNonce } from './dpop.ts'
import type { Ends } from './faults.ts'
import { endGrant, grantOfAccess } from './grants.ts'
import { findPerson } from './people.ts'
import { endSessionsOf, readSession } from './sessions.ts'
import type { Call } from './xrpc.ts'

export interface Caller {
  person: Person
  names: readonly string[]
  /** What an OAuth client may do; an app password may do everything here. */
  scope: string | undefined
  /** For faults: how this session ends. */
  ends: Ends
}

export function authenticate(call: Call): Caller {
  const [scheme, token] = credentials(call)
  if (scheme === 'Bearer') return byAppPassword(call, token)
  if (scheme === 'DPoP') return byOAuth(call, token)
  throw refusal(401, 'AuthMissing', 'Authentication Required')
}

/** The token of a `Bearer` header alone, for calls that take no other. */
export function bearer(call: Call) {
  const [scheme, token] = credentials(call)
  if (scheme === 'Bearer') return token
  throw refusal(401, 'AuthMissing', 'Authentication Required')
}

function credentials({ request }: Call) {
  const [scheme = '', token = '', ...rest] = (request.headers.authorization ?? '').split(' ')
  return token && rest.length === 0 ? ([scheme, token] as const) : (['', ''] as const)
}

function byAppPassword({ store }: Call, token: string): Caller {
  const { did, id } = readSession(store, token, 'com.atproto.appPass')
  const person = known(did)
  const expire = () => {
    store.state.spoiled.add(id)
    store.touch()
    return refusal(400, 'ExpiredToken', 'Token has expired')
  }
  const revoke = () => {
    endSessionsOf(store, person)
    return expire()
  }
  return { person, names: [person.id, person.username], scope: undefined, ends: { expire, revoke } }
}

function byOAuth({ store, request, reply }: Call, token: string): Caller {
  void reply.header('dpop-nonce', currentNonce(store))
  const url = `${store.options.url}${new URL(request.url, 'http://-').pathname.replace(/^.*?(?=\/pds\/xrpc\/)/, '')}`
  const proof = checkProof(store, request.headers['dpop'], {
    method: request.method,
    url,
    token,
    server: 'Resource',
  })
  if ('error' in proof) throw challenge(proof.error, proof.description)
  const grant = grantOfAccess(store, token)
  if (!grant) throw challenge('invalid_token', 'Token is expired, revoked or unknown')
  if (grant.jkt !== proof.jkt) throw challenge('invalid_token', 'Invalid DPoP key binding')
  const person = known(grant.did)
  const expire = () => {
    grant.access_expires_at = store.now()
    store.touch()
    return challenge('invalid_token', '"exp" claim timestamp check failed')
  }
  const revoke = () => {
    endGrant(store, grant)
    return challenge('invalid_token', 'Token revoked')
  }
  const names = [person.id, person.username]
  return { person, names, scope: grant.scope, ends: { expire, revoke } }
}

/** 401 with `WWW-Authenticate: DPoP error="…"` (RFC 9449, sections 7.1 and 9). */
function challenge(error: string, message: string) {
  const words = message.replaceAll('"', "'")
  return new Refusal(
    401,
    { error, message },
    { 'www-authenticate': `DPoP algs="ES256", error="${error}", error_description="${words}"` },
  )
}

function known(did: string) {
  const person = findPerson(did)
  if (!person) throw refusal(400, 'InvalidToken', 'Token could not be verified')
  return person
}
