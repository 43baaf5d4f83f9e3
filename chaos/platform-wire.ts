/** Stands between a worker and the platforms, and hands every request to the gate before it goes on. */
import { once } from 'node:events'
import { type IncomingMessage, createServer, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Gate } from './gate.ts'
import { freePort } from '../test/free-port.ts'

export interface PlatformWire extends AsyncDisposable {
  url: string
  /** The request that is held is forwarded at once, and its answer is held instead. */
  holdAnswers(hold: boolean): void
}

/** `target` is the port of the sandbox, which must be told `url` as its own address. */
export async function platformWire(target: () => number, gate: Gate): Promise<PlatformWire> {
  const port = await freePort()
  let holding = false
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      const label = `${request.method} ${nameOf(request.url ?? '')}`
      const ahead = holding ? forward(target(), request, body) : undefined
      const passage = await gate.pass(label)
      if (passage === 'drop') return void response.destroy()
      const { answer, bytes } = await (ahead ?? forward(target(), request, body))
      if (passage === 'forward, drop the answer') return void response.destroy()
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(bytes)
    })().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    holdAnswers(hold) {
      holding = hold
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The path, without what is another one every time: ids and keys, long and with digits in them. */
function nameOf(url: string) {
  const [path = ''] = url.split('?')
  return decodeURIComponent(path).replace(/[\w~-]*\d[\w~-]*/g, (part) =>
    part.length < 6 || /^[a-z]+\d$/.test(part) ? part : '…',
  )
}

async function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  const request = send({ host: '127.0.0.1', port, method, path: url, headers })
  request.end(body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  return { answer, bytes: await buffer(answer) }
}
