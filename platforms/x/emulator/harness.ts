/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { z } from 'zod'
import { emulator } from '../emulator.ts'

export const client = {
  client_id: 'crier-app',
  client_secret: 's3cret',
  redirect_uris: ['http://127.0.0.1:9/callback'],
}
export const redirect_uri = client.redirect_uris[0] ?? ''
export const allScopes = 'tweet.read tweet.write users.read media.write offline.access'
export const minute = 60_000

const tokensSchema = z.object({
  token_type: z.literal('bearer'),
  expires_in: z.literal(7200),
  access_token: z.string(),
  scope: z.string(),
  refresh_token: z.string().optional(),
})
const createdSchema = z.object({ data: z.object({ id: z.string() }) })

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: unknown
}

export async function start(saved?: unknown) {
  const app = fastify({ forceCloseConnections: true })
  let url = ''
  let time = Date.parse('2026-11-20T10:00:00.000Z')
  let state = (): unknown => undefined
  let changes = 0
  const x = emulator({
    get url() {
      return url
    },
    clients: [client],
    now: () => new Date(time),
    saved,
    changed(make) {
      changes += 1
      state = make
    },
  })
  await app.register(x.routes, { prefix: '/x' })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/x`

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text
    const body: unknown = json ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  const call = async (token: string, method: string, path: string, body?: unknown) =>
    send(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const token = async (form: Record<string, string>, basic = `${client.client_id}:s3cret`) =>
    send('/api/2/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
      body: new URLSearchParams(form),
    })
  const signIn = async (username: string, scope = allScopes) => {
    const verifier = randomBytes(32).toString('base64url')
    const page = `/web/i/oauth2/authorize?${authorizeQuery(verifier, { scope })}`
    const code = await decide(send, page, { person: username, decision: 'allow' })
    const answer = await token({ ...codeForm(code), code_verifier: verifier })
    return tokensSchema.parse(answer.body)
  }
  return {
    x,
    url,
    send,
    call,
    token,
    signIn,
    post: async (access: string, body: unknown) => call(access, 'POST', '/2/tweets', body),
    /** The new post's id; fails unless it was created. */
    async publish(access: string, body: object) {
      const answer = await call(access, 'POST', '/2/tweets', body)
      assert.equal(answer.status, 201, answer.text)
      return createdSchema.parse(answer.body).data.id
    },
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
export type Harness = Awaited<ReturnType<typeof start>>

export function authorizeQuery(verifier: string, overrides: Record<string, string> = {}) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: allScopes,
    state: 'st4te',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...overrides,
  }).toString()
}

export const codeForm = (code: string) => ({ grant_type: 'authorization_code', code, redirect_uri })

/** Fills in the consent page; the code, or an empty text. */
export async function decide(
  send: Harness['send'],
  page: string,
  form: Record<string, string>,
): Promise<string> {
  const answer = await send(page, { method: 'POST', body: new URLSearchParams(form) })
  assert.equal(answer.status, 302, answer.text)
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}
