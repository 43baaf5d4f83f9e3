/** Every error as the surfaces say it: ours by its code, the wire's by its status, and a bug without a word too many. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { withNames } from '#rules/forms.ts'
import { limits } from '#rules/limits.ts'
import { isOutage, OUTAGE_SECONDS } from '#rules/outage.ts'
import { type Code, invalid, Problem } from '#rules/problem.ts'
import { otherBody } from './bodies.ts'

/** `bodyLimit` is what the route takes at the most, and its `takes` which bodies beside JSON. */
export function problemOf(
  error: unknown,
  { bodyLimit = limits.body_bytes, config }: Partial<FastifyRequest['routeOptions']> = {},
): Problem | undefined {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `Send at most ${bodyLimit} bytes.`, {
        limit: bodyLimit,
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return otherBody(config?.takes)
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found', 'There is no such address.')
    default:
      if (isOutage(error))
        return new Problem('unavailable', 'Try again in a moment, with the same Idempotency-Key.', {
          retry_after: OUTAGE_SECONDS,
        })
      return code?.startsWith('FST_ERR_CTP')
        ? invalid({ body: ['The body could not be read.'] })
        : undefined
  }
}

export function answerError(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // An address that cannot be read never comes by the hook that sets this.
  void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
  const forPeople = request.url.startsWith('/console/')
  const problem =
    forPeople && isOutage(error)
      ? new Problem('unavailable', 'Try again in a moment: the database does not answer.')
      : problemOf(error, request.routeOptions)
  if (problem) {
    // People sign in on a page; a challenge is for callers with keys.
    const keyed = !forPeople && !reply.hasHeader('www-authenticate')
    if (problem.code === 'unauthenticated' && keyed) void reply.header('www-authenticate', 'Bearer')
    if (problem.code === 'range_not_satisfiable')
      void reply.header('content-range', `bytes */${String(problem.recovery['size_bytes'])}`)
    if (problem.code === 'unavailable') {
      // Said on purpose: of no interest, unless something is behind it.
      const level = error instanceof Problem && error.cause === undefined ? 'debug' : 'error'
      request.log[level]({ err: error }, 'unavailable')
      void reply.header('retry-after', String(OUTAGE_SECONDS))
    }
    const { retry_after } = problem.recovery
    if (typeof retry_after === 'number') void reply.header('retry-after', String(retry_after))
    const said = forPeople ? withNames(problem) : problem
    return reply.code(problem.status).send(said.toJSON(true))
  }
  request.log.error({ err: error }, 'internal error')
  return reply.code(500).send({
    error: {
      code: 'internal',
      message: 'An error of ours; quote the request id.',
      request_id: request.id,
    },
  })
}

/** What is wrong before there is a request: no HTTP, headers without an end, a sender that falls silent. */
export function answerUnreadable(error: Error, socket: Socket) {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') return socket.destroy()
  const [code, text] = unreadable[codeOf(error) ?? ''] ?? ['bad_request', 'This is not HTTP.']
  const problem = new Problem(code, text)
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const unreadable: Record<string, [Code, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Send smaller headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Send the whole request sooner.'],
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
