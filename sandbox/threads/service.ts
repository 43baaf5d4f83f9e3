/** What every call passes through: the token, wherever it stands, and the faults set for the call. */
import { crowd } from '../kit/crowd.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../kit/emulator.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { broken, expired, graph, missing, notPermitted, noToken } from './refusal.ts'
import type { Token, Store } from './store.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
  /** Bytes of small pictures, by the id of their container. */
  images: Map<string, Buffer>
}

export interface Context {
  service: Service
  store: Store
  /** Query and form together: Graph does not tell them apart. */
  given: Record<string, string>
  params: Record<string, string>
  person: Person
  token: Token
  now: number
  look: Look
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The name under which faults are set for it. */
  on: string | ((params: Record<string, string>, store: Store) => string)
  scope: string
  run(context: Context): unknown
}

export const people: readonly Person[] = [
  { id: '17841405793187218', username: 'mara.weaves', name: 'Mara Olsen' },
  { id: '17841400008460056', username: 'tomas.trails', name: 'Tomás Rivera' },
  { id: '17841453214008811', username: 'yuki.draws', name: 'Yuki Tanaka' },
  ...crowd((number) => ({
    id: `178414000000123${number}`,
    username: `crowd.${number}`,
    name: `Crowd ${number}`,
  })),
]

/** The version in front of a path is optional. */
export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    for (const version of ['', '/v1.0'])
      // Meta's Postman collection asks for a container with a slash at the end.
      for (const slash of ['', '/'])
        app.route({
          method: call.method,
          url: `/api${version}${call.path}${slash}`,
          handler: async (request, reply) => answer(service, call, request, reply),
        })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => store)
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const given = givenBy(request)
  const params = z.record(z.string(), z.string()).catch({}).parse(request.params)
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const access_token = given['access_token'] ?? bearer ?? ''
  const token = store.tokens[access_token]
  const person = people.find(({ id }) => id === token?.person_id)
  if (!token || !person) throw noToken()
  if (token.until <= now) throw expired()
  const on = typeof call.on === 'string' ? call.on : call.on(params, store)
  const names = [person.id, person.username]
  const fault = faults.take(on, names, (name) => !isSpecial(name))
  const own = fault && ownFaults[fault.fault]
  const refusal = own?.({ store, token: access_token, person_id: person.id })
  if (refusal) {
    changed(service)
    throw refusal
  }
  if (!token.scopes.includes(call.scope)) throw notPermitted()
  const look = lookBy({ faults, on, names, now })
  const act = async () => {
    const body = await call.run({ service, store, given, params, person, token, now, look })
    changed(service)
    // Where a number is more than JSON.stringify could write, a call writes its JSON itself.
    if (typeof body === 'string') void reply.type('application/json')
    return body
  }
  return play(fault, { request, reply }, act, { ...broken, lie: () => missing(params['id'] ?? '') })
}

export function givenBy({ body, query, headers }: FastifyRequest): Record<string, string> {
  const asked = z.record(z.string(), z.string()).catch({}).parse(query)
  if (!Buffer.isBuffer(body)) return asked
  const text = body.toString()
  if (headers['content-type']?.startsWith('application/json'))
    return { ...asked, ...fromJson(text) }
  return { ...asked, ...Object.fromEntries(new URLSearchParams(text)) }
}

function fromJson(text: string) {
  const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
  try {
    return z.record(z.string(), scalar).catch({}).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** `me`, or one's own id. */
export function ownOnly({ params, person }: Context) {
  const { id = '' } = params
  if (id === 'me' || id === person.id) return
  throw people.some((each) => each.id === id)
    ? graph(403, {
        code: 10,
        message: 'Application does not have permission for this action',
      })
    : missing(id)
}
