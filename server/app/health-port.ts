/** `/health` and `/ready` of a process that serves nothing else. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import type { MetricsDoor } from '#metrics/door.ts'
import type { Db } from '#store/schema.ts'
import type { Config } from '#config/config.ts'
import { HELD } from './instance.ts'
import manifest from '../../package.json' with { type: 'json' }

interface Asked {
  db: Db
  ready: () => boolean
  held: () => boolean
  metrics: MetricsDoor | undefined
}

/** Without HEALTH_PORT there is none: workers of one machine would fight for a default. */
export async function healthPort(
  { health_port, host }: Pick<Config, 'health_port' | 'host'>,
  asked: Asked,
  stack: AsyncDisposableStack,
): Promise<void> {
  if (health_port === undefined) return
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/metrics' && asked.metrics) return void asked.metrics.answer(request, response)
    void answer(path, asked).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(health_port, host)
  await once(server, 'listening')
  stack.defer(() => {
    server.close()
    server.closeAllConnections()
  })
}

async function answer(path: string, { db, ready, held }: Asked) {
  if (path === '/health') return { status: 200, body: { status: 'ok', version: manifest.version } }
  if (path !== '/ready') return { status: 404, body: { code: 'not_found' } }
  const answers = await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  if (!ready() || !answers) return { status: 503, body: { code: 'unavailable' } }
  return {
    status: 200,
    body: { status: 'ready', ...(held() && { publishing: 'held', warnings: [HELD] }) },
  }
}
