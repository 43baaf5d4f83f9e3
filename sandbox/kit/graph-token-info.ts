/** `debug_token`: what a token is, asked by the app that it was made for (docs/facts/facebook.md §2). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { play, type EmulatorOptions, type FaultDesk } from './emulator.ts'
import { badToken, broken, invalid } from './graph-refusals.ts'

interface Issued {
  kind: 'user' | 'page'
  person_id: string
  client_id: string
  scopes: readonly string[]
  /** 0: no end. */
  until: number
  data_until?: number
}

interface Asked<Token extends Issued> {
  service: {
    options: EmulatorOptions
    faults: FaultDesk
    store: { tokens: ReadonlyMap<string, Token> }
  }
  /** As in the address. */
  host: string
  /** The Page of a Page token. */
  pageOf: (token: Token) => string | undefined
}

export function mountTokenInfo<Token extends Issued>(app: FastifyInstance, asked: Asked<Token>) {
  for (const version of ['', '/:version'])
    app.get(`/${asked.host}${version}/debug_token`, async (request, reply) => {
      const fault = asked.service.faults.take('status', [])
      return play(fault, { request, reply }, () => answer(asked, request), broken)
    })
}

/** Seconds since 1970. */
const seconds = (at: number) => Math.floor(at / 1000)

function answer<Token extends Issued>({ service, pageOf }: Asked<Token>, request: FastifyRequest) {
  const { store, options } = service
  const query = new URL(request.url, 'http://graph').searchParams
  const asking = query.get('access_token') ?? ''
  const app = options.clients.find(
    ({ client_id, client_secret }) => asking === `${client_id}|${client_secret}`,
  )
  const asker = app?.client_id ?? store.tokens.get(asking)?.client_id
  if (asker === undefined) throw badToken()
  const name = query.get('input_token')
  if (!name) throw invalid('Param input_token is required')
  const token = store.tokens.get(name)
  if (!token) return invalidToken({}, 'The access token could not be decrypted')
  if (token.client_id !== asker)
    throw invalid(
      'You must provide an app access token, or a user access token that is an owner or developer of the app',
    )
  const { kind, until, data_until, scopes, person_id } = token
  const page = pageOf(token)
  const told = {
    app_id: asker,
    application: 'Sandbox app',
    type: kind.toUpperCase(),
    expires_at: seconds(until),
    ...(data_until !== undefined && { data_access_expires_at: seconds(data_until) }),
    scopes,
    granular_scopes: scopes.map((scope) => ({ scope, ...(page && { target_ids: [page] }) })),
    user_id: person_id,
    ...(page && { profile_id: page }),
  }
  if (until === 0 || until > options.now().getTime()) return { data: { is_valid: true, ...told } }
  const ended = new Date(until).toUTCString()
  const message = `Error validating access token: Session has expired on ${ended}.`
  return invalidToken(told, message, { subcode: 463 })
}

const invalidToken = (told: object, message: string, more: object = {}) => ({
  data: { is_valid: false, scopes: [], ...told, error: { code: 190, message, ...more } },
})
