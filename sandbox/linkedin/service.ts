/** What every call passes through: the version, the bearer token, its scopes, the faults set for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play, type EmulatorOptions, type FaultDesk } from '../kit/emulator.ts'
import { bytesOf } from '../kit/bodies.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { mayPost, mayRead, people, type Member } from './people.ts'
import {
  badContent,
  broken,
  expiredToken,
  invalidToken,
  missing,
  notPermitted,
  organizationScope,
  Refusal,
  versionDead,
  versionMissing,
} from './refusal.ts'
import type { Grant, Store } from './store.ts'
import { organizationOf } from './urns.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
  /** Bytes of small images, by URN. */
  images: Map<string, Buffer>
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
}

export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The name under which faults are set for it. */
  on: string
  run(context: Context): Answer
}

/** Sunset versions (docs/facts/linkedin.md §0); later ones are alive from their month on. */
const OLDEST_VERSION = '202512'

/** A document goes up in one piece. */
const LARGEST = 100 * 1_048_576

export function mountCalls(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const call of calls)
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: LARGEST,
      handler: async (request, reply) => answer(service, call, request, reply),
    })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => store)
}

async function answer(service: Service, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const { person, grant, token } = whose(service, request, now)
  const version = String(request.headers['linkedin-version'] ?? '')
  const names = [person.id, person.username]
  const fault = faults.take(call.on, names, (name) => !isSpecial(name))
  const refusal = fault && ownFaults[fault.fault]?.({ store, grant, token, version })
  if (refusal) {
    changed(service)
    throw refusal
  }
  if (call.path.startsWith('/api/rest/')) checkVersion(version, now)
  const look = lookBy({ faults, on: call.on, names, now })
  const act = () => {
    const context = { service, store, request, person, grant, now, look }
    const { status, body, headers } = call.run(context)
    changed(service)
    // An answer that will be lost must not leave the id in the headers of what comes instead.
    if (!fault || fault.fault === 'slow') void reply.code(status).headers(headers ?? {})
    return body ?? ''
  }
  return play(fault, { request, reply }, act, { ...broken, lie: () => missing('Entity') })
}

/** Six digits exactly, of a month that has come and is not too long ago. */
function checkVersion(version: string, now: number) {
  if (!version) throw versionMissing()
  const latest = new Date(now).toISOString().slice(0, 7).replace('-', '')
  if (!/^\d{6}$/.test(version) || version < OLDEST_VERSION || version > latest)
    throw versionDead(version)
}

function whose({ store }: Service, request: FastifyRequest, now: number) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const access = store.access[token]
  const grant = store.grants.find(({ id }) => id === access?.grant_id)
  const person = people.find(({ id }) => id === grant?.person_id)
  if (!access || !grant || !person) throw invalidToken()
  if (access.until <= now) throw expiredToken()
  return { person, grant, token }
}

export function needScope({ grant }: Context, scope: string, method: string) {
  if (!grant.scopes.includes(scope)) throw notPermitted(method)
}

/** Who acts may be the person or a Page that the person looks after. */
export function mayWriteAs({ person, grant }: Context, author: string, method: string) {
  const organization = organizationOf(author)
  if (organization === undefined) {
    if (author !== urnOf(person) || !grant.scopes.includes('w_member_social'))
      throw notPermitted(method)
    return
  }
  if (!grant.scopes.includes('w_organization_social')) throw organizationScope()
  if (!mayPost(person, organization)) throw notPermitted(method)
}

/** What members wrote can be read with a permission that is closed to nearly every app. */
export function mayReadOf({ person, grant }: Context, author: string, method: string) {
  const organization = organizationOf(author)
  const allowed =
    organization === undefined
      ? author === urnOf(person) && grant.scopes.includes('r_member_social')
      : grant.scopes.includes('r_organization_social') && mayRead(person, organization)
  if (!allowed) throw notPermitted(method)
}

export const urnOf = ({ id }: { id: string }) => `urn:li:person:${id}`

/** The body as strictly as Rest.li reads it: a field that is not in the schema is refused. */
export function readBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(json(request), { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...unknown].join('/')
  if (unknown.length)
    throw new Refusal(422, {
      status: 422,
      message: `ERROR :: /${path} :: unrecognized field found but not allowed\n`,
    })
  const absent = issue?.input === undefined
  throw badContent(422, `/${path}: ${issue?.message ?? 'not valid'}`, {
    description: `/${path}: ${issue?.message ?? 'not valid'}`,
    code: absent ? 'MISSING_FIELD' : 'INVALID_VALUE_FOR_FIELD',
  })
}

function json(request: FastifyRequest): unknown {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new Refusal(415, { status: 415, message: 'Unsupported Media Type' })
  try {
    return JSON.parse(bytesOf(request).toString())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Refusal(400, { status: 400, message: 'Cannot parse request entity' })
  }
}

/** Names of methods are read whatever their case. */
export const methodOf = ({ headers }: FastifyRequest) =>
  String(headers['x-restli-method'] ?? '').toUpperCase()

export function queryOf({ query }: FastifyRequest): Record<string, string> {
  return z.record(z.string(), z.string()).catch({}).parse(query)
}
