/** A platform's no, thrown from wherever it is noticed; what it says is the platform's own. */
import type { FastifyInstance } from 'fastify'

export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function answerRefusals(app: FastifyInstance) {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error
    return reply.code(error.status).headers(error.headers).send(error.body)
  })
}
