/** What every call passes through: the bearer token, its scopes, the quota, the faults set for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EmulatorOptions, type FaultDesk, play } from '../kit/emulator.ts'
import { liveGrant } from '../kit/grants.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { authError, broken, notFound, quotaExceeded, scopeMissing } from './refusal.ts'
import { type Grant, type Member, people, stateOf, type Store } from './store.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
}

/** An answer without a body. */
export class Empty {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, headers: Record<string, string> = {}) {
    this.status = status
    this.headers = headers
  }
}

/** One call by one person. */
export interface Context {
  service: Service
  store: Store
  request: FastifyRequest
  reply: FastifyReply
  person: Member
  grant: Grant
  now: number
  look: Look
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Behind the `api` host. */
  path: string
  /** The name under which faults are set for it; of a request, where one path serves two purposes. */
  on: string | ((request: FastifyRequest) => string)
  /** One of these is enough. Without the common beginning. */
  scopes: readonly string[]
  /** Units of the day's quota, or one upload. */
  cost: number | 'upload'
  /** The answer's body, or an `Empty`. */
  run(context: Context): unknown
}

export const SCOPES = 'https://www.googleapis.com/auth/'
export const WRITE = ['youtube', 'youtube.force-ssl']
export const READ = [...WRITE, 'youtube.readonly']

const UNITS = 10_000
const UPLOADS = 100

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
  const { person, grant, token } = whose(store, request, now)
  const names = [person.id, person.username]
  const on = typeof call.on === 'string' ? call.on : call.on(request)
  const uncounted = faults.take(on, names, (name) => name === 'no_limits')
  const fault = faults.take(on, names, (name) => !isSpecial(name))
  const refusal = fault && ownFaults[fault.fault]?.({ store, grant, token })
  if (refusal) {
    changed(service)
    throw refusal
  }
  if (!call.scopes.some((scope) => grant.scopes.includes(SCOPES + scope))) throw scopeMissing()
  if (!uncounted) spend(store, grant.client_id, call.cost, now)

  const look = lookBy({ faults, on, names, now })
  const context = { service, store, request, reply, person, grant, now, look }
  const act = async () => {
    const body = await call.run(context)
    changed(service)
    return body
  }
  const played = await play(fault, { request, reply }, act, { ...broken, lie })
  if (!(played instanceof Empty)) return played
  return reply.code(played.status).headers(played.headers).send()
}

const lie = () => notFound('notFound', 'The requested entity was not found.', 'global')

/** Buckets of a project, until midnight in California: uploads by number, everything else by units. */
function spend(store: Store, client_id: string, cost: number | 'upload', now: number) {
  const day = new Date(now).toLocaleDateString('sv', { timeZone: 'America/Los_Angeles' })
  const [bucket, most, units] =
    cost === 'upload' ? (['uploads', UPLOADS, 1] as const) : (['units', UNITS, cost] as const)
  const key = `${client_id} ${bucket} ${day}`
  const used = (store.quota.get(key) ?? 0) + units
  if (used > most) throw quotaExceeded()
  for (const old of store.quota.keys()) if (!old.endsWith(day)) store.quota.delete(old)
  store.quota.set(key, used)
}

function whose(store: Store, request: FastifyRequest, now: number) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = liveGrant(store, token, now)
  const person = people.find(({ id }) => id === grant?.person_id)
  if (!grant || !person) throw authError()
  return { person, grant, token }
}
