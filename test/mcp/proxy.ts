/** A loopback proxy that adds a key to every request: what the conformance suite can not send by itself. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'

export interface Proxy extends AsyncDisposable {
  url: string
}

/** Headers are kept as they come, but for its own name, which becomes the name of what stands behind it. */
export async function keyProxy(target: string, token: string): Promise<Proxy> {
  const { hostname, port, host } = new URL(target)
  let own = ''
  const renamed = (value: string | undefined) => value?.replace(own, host)
  const server = createServer((from, to) => {
    const headers = { ...from.headers, host: renamed(from.headers.host) }
    const origin = renamed(from.headers.origin)
    const forward = request({
      hostname,
      port,
      path: from.url,
      method: from.method,
      headers: { ...headers, ...(origin && { origin }), authorization: `Bearer ${token}` },
    })
    forward.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    forward.on('error', () => to.destroy())
    to.on('close', () => forward.destroy())
    from.pipe(forward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('It listens on a port.')
  own = `127.0.0.1:${address.port}`
  return {
    url: `http://${own}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
