/** com.atproto.server.* and com.atproto.identity.*: sessions, and what this server is. */
import { z } from 'zod'
import { input, refusal } from './answers.ts'
import { authenticate, bearer } from './authenticate.ts'
import { withFault, type Ends } from './faults.ts'
import { didDocument, resolveHandle, serviceDids } from './identity.ts'
import { loginLimits, spend } from './limits.ts'
import { appPasswordOf, emailOf, findPerson } from './people.ts'
import { requireRpc } from './scopes.ts'
import { makeServiceToken } from './service-tokens.ts'
import {
  deleteSession,
  endSessionsOf,
  openSession,
  readSession,
  refreshSession,
  revoked,
} from './sessions.ts'
import type { Call, Methods } from './xrpc.ts'

const login = z.object({
  identifier: z.string(),
  password: z.string(),
  authFactorToken: z.string().optional(),
  allowTakendown: z.boolean().optional(),
})

const serviceAuth = z.object({
  aud: z.string().startsWith('did:'),
  lxm: z.string().optional(),
  exp: z.coerce.number().int().optional(),
})

export const serverMethods: Methods = {
  'com.atproto.server.describeServer': { verb: 'GET', run: describe },
  'com.atproto.server.createSession': { verb: 'POST', run: create },
  'com.atproto.server.refreshSession': { verb: 'POST', body: 'none', run: renew },
  'com.atproto.server.getSession': { verb: 'GET', run: show },
  'com.atproto.server.deleteSession': { verb: 'POST', body: 'none', run: remove },
  'com.atproto.server.getServiceAuth': { verb: 'GET', run: makeServiceAuth },
  'com.atproto.identity.resolveHandle': {
    verb: 'GET',
    run: ({ request }) =>
      resolveHandle(input(z.object({ handle: z.string() }), request.query, 'Params').handle),
  },
}

function describe({ store }: Call) {
  return {
    did: serviceDids(store)[0],
    availableUserDomains: ['.sandbox.test'],
    inviteCodeRequired: false,
    links: {},
    contact: {},
  }
}

/** Limits count attempts, right or wrong. */
async function create(call: Call) {
  const { store, request, reply } = call
  const { identifier, password } = input(login, request.body, 'Input')
  const person = findPerson(identifier)
  const wrong = () => refusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
  const names = person ? [person.id, person.username] : []
  const ends: Ends = {
    expire: wrong,
    revoke: () => {
      if (person) endSessionsOf(store, person)
      return wrong()
    },
  }
  spend(store, reply, { who: person?.id ?? identifier, cost: 1, limits: loginLimits })
  return withFault(call, { on: 'session', names, ends }, () => {
    if (!person || password !== appPasswordOf(person)) throw wrong()
    return { ...account(store, person), ...openSession(store, person.id) }
  })
}

async function renew(call: Call) {
  const { store } = call
  const { did, id } = readSession(store, bearer(call), 'com.atproto.refresh')
  const person = findPerson(did)
  if (!person) throw revoked()
  const ends: Ends = {
    expire: () => refusal(400, 'ExpiredToken', 'Token has expired'),
    revoke: () => {
      endSessionsOf(store, person)
      return revoked()
    },
  }
  const names = [person.id, person.username]
  return withFault(call, { on: 'session', names, ends }, () => ({
    ...account(store, person),
    ...refreshSession(store, id, did),
  }))
}

function show(call: Call) {
  return account(call.store, authenticate(call).person)
}

async function remove(call: Call) {
  const { id } = readSession(call.store, bearer(call), 'com.atproto.refresh', { expired: true })
  deleteSession(call.store, id)
  return call.reply.code(200).send()
}

function account(store: Call['store'], person: Parameters<typeof emailOf>[0]) {
  return {
    did: person.id,
    didDoc: didDocument(store, person),
    handle: person.username,
    email: emailOf(person),
    emailConfirmed: true,
    emailAuthFactor: false,
    active: true,
  }
}

/** `exp` is at most an hour ahead, and a minute without a method, as far as remembered of the PDS. */
function makeServiceAuth(call: Call) {
  const { store, request } = call
  const { person, scope } = authenticate(call)
  const { aud, lxm, exp } = input(serviceAuth, request.query, 'Params')
  requireRpc(scope, lxm, aud)
  const now = Math.floor(store.now() / 1000)
  const until = exp ?? now + 60
  const bad = (message: string) => refusal(400, 'BadExpiration', message)
  if (until <= now) throw bad('expiration is in past')
  if (until > now + 3600) {
    throw bad('cannot request a token with an expiration more than an hour in the future')
  }
  if (!lxm && until > now + 60) {
    throw bad(
      'cannot request a method-less token with an expiration more than a minute in the future',
    )
  }
  return { token: makeServiceToken(store, { iss: person.id, aud, lxm, exp: until }) }
}
