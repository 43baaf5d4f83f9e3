/** What stands in front of a platform, a gateway or a firewall, and answers in its place: HTML, whatever was asked. */
import type { FastifyReply } from 'fastify'

const titles: Readonly<Record<number, string>> = {
  200: 'Just a moment...',
  400: 'Bad Request',
  403: 'Access denied',
  404: 'Not Found',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** `ms`, where there is any, is told as Retry-After, in whole seconds. */
export function gatewayPage(reply: FastifyReply, { status, ms }: { status: number; ms: number }) {
  const title = titles[status] ?? 'Error'
  if (ms) reply.header('retry-after', String(Math.ceil(ms / 1000)))
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><hr><p>The request could not be satisfied. Reference #18.${status}.1763805600</p></body></html>`,
    )
}
