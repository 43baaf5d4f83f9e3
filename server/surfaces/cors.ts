/**
 * The API for pages of other sites, which bring a key. `*` is for all of them, and browsers send no cookies to it; nothing
 * below /api would know a cookie anyway.
 */
import type { FastifyInstance } from 'fastify'

const everybody = { 'access-control-allow-origin': '*' }
const readable = [
  'Allow',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Still-Live',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

/** What a browser asks before it sends a key. */
const preflight = {
  ...everybody,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
  'access-control-max-age': '7200',
}

/** Also refusals can be read there: for a page an error without these headers is one without a reason. */
export function openToPages(app: FastifyInstance) {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/')) return
    void reply.headers({ ...everybody, 'access-control-expose-headers': readable })
  })
  app.options('/api/*', async (_, reply) => reply.headers(preflight).code(204).send())
}
