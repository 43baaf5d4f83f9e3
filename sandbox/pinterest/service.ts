/** What every call passes through: the bearer token, its scopes, the rate limit, the faults set for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EmulatorOptions, type FaultDesk, play } from '../kit/emulator.ts'
import { liveGrant } from '../kit/grants.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { broken, noPin, scopeMissing, tooMany, unauthorized } from './refusal.ts'
import { type Member, people, stateOf, type Store } from './store.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
}

/** One call by one person. */
export interface Context {
  service: Service
  store: Store
  request: FastifyRequest
  person: Member
  scopes: readonly string[]
  now: number
  look: Look
}

export interface Answer {
  status: number
  body: unknown
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** Behind the `api` host. */
  path: string
  /** The name under which faults are set for it. */
  on: string
  scopes: readonly string[]
  limit: 'org_read' | 'org_write' | 'org_analytics'
  run(context: Context): Answer | Promise<Answer>
}

/** Calls a minute of one person with a standard app. */
const LIMITS = { org_read: 1000, org_write: 100, org_analytics: 60 }

export const ok = (body: unknown): Answer => ({ status: 200, body })

export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      bodyLimit: 2 ** 40,
      handler: async (request, reply) => answer(service, call, request, reply),
    })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = liveGrant(store, token, now)
  const person = people.find(({ id }) => id === grant?.person_id)
  if (!grant || !person) throw unauthorized()
  const names = [person.id, person.username]

  const uncounted = faults.take(call.on, names, (name) => name === 'no_limits')
  // A picture comes with its pin: what refuses an upload refuses that.
  const upload = () =>
    call.on === 'post' && faults.take('upload', names, (name) => name in ownFaults)
  const fault = faults.take(call.on, names, (name) => !isSpecial(name)) ?? (upload() || undefined)
  const refusal = fault && ownFaults[fault.fault]?.({ store, grant, token, ms: fault.ms })
  if (refusal) {
    changed(service)
    throw refusal
  }
  if (!uncounted) reply.headers(count(store, `${person.id} ${call.limit}`, LIMITS[call.limit], now))
  if (!call.scopes.every((scope) => grant.scopes.includes(scope))) throw scopeMissing()

  const act = async () => {
    const look = lookBy({ faults, on: call.on, names, now })
    const context = { service, store, request, person, scopes: grant.scopes, now, look }
    const { status, body } = await call.run(context)
    changed(service)
    reply.code(status)
    return body
  }
  return play(fault, { request, reply }, act, { ...broken, lie: noPin })
}

function count(store: Store, key: string, most: number, now: number) {
  const old = store.windows.get(key)
  const window = old && old.until > now ? old : { until: now + 60_000, used: 0 }
  const reset = Math.ceil((window.until - now) / 1000)
  if (window.used >= most) throw tooMany(reset)
  window.used += 1
  store.windows.set(key, window)
  return {
    'x-ratelimit-limit': String(most),
    'x-ratelimit-remaining': String(most - window.used),
    'x-ratelimit-reset': String(reset),
  }
}
