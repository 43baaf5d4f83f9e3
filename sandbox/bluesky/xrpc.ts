/** HTTP of XRPC: one address for every method, `{error, message}` for every refusal (atproto.com/specs/xrpc). */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequest, Refusal, refusal } from './answers.ts'
import type { Store } from './store.ts'

export interface Call {
  store: Store
  request: FastifyRequest
  reply: FastifyReply
}

export interface Method {
  verb: 'GET' | 'POST'
  /** Bytes, at most so many; or nothing at all. JSON otherwise. */
  body?: number | 'none'
  run: (call: Call) => unknown
}

export type Methods = Record<string, Method>

/** To be registered where the service is mounted. */
export function xrpc(store: Store, methods: Methods): FastifyPluginAsync {
  return async (app) => {
    answerRefusals(app)
    for (const [nsid, method] of Object.entries(methods)) {
      await app.register(route(store, nsid, method))
    }
    app.all('/xrpc/:nsid', () => {
      throw refusal(501, 'MethodNotImplemented', 'Method Not Implemented')
    })
  }
}

function route(store: Store, nsid: string, { verb, body, run }: Method): FastifyPluginAsync {
  return async (app) => {
    if (body !== undefined) takeBytes(app)
    app.route({
      method: verb,
      url: `/xrpc/${nsid}`,
      ...(typeof body === 'number' && { bodyLimit: body }),
      handler: (request, reply) => {
        if (body === 'none') refuseBody(request.body)
        return run({ store, request, reply })
      },
    })
    app.route({
      method: verb === 'GET' ? 'POST' : 'GET',
      url: `/xrpc/${nsid}`,
      handler: ({ method }) => {
        throw invalidRequest(`Incorrect HTTP method (${method}) expected ${verb}`)
      },
    })
  }
}

function takeBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

/** A body that a method does not know is refused (atproto, packages/xrpc-server, `validateInput`). */
function refuseBody(body: unknown) {
  if (!Buffer.isBuffer(body) || body.length === 0) return
  throw invalidRequest('A request body was provided when none was expected')
}

/** The error handler of every host. */
export function answerRefusals(app: FastifyInstance) {
  app.setErrorHandler((error, _request, reply) => {
    const { status, body, headers } = error instanceof Refusal ? error : unexpected(error)
    return reply.headers(headers).code(status).send(body)
  })
}

function unexpected(error: unknown) {
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500
  const message = error instanceof Error ? error.message : String(error)
  if (status === 413) return refusal(413, 'PayloadTooLarge', 'request entity too large')
  if (status < 500) return invalidRequest(message)
  return refusal(500, 'InternalServerError', `The emulator itself failed: ${message}`)
}
