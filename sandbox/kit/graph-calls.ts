/** Which object and edge of Graph a request is about, and whose token came with it. */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EmulatorOptions, Person } from './emulator.ts'
import type { Params } from './graph-params.ts'
import { badToken, expiredToken, invalid, noToken, refuse } from './graph-refusals.ts'

const newest = 26
/** "Calls to an expired version are silently served by the oldest live version." */
const oldest = 21

/** `id` is the first element of the path behind the version, `edge` what follows it. */
export function readPath({ url }: FastifyRequest, host: string) {
  const path = url.split('?')[0]?.split(`/${host}/`)[1]?.split('/') ?? []
  const [, asked] = /^v(\d+)\.0$/.exec(path[0] ?? '') ?? []
  if (asked !== undefined) path.shift()
  const version = Math.max(oldest, Number(asked ?? newest))
  if (version > newest) throw refuse(2500, `Unknown path components: /v${asked}.0`)
  const [id = '', ...edge] = path.map(decodeURIComponent)
  return { id, edge: edge.join('/'), version }
}

interface Issued {
  person_id: string
  client_id: string
  /** 0: no end. */
  until: number
}

interface Known<Token> {
  options: EmulatorOptions
  store: { tokens: ReadonlyMap<string, Token> }
  people: readonly Person[]
}

export function bearerOf<Token extends Issued>(
  { options, store, people }: Known<Token>,
  request: FastifyRequest,
  { text }: Params,
) {
  const [, header] = /^(?:Bearer|OAuth) (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const name = text.get('access_token') ?? header
  if (!name) throw noToken()
  const token = store.tokens.get(name)
  const person = people.find(({ id }) => id === token?.person_id)
  if (!token || !person) throw badToken()
  const now = options.now()
  if (token.until && token.until <= now.getTime()) throw expiredToken(new Date(token.until), now)
  const client = options.clients.find(({ client_id }) => client_id === token.client_id)
  const proof = text.get('appsecret_proof')
  const expected = createHmac('sha256', client?.client_secret ?? '')
    .update(name)
    .digest('hex')
  if (proof !== undefined && proof !== expected)
    throw invalid('Invalid appsecret_proof provided in the API argument')
  return { token, name, person }
}
