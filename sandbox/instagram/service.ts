/** What every call passes through: the host and its login, the token and what it allows, faults, rate headers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../kit/emulator.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { readParams, type Params } from '../kit/graph-params.ts'
import { accountOf, accounts, people, type Professional } from './people.ts'
import { lookBy, type Look } from '../kit/shown.ts'
import { bearerOf, readPath } from '../kit/graph-calls.ts'
import { badToken, broken, missing, needsScope, refuse } from '../kit/graph-refusals.ts'
import type { Login, Token } from './state.ts'
import { usage } from './usage.ts'
import { stateOf, type Store } from './store.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  store: Store
}

export interface Context {
  service: Service
  store: Store
  request: FastifyRequest
  params: Params
  token: Token
  access_token: string
  person: Person
  /** Whose token it is: none for the user token of a person with the Facebook login. */
  account: Professional | undefined
  /** The first element of the path behind the version. */
  id: string
  version: number
  now: number
  look: Look
}

/** What a scope is called, by login. */
export interface Scopes {
  instagram: string
  facebook: string
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  edge: string
  /** The name under which faults are set for it. */
  on: string
  scope?: Scopes
  /** Only there with one of the logins. */
  login?: Login
  /** A call on the account itself. */
  own?: true
  run(context: Context): unknown
}

const hosts: Record<string, Login> = { graph: 'instagram', fb_graph: 'facebook' }

export function mountGraph(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const [host, login] of Object.entries(hosts))
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `/${host}/*`,
      handler: async (request, reply) => {
        const { id, edge, version } = readPath(request, host)
        const { method } = request
        const call = calls.find(
          (each) => each.method === method && each.edge === edge && (each.login ?? login) === login,
        )
        if (!call || !id) throw refuse(2500, `Unknown path components: /${edge}`)
        return answer(service, call, { id, version, login, request, reply })
      },
    })
}

export function changed({ options, store }: Service) {
  options.changed?.(() => stateOf(store))
}

async function answer(
  service: Service,
  call: Call,
  asked: {
    id: string
    version: number
    login: Login
    request: FastifyRequest
    reply: FastifyReply
  },
) {
  const { id, version, login, request, reply } = asked
  const { store, faults } = service
  const now = service.options.now().getTime()
  const params = await readParams(request)
  const { token, name, person, account } = whose(service, request, params)
  // A token of one login is nothing to the host of the other.
  if (token.login !== login) throw badToken()
  const who = account ?? person
  const names = [who.id, who.username]
  const fault = faults.take(call.on, names, (each) => !isSpecial(each))
  reply.headers(usage(account, 28))
  const refusal = fault && ownFaults[fault.fault]?.({ store, token, name, account, ms: fault.ms })
  if (refusal) {
    changed(service)
    throw refusal
  }
  const scope = call.scope?.[login]
  if (scope !== undefined && !token.scopes.includes(scope)) throw needsScope(scope)
  const subject = account ?? accounts.find((each) => each.id === id && each.owner === person.id)
  if (call.own && id !== 'me' && (!subject || id !== subject.id)) throw missing(id, request.method)

  const context = { service, store, request, params, token, access_token: name, person }
  const look = lookBy({ faults, on: call.on, names, now })
  const act = async () => {
    const body = await call.run({ ...context, account: subject, id, version, now, look })
    changed(service)
    return body
  }
  return play(fault, { request, reply }, act, { ...broken, lie: () => missing(id, request.method) })
}

export function whose({ options, store }: Service, request: FastifyRequest, params: Params) {
  const bearer = bearerOf({ options, store, people }, request, params)
  return { ...bearer, account: accountOf(bearer.token.account_id) }
}
