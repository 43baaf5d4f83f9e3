/** Who may read the metrics: whoever reaches the port, or shows the token where there is one. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '#rules/problem.ts'

export interface MetricsDoor {
  /** Of the text. */
  type: string
  /** Throws a Problem for whoever does not show the token. */
  enter(this: void, authorization: string | undefined): void
  text(this: void): Promise<string>
  /** For a server that serves next to nothing else. */
  answer(this: void, request: IncomingMessage, response: ServerResponse): Promise<void>
}

interface Log {
  warn(about: object, text: string): void
}

export function metricsDoor(
  token: { reveal(): string } | undefined,
  text: MetricsDoor['text'],
  log: Log,
): MetricsDoor {
  const right = token && digest(token.reveal())
  const door = {
    type: 'text/plain; version=0.0.4; charset=utf-8',
    enter(authorization = '') {
      if (!right) return
      const shown = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
      if (shown === undefined || !timingSafeEqual(digest(shown), right))
        throw new Problem(
          'unauthenticated',
          'Send METRICS_TOKEN as Authorization: Bearer <token>. API keys do not open the metrics.',
        )
    },
    text,
  }
  return { ...door, answer: (request, response) => answer(request, response, door, log) }
}

/** Of one length, whatever was shown. */
function digest(text: string) {
  return createHash('sha256').update(text).digest()
}

async function answer(
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
  door: Omit<MetricsDoor, 'answer'>,
  log: Log,
) {
  try {
    if (url.split('?')[0] !== '/metrics')
      throw new Problem('not_found', 'Only /metrics is served here.')
    if (method !== 'GET' && method !== 'HEAD')
      throw new Problem('method_not_allowed', 'Use GET, HEAD.', { allow: ['GET', 'HEAD'] })
    door.enter(headers.authorization)
    const text = await door.text()
    response.writeHead(200, { 'content-type': door.type }).end(text)
  } catch (error) {
    if (!(error instanceof Problem)) log.warn({ err: error }, 'the metrics were not told')
    refuse(response, error instanceof Problem ? error : UNTOLD)
  }
}

const UNTOLD = new Problem('unavailable', 'The metrics could not be told; the log says why.')

function refuse(response: ServerResponse, problem: Problem) {
  response.writeHead(problem.status, {
    'content-type': 'application/json; charset=utf-8',
    ...(problem.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(problem.code === 'method_not_allowed' && { allow: 'GET, HEAD' }),
  })
  response.end(JSON.stringify(problem))
}
