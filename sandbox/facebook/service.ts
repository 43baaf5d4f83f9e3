/** What every call passes through: the token and what it allows, the faults set for it, the rate headers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../kit/emulator.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { readParams, type Params } from '../kit/graph-params.ts'
import { pageOf, people, type Page } from './people.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { bearerOf, readPath } from '../kit/graph-calls.ts'
import { broken, missing, needsScope, refuse } from '../kit/graph-refusals.ts'
import type { Token } from './state.ts'
import { usage } from './usage.ts'
import { stateOf, type Store } from './store.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
}

/** One call by one person, for themselves or for a Page. */
export interface Context {
  service: Service
  store: Store
  request: FastifyRequest
  params: Params
  token: Token
  /** Itself. */
  access_token: string
  person: Person
  page: Page | undefined
  /** The first element of the path behind the version. */
  id: string
  version: number
  now: number
  look: Look
}

export interface Call {
  /** Whether a request is this call: `edge` is what follows the id. */
  method: 'GET' | 'POST' | 'DELETE'
  edge: string
  /** The name under which faults are set for it. */
  on: string | ((params: Params) => string)
  scopes: readonly string[]
  /** A task that the person must have on the Page; makes it a call for Page tokens. */
  task?: string
  run(context: Context): unknown
}

export function mountGraph(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/graph/*',
    bodyLimit: 160_000_000,
    handler: async (request, reply) => {
      const { id, edge, version } = readPath(request, 'graph')
      const method = request.method
      const call = calls.find((each) => each.method === method && each.edge === edge)
      if (!call || !id) throw refuse(2500, `Unknown path components: /${edge}`)
      return answer(service, call, { id, version, request, reply })
    },
  })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

async function answer(
  service: Service,
  call: Call,
  {
    id,
    version,
    request,
    reply,
  }: {
    id: string
    version: number
    request: FastifyRequest
    reply: FastifyReply
  },
) {
  const { store, faults } = service
  const now = service.options.now().getTime()
  const params = await readParams(request)
  const { token, name, person, page } = whose(service, request, params)
  const names = page ? [page.id, page.username] : [person.id, person.username]
  const on = typeof call.on === 'string' ? call.on : call.on(params)
  const fault = faults.take(on, names, (each) => !isSpecial(each))
  reply.headers(usage(page, 28))
  const refusal = fault && ownFaults[fault.fault]?.({ store, token, name, page, ms: fault.ms })
  if (refusal) {
    changed(service)
    throw refusal
  }
  for (const scope of call.scopes) if (!token.scopes.includes(scope)) throw needsScope(scope)
  if (call.task && !page) throw needsPageToken()
  if (call.task && page && !page.tasks.includes(call.task)) throw needsTask(call.task)
  // A comment goes to an object, and so does a change; all else that is published goes to the Page itself.
  const own = id === 'me' || id === page?.id || ['', 'comments'].includes(call.edge)
  if (call.task && !own) throw missing(id, request.method)

  const who = { token, access_token: name, person, page }
  const look = lookBy({ faults, on, names, now })
  const context = { service, store, request, params, ...who, id, version, now, look }
  const act = async () => {
    const body = await call.run(context)
    changed(service)
    return body
  }
  return play(fault, { request, reply }, act, { ...broken, lie: () => missing(id, request.method) })
}

export function whose({ options, store }: Service, request: FastifyRequest, params: Params) {
  const bearer = bearerOf({ options, store, people }, request, params)
  return { ...bearer, page: pageOf(bearer.token.page_id) }
}

/** What Graph refuses of Pages alone. */
const needsPageToken = () =>
  refuse(210, '(#210) A page access token is required to request this resource.', { status: 403 })
const needsTask = (task: string) =>
  refuse(10, `(#10) The user must have the ${task} task on this Page.`, { status: 403 })
