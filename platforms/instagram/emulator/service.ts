/** What every call passes through: the host and its login, the token and what it allows, faults, rate headers. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play, type EmulatorOptions, type FaultDesk, type Person } from '../../emulator.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { readParams, type Params } from '../../emulator-graph-params.ts'
import { accountOf, accounts, people, type Professional } from './people.ts'
import {
  badToken,
  broken,
  expiredToken,
  invalid,
  missing,
  needsScope,
  noToken,
  refuse,
} from '../../emulator-graph-refusals.ts'
import type { Login, Token } from './state.ts'
import { usage } from './usage.ts'
import { stateOf, type World } from './world.ts'

/** The emulator as its calls see it; `world` is another one after a reset. */
export interface Service {
  options: EmulatorOptions
  faults: FaultDesk
  world: World
}

export interface Visit {
  service: Service
  world: World
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
  run(visit: Visit): unknown
}

const newest = 26
const oldest = 21
const hosts: Record<string, Login> = { graph: 'instagram', fb_graph: 'facebook' }

export function mountGraph(app: FastifyInstance, service: Service, calls: readonly Call[]) {
  for (const [host, login] of Object.entries(hosts))
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `/${host}/*`,
      handler: async (request, reply) => {
        const path = request.url.split('?')[0]?.split(`/${host}/`)[1]?.split('/') ?? []
        const [, asked] = /^v(\d+)\.0$/.exec(path[0] ?? '') ?? []
        if (asked !== undefined) path.shift()
        const version = Math.max(oldest, Number(asked ?? newest))
        if (version > newest) throw refuse(2500, `Unknown path components: /v${asked}.0`)
        const [id = '', ...edge] = path.map(decodeURIComponent)
        const { method } = request
        const call = calls.find(
          (each) =>
            each.method === method &&
            each.edge === edge.join('/') &&
            (each.login ?? login) === login,
        )
        if (!call || !id) throw refuse(2500, `Unknown path components: /${edge.join('/')}`)
        return answer(service, call, { id, version, login, request, reply })
      },
    })
}

export function changed({ options, world }: Service) {
  options.changed?.(() => stateOf(world))
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
  const { world, faults } = service
  const now = service.options.now().getTime()
  const params = await readParams(request)
  const { token, name, person, account } = whose(service, request, params)
  // A token of one login is nothing to the host of the other.
  if (token.login !== login) throw badToken()
  const who = account ?? person
  const fault = faults.take(call.on, [who.id, who.username], (each) => !isSpecial(each))
  reply.headers(usage(account, 28))
  const refusal = fault && ownFaults[fault.fault]?.({ world, token, name, account, ms: fault.ms })
  if (refusal) {
    changed(service)
    throw refusal
  }
  const scope = call.scope?.[login]
  if (scope !== undefined && !token.scopes.includes(scope)) throw needsScope(scope)
  const subject = account ?? accounts.find((each) => each.id === id && each.owner === person.id)
  if (call.own && id !== 'me' && (!subject || id !== subject.id)) throw missing(id, request.method)

  const visit = { service, world, request, params, token, access_token: name, person }
  const act = async () => {
    const body = await call.run({ ...visit, account: subject, id, version, now })
    changed(service)
    return body
  }
  return play(fault, { request, reply }, act, broken)
}

export function whose(service: Service, request: FastifyRequest, { text }: Params) {
  const [, header] = /^(?:Bearer|OAuth) (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const name = text.get('access_token') ?? header
  if (!name) throw noToken()
  const token = service.world.tokens.get(name)
  const person = people.find(({ id }) => id === token?.person_id)
  if (!token || !person) throw badToken()
  const now = service.options.now()
  if (token.until && token.until <= now.getTime()) throw expiredToken(new Date(token.until), now)
  const client = service.options.clients.find(({ client_id }) => client_id === token.client_id)
  const proof = text.get('appsecret_proof')
  const expected = createHmac('sha256', client?.client_secret ?? '')
    .update(name)
    .digest('hex')
  if (proof !== undefined && proof !== expected)
    throw invalid('Invalid appsecret_proof provided in the API argument')
  return { token, name, person, account: accountOf(token.account_id) }
}
