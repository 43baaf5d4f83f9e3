/** An MCP endpoint: one address, stateless, both eras of the protocol. What it serves is the caller's business. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequestListener } from '@hono/node-server'
import {
  createMcpHandler,
  type McpServer,
  type Server,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#rules/limits.ts'
import { type Hosts, requireHost } from './hosts.ts'
import { answerProtocolError, messageIn } from './wire.ts'

/** Where it is served, and who may enter. */
export interface McpGate {
  url: string
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  hosts: Hosts
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  /** As it came in; the protocol has not looked at it yet. */
  message: unknown
  /** Lets the caller in once more, or refuses. */
  enter: () => Promise<void>
  /** `modern`: 2026-07-28 and later, where every request says what its client can do. */
  era: 'legacy' | 'modern'
}

/** Follows what happens for one listener, for as long as its caller may; answers how to stop. */
export type Follow = (
  exchange: Omit<Exchange, 'era'>,
  listener: (event: ServerEvent) => void,
) => () => void

/** A server for one request: nothing is kept between two of them. */
export type Serve = (exchange: Exchange) => Server | McpServer | Promise<Server | McpServer>

/** Streams of subscriptions that may be open at once, of all callers. */
const SUBSCRIPTIONS = 1_000

/** `app` is a scope of its own: bodies and errors are the protocol's here. */
export function mcpEndpoint(
  app: FastifyInstance,
  { url, enter, hosts }: McpGate,
  serve: Serve,
  follow: Follow = () => () => {},
) {
  const current = new AsyncLocalStorage<Omit<Exchange, 'era' | 'enter'>>()
  const underWay = () => {
    const exchange = current.getStore()
    if (!exchange) throw new Error('A request is served within its exchange.')
    const { request, reply } = exchange
    return { ...exchange, enter: () => enter(request, reply) }
  }
  const handler = createMcpHandler(({ era }) => serve({ ...underWay(), era }), {
    maxSubscriptions: SUBSCRIPTIONS,
    // Each listener has a source of its own: what is published to all of them would be heard in every workspace.
    bus: { publish() {}, subscribe: (listener) => follow(underWay(), listener) },
  })
  // The SDK's own adapter sends each answer in two packets and copies each request; this one does neither.
  const answer = getRequestListener(
    (request) => handler.fetch(acceptingBoth(request), { parsedBody: current.getStore()?.message }),
    { overrideGlobalObjects: false },
  )

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_: unknown, body: string | Buffer) => body,
  )
  app.setErrorHandler(answerProtocolError)
  app.addHook('onClose', () => handler.close())
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    bodyLimit: limits.mcp_body_bytes,
    onRequest: [async (request: FastifyRequest) => requireHost(request, hosts), enter],
    handler: async (request, reply) => {
      const message = messageIn(request)
      reply.hijack()
      // What was set on the reply is lost with that.
      reply.raw.setHeader('x-request-id', request.id)
      await current.run({ request, reply, message }, () => answer(request.raw, reply.raw))
      return reply
    },
  })
}

/** What a client says that it takes. The protocol wants both types named; many write that they take anything, which is the same. */
const both = ['application/json', 'text/event-stream']

/** The request as the transport is to see it. */
function acceptingBoth(request: Request): Request {
  const accept = request.headers.get('accept') ?? '*/*'
  if (!both.every((type) => takes(accept, type)) || both.every((type) => accept.includes(type)))
    return request
  const { method, url, signal } = request
  const headers = new Headers(request.headers)
  headers.set('accept', both.join(', '))
  // Its body was read before.
  return new Request(url, { method, headers, signal })
}

function takes(accept: string, type: string) {
  const [family] = type.split('/')
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const refused = parameters.some((each) => /^q=0(\.0*)?$/.test(each))
    return !refused && ['*/*', `${family}/*`, type].includes(name)
  })
}
