/** For the tests of this folder: the emulator on a port of its own, a clock to move, photos to fetch, people who say yes. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import fastify from 'fastify'
import { z } from 'zod'
import { emulator } from '../emulator.ts'

export const redirect_uri = 'http://127.0.0.1:9/callback'
export const client = {
  client_id: 'crier-app',
  client_secret: 's3cret',
  redirect_uris: [redirect_uri],
}
export const scope = 'https://www.googleapis.com/auth/business.manage'
const { redirect_uris: _, ...keys } = client

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
})
const postSchema = z.looseObject({
  name: z.string(),
  state: z.string(),
  searchUrl: z.string(),
})

export async function start(saved?: unknown) {
  const app = fastify({ forceCloseConnections: true })
  let url = ''
  let time = Date.parse('2026-11-20T10:00:00.000Z')
  let state = (): unknown => undefined
  const google = emulator({
    get url() {
      return url
    },
    clients: [client],
    now: () => new Date(time),
    saved,
    changed(make) {
      state = make
    },
  })
  await app.register(google.routes, { prefix: '/google_business' })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/google_business`

  const send = async (path: string, init: RequestInit = {}) => {
    const address = path.startsWith('http') ? path : `${url}${path}`
    const response = await fetch(address, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    const body: unknown = json && text ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  const call = async (token: string, method: string, path: string, body?: unknown) =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const token = async (form: Record<string, string>) =>
    send('/oauth/token', { method: 'POST', body: new URLSearchParams({ ...keys, ...form }) })
  /** By the name of the person. */
  const called = (wanted: string) =>
    google.people.find(({ name }) => name === wanted) ?? assert.fail(wanted)
  const allow = async (name: string, overrides: Record<string, string> = {}) => {
    const person = called(name).username
    const page = `/auth/o/oauth2/v2/auth?${authorizeQuery(overrides)}`
    const body = new URLSearchParams({ person, decision: 'allow' })
    const answer = await send(page, { method: 'POST', body })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const tokens = await token({ grant_type: 'authorization_code', code, redirect_uri })
    return tokensSchema.parse(tokens.body)
  }
  return {
    google,
    url,
    send,
    call,
    token,
    allow,
    /** An access token, and where its person's only location keeps its posts. */
    async signIn(person = 'Café Ada') {
      const { access_token } = await allow(person)
      const { id } = called(person)
      return { access_token, posts: `/posts/v4/${id}/localPosts` }
    },
    async create(access_token: string, posts: string, body: object) {
      const answer = await call(access_token, 'POST', posts, { topicType: 'STANDARD', ...body })
      assert.equal(answer.status, 200, answer.text)
      return postSchema.parse(answer.body)
    },
    advance(milliseconds: number) {
      time += milliseconds
    },
    saved: (): unknown => JSON.parse(JSON.stringify(state())),
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  }
}

export function authorizeQuery(overrides: Record<string, string> = {}) {
  return new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope,
    state: 'st4te',
    access_type: 'offline',
    ...overrides,
  }).toString()
}

/** A PNG in its first bytes: the width and height in the path, `?bytes=` long. */
export async function servePhotos() {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x')
    const [, width = 0, height = 0] = asked.pathname.split('/').map(Number)
    if (!width) return response.writeHead(404).end()
    const bytes = Buffer.alloc(Number(asked.searchParams.get('bytes') ?? 20_000))
    bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  })
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
