/** Every error as the surfaces say it: ours by its code, the wire's by its status, and a bug without a word too many. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#rules/limits.ts'
import { invalid, Problem } from '#rules/problem.ts'

export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `Send at most ${limits.body_bytes} bytes.`, {
        limit: limits.body_bytes,
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'Send Content-Type: application/json.')
    case 'FST_ERR_BAD_URL':
      return new Problem('not_found', 'There is no such address.')
    default:
      if (isOutage(error, code))
        return new Problem('unavailable', 'Try again in a moment, with the same Idempotency-Key.')
      return code?.startsWith('FST_ERR_CTP')
        ? invalid({ body: ['The body could not be read.'] })
        : undefined
  }
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error)
  if (problem) {
    if (problem.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer')
    if (problem.code === 'unavailable') {
      request.log.error({ err: error }, 'unavailable')
      void reply.header('retry-after', '1')
    }
    return reply.code(problem.status).send(problem.toJSON(true))
  }
  request.log.error({ err: error }, 'internal error')
  return reply
    .code(500)
    .send({
      error: {
        code: 'internal',
        message: 'An error of ours; quote the request id.',
        request_id: request.id,
      },
    })
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** The database is restarting, full or out of reach: not the caller's fault, and worth trying again. */
function isOutage(error: unknown, code: string | undefined) {
  if (code && /^(57P|53|08|ECONN|ENOENT|EPIPE|25P03)/.test(code)) return true
  return (
    error instanceof Error &&
    /connection (terminated|timeout|timed out)|timeout exceeded when trying to connect/i.test(
      error.message,
    )
  )
}
