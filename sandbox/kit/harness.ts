/** For the tests of emulators: one of them on a port of its own, with a clock to move and people who say yes. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Emulator, EmulatorOptions } from './emulator.ts'

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** What was JSON. */
  body: unknown
}

export const redirect_uri = 'http://127.0.0.1:9/callback'
export const clientOf = (client_id: string) => ({
  client_id,
  client_secret: 's3cret',
  redirect_uris: [redirect_uri],
})

interface Opening {
  /** As in its address: `/x`. */
  name: string
  make: (options: EmulatorOptions) => Emulator
  client: EmulatorOptions['clients'][number]
  /** What an earlier run kept. */
  saved?: unknown
  /** Routes beside the emulator: files that it pulls. */
  beside?: (app: FastifyInstance) => void
}

export async function openEmulator({ name, make, client, saved, beside }: Opening) {
  const app = fastify({ forceCloseConnections: true })
  let url = ''
  let time = Date.parse('2026-11-20T10:00:00.000Z')
  let state = (): unknown => undefined
  let changes = 0
  const emulator = make({
    get url() {
      return url
    },
    clients: [client],
    now: () => new Date(time),
    saved,
    changed(snapshot) {
      changes += 1
      state = snapshot
    },
  })
  await app.register(emulator.routes, { prefix: `/${name}` })
  beside?.(app)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  url = `${origin}/${name}`

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const address = path.startsWith('http') ? path : `${url}${path}`
    const response = await fetch(address, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text
    const body: unknown = json ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  /** Fills in a consent page; where the browser is sent. */
  const consent = async (page: string, form: Record<string, string>) => {
    const answer = await send(page, { method: 'POST', body: new URLSearchParams(form) })
    assert.equal(answer.status, 302, answer.text)
    return new URL(answer.headers.get('location') ?? '')
  }
  return {
    emulator,
    origin,
    url,
    send,
    consent,
    /** The code that a person's yes gives; an empty text if there is none. */
    codeFor: async (page: string, person: string) =>
      (await consent(page, { person, decision: 'allow' })).searchParams.get('code') ?? '',
    advance(milliseconds: number) {
      time += milliseconds
    },
    now: () => time,
    /** What a restart would read. */
    saved: (): unknown => JSON.parse(JSON.stringify(state())),
    changes: () => changes,
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  }
}

/** A place of ours that an emulator pulls from. */
export async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A host of its own for an emulator that stands below a path: clients of other people know hosts without one. */
export async function hostOf(emulator: string) {
  return serve((request, response) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && !hopByHop.has(name)) headers.set(name, [value].flat().join(', '))
    const forward = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const { method = 'GET', url = '/' } = request
      const body = chunks.length ? { body: Buffer.concat(chunks) } : {}
      const answer = await fetch(`${emulator}${url}`, {
        method,
        headers,
        redirect: 'manual',
        ...body,
      })
      const kept = [...answer.headers].filter(([name]) => !hopByHop.has(name))
      response.writeHead(answer.status, Object.fromEntries(kept))
      response.end(Buffer.from(await answer.arrayBuffer()))
    }
    forward().catch(() => response.destroy())
  })
}

const hopByHop = new Set(
  'host connection content-length transfer-encoding keep-alive accept-encoding expect'.split(' '),
)
