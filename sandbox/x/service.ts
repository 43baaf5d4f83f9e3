/** What every call passes through: the bearer token, its scopes, the rate limit, the faults set for it. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../kit/emulator.ts'
import { liveGrant } from '../kit/grants.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { countCall, type LimitName } from './limits.ts'
import { broken, forbidden, notFound, problemType, tooMany, unauthorized } from './refusal.ts'
import type { Grant } from './state.ts'
import { stateOf, type Store } from './store.ts'

export interface Member extends Person {
  premium: boolean
}

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  people: readonly Member[]
  faults: FaultDesk
  store: Store
}

/** One call by one person. */
export interface Context {
  service: Service
  store: Store
  request: FastifyRequest
  person: Member
  grant: Grant
  now: number
  look: Look
  /** Answer in the field names of the OpenAPI document of August 2026: `post` and `repost`. */
  postDialect: boolean
}

export interface Answer {
  status: number
  body: unknown
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The name under which faults are set for it. */
  on: string
  limit: LimitName
  scopes: readonly string[]
  bodyLimit?: number
  run(context: Context): Answer | Promise<Answer>
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
      handler: async (request, reply) => answer(service, call, request, reply),
    })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const { person, grant, token } = whose(service, request, now)
  const names = [person.id, person.username]

  const { exceeded, headers } = countCall(store, {
    name: call.limit,
    person_id: person.id,
    client_id: grant.client_id,
    now,
    counted: !faults.take(call.on, names, (fault) => fault === 'no_limits'),
  })
  const fault = faults.take(call.on, names, (name) => !isSpecial(name))
  if (fault?.fault !== 'rate_limited_bare') reply.headers(headers)
  // Which support asks for. From memory, the documents do not name it.
  reply.header('x-transaction-id', randomBytes(8).toString('hex'))
  const refusal =
    fault && ownFaults[fault.fault]?.({ store, call, grant, token, now, ms: fault.ms })
  if (refusal) {
    changed(service)
    throw refusal
  }
  if (exceeded) throw tooMany()
  if (!call.scopes.every((scope) => grant.scopes.includes(scope))) throw forbidden()

  if (fault?.fault.endsWith('_500')) reply.type(problemType)
  const act = async () => {
    const postDialect = faults.take(call.on, names, (name) => name === 'dialect_posts')
    const look = lookBy({ faults, on: call.on, names, now })
    const context = {
      service,
      store,
      request,
      person,
      grant,
      now,
      look,
      postDialect: !!postDialect,
    }
    const { status, body } = await call.run(context)
    changed(service)
    reply.code(status)
    return body
  }
  return play(fault, { request, reply }, act, { ...broken, lie: notFound })
}

/** "401 Unauthorized" for a token that is missing, unknown, expired or revoked. */
function whose({ store, people }: Service, request: FastifyRequest, now: number) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = liveGrant(store, token, now)
  const person = people.find(({ id }) => id === grant?.person_id)
  if (!grant || !person) throw unauthorized()
  return { person, grant, token }
}
