/** What every call passes through: the bearer token, its scope, the quota, the faults set for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play, type EmulatorOptions, type FaultDesk } from '../kit/emulator.ts'
import { liveGrant } from '../kit/grants.ts'
import { bytesOf } from '../kit/bodies.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isOwn, isSpecial, ownFaults, takeSpecial } from './faults.ts'
import type { Owner } from './people.ts'
import {
  broken,
  exhausted,
  invalid,
  notFound,
  scopeMissing,
  unauthenticated,
  unknownParameter,
} from './refusal.ts'
import { stateOf, type Store } from './state.ts'

export const scope = 'https://www.googleapis.com/auth/business.manage'
const perMinute = 300

export interface Service {
  options: EmulatorOptions
  people: readonly Owner[]
  faults: FaultDesk
  store: Store
}

export interface Context {
  service: Service
  store: Store
  person: Owner
  now: number
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  look: Look
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** The name under which faults are set for it; refusals set on the second name meet it as well. */
  on: string
  refuses?: string
  /** Names that its query may have, besides those that every call of Google's may. */
  query?: readonly string[]
  run(context: Context): unknown
}

const Words = z.record(z.string(), z.string())

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => answer(service, call, request, reply),
    })
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const { person, grant, token } = whose(service, request, now)
  const names = [person.id, person.username]
  const fault =
    faults.take(call.on, names, (name) => !isSpecial(name)) ??
    (call.refuses ? faults.take(call.refuses, names, isOwn) : undefined)
  const refused = fault && ownFaults[fault.fault]?.({ store, grant, token })
  if (refused) {
    changed(service)
    throw refused
  }
  if (!takeSpecial(faults, person, 'no_limits')) countCall(store, grant.client_id, perMinute, now)
  if (!grant.scopes.includes(scope)) throw scopeMissing()
  const look = lookBy({ faults, on: call.on, names, now })
  const act = async () => {
    const params = Words.parse(request.params)
    const query = Words.parse(request.query)
    checkNames(query, call.query)
    const result = await call.run({
      service,
      store,
      person,
      now,
      params,
      query,
      body: jsonOf(request),
      look,
    })
    changed(service)
    return result
  }
  return play(fault, { request, reply }, act, { ...broken, lie: notFound })
}

/** "Standard query parameters" of every discovery document. */
const standard = new Set(
  '$.xgafv access_token alt callback fields key oauth_token prettyPrint quotaUser uploadType upload_protocol'.split(
    ' ',
  ),
)

function checkNames(query: Record<string, string>, known: readonly string[] = []) {
  const unknown = Object.keys(query).find((name) => !standard.has(name) && !known.includes(name))
  if (unknown !== undefined) throw unknownParameter(unknown)
}

function whose({ store, people }: Service, request: FastifyRequest, now: number) {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = liveGrant(store, token, now)
  const person = people.find(({ id }) => id === grant?.person_id)
  if (!grant || !person) throw unauthenticated()
  return { person, grant, token }
}

/** A call over the limit is refused and not counted. */
export function countCall(store: Store, key: string, most: number, now: number) {
  const recent = (store.calls.get(key) ?? []).filter((at) => at > now - 60_000)
  if (recent.length >= most) throw exhausted()
  store.calls.set(key, [...recent, now])
}

function jsonOf(request: FastifyRequest): unknown {
  const bytes = bytesOf(request)
  if (!bytes.length) return undefined
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw invalid('', 'Invalid JSON payload received.')
  }
}
