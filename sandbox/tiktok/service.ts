/** What every call passes through: the bearer token, its scopes, the rate limit, the faults set for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../kit/emulator.ts'
import { liveGrant } from '../kit/grants.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isOwn, isSpecial, ownFaults, takeSpecial } from './faults.ts'
import { broken, invalid, logId, Refusal, refusal, refusals } from './refusal.ts'
import { stateOf, type Grant, type Store } from './state.ts'

export interface Creator extends Person {
  privacy_levels: readonly string[]
  comment_disabled: boolean
  max_seconds: number
}

export interface Service {
  options: EmulatorOptions
  people: readonly Creator[]
  faults: FaultDesk
  store: Store
}

export interface Context {
  service: Service
  store: Store
  person: Creator
  grant: Grant
  now: number
  query: Record<string, string>
  body: unknown
  look: Look
}

export interface Call {
  method: 'GET' | 'POST'
  path: string
  /** The name under which faults are set for it; refusals set on the second name meet it as well. */
  on: string
  refuses?: string
  /** One of them is enough. */
  scopes: readonly string[]
  /** Refusals that come with 200, "intentionally". */
  gently?: readonly string[]
  /** Calls in a minute by one token. */
  per_minute: number
  run(context: Context): unknown
}

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      handler: async (request, reply) => answer(service, call, request, reply),
    })
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const bytes = await bodyOf(request)
  const { person, grant, token } = whose(service, request, now)
  const names = [person.id, person.username]
  const fault =
    faults.take(call.on, names, (name) => !isSpecial(name)) ??
    (call.refuses ? faults.take(call.refuses, names, isOwn) : undefined)
  const refused = fault && ownFaults[fault.fault]?.({ store, grant, token })
  if (refused) {
    changed(service)
    throw gentle(refused, call)
  }
  if (!takeSpecial(faults, person, 'no_limits')) countCall(store, call, person, now)
  needScope(grant, call.scopes)

  const look = lookBy({ faults, on: call.on, names, now })
  const act = async () => {
    const body = call.method === 'POST' ? jsonOf(request, bytes) : undefined
    const query = z.record(z.string(), z.string()).parse(request.query)
    const context = { service, store, person, grant, now, query, body, look }
    const data = await Promise.resolve(call.run(context)).catch((error: unknown) => {
      throw error instanceof Refusal ? gentle(error, call) : error
    })
    changed(service)
    reply.type('application/json')
    return written(data)
  }
  return play(fault, { request, reply }, act, { ...broken, lie })
}

const lie = () => refusal(404, 'invalid_params', 'The requested resource does not exist.')

export function needScope(grant: Grant, scopes: readonly string[]) {
  if (!scopes.some((scope) => grant.scopes.includes(scope))) throw refusals.scope_not_authorized()
}

/** "200 (intentional)" stands in the table of Query Creator Info. */
function gentle({ status, body }: Refusal, { gently = [] }: Call) {
  const code = z.object({ error: z.object({ code: z.string() }) }).safeParse(body).data?.error.code
  return new Refusal(code !== undefined && gently.includes(code) ? 200 : status, body)
}

/** TikTok writes ids of posts as int64 literals in status answers, beyond what a double holds. */
function written(data: unknown) {
  const text = JSON.stringify({ data, error: { code: 'ok', message: '', log_id: logId() } })
  return text.replace(/"int64:(\d+)"/g, '$1')
}

function whose({ store, people }: Service, request: FastifyRequest, now: number) {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = liveGrant(store, token, now)
  const person = people.find(({ id }) => id === grant?.open_id)
  if (!grant || !person) throw refusals.access_token_invalid()
  return { person, grant, token }
}

function countCall(store: Store, call: Call, person: Person, now: number) {
  const key = `${call.path} ${person.id}`
  const recent = (store.calls.get(key) ?? []).filter((at) => at > now - 60_000)
  if (recent.length >= call.per_minute) throw refusals.rate_limit_exceeded()
  store.calls.set(key, [...recent, now])
}

/** Bodies reach us as streams, so that an upload is never held. */
export async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request.raw) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function jsonOf(request: FastifyRequest, bytes: Buffer): unknown {
  if (!bytes.length) return {}
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw invalid('The request body is not in JSON format.')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw invalid('The request body is not in JSON format.')
  }
}

export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`Invalid parameter ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
