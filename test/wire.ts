/** A way to the database that a test can cut, as a restart or a broken network does. */
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

export interface Wire extends AsyncDisposable {
  /** The same database, by this way. */
  config: pg.PoolConfig
  cut(): void
  mend(): void
}

export async function openWire(target: pg.PoolConfig): Promise<Wire> {
  const url = target.connectionString ? new URL(target.connectionString) : undefined
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((client) => {
    if (!whole) return client.destroy()
    const upstream = reach(target, url)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  if (url) Object.assign(url, { host: `127.0.0.1:${port}` })
  return {
    config: url ? { connectionString: url.href } : { ...target, host: '127.0.0.1', port },
    cut() {
      whole = false
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      whole = true
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function reach({ host = '', port = 5432 }: pg.PoolConfig, url: URL | undefined) {
  if (url) return createConnection(Number(url.port || 5432), url.hostname)
  return host.startsWith('/')
    ? createConnection(join(host, `.s.PGSQL.${port}`))
    : createConnection(port, host)
}
