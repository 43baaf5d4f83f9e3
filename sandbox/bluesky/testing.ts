/** For tests: an emulator over HTTP with a clock of its own, and a client for each kind of session. */
import assert from 'node:assert/strict'
import { fastify } from 'fastify'
import { z } from 'zod'
import type { EmulatorOptions } from '../kit/emulator.ts'
import { emulator } from './emulator.ts'
import { freePort } from '../../test/free-port.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON body; empty when it is something else. */
  body: Record<string, unknown>
}

export async function openStore(given: Partial<Pick<EmulatorOptions, 'saved' | 'clients'>> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/bluesky`
  let time = Date.parse('2026-11-20T12:00:00.000Z')
  let kept: (() => unknown) | undefined
  const it = emulator({
    url,
    clients: [],
    ...given,
    now: () => new Date(time),
    changed: (state) => (kept = state),
  })
  const app = fastify({ forceCloseConnections: true })
  await app.register(it.routes, { prefix: '/bluesky' })
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    emulator: it,
    now: () => time,
    wait: (ms: number) => (time += ms),
    /** As it would lie on disk. */
    kept: (): unknown => JSON.parse(JSON.stringify(kept?.())),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

export type TestStore = Awaited<ReturnType<typeof openStore>>

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

export interface Request {
  query?: Record<string, string> | [string, string][]
  json?: unknown
  bytes?: Buffer<ArrayBuffer>
  type?: string
  /** POST without a body. */
  post?: true
  token?: string
}

/** One XRPC call at `host` (`pds`, `public`, `video`); a body makes it a POST. */
export function xrpc(store: TestStore, method: string, request: Request = {}, host = 'pds') {
  const { query, token } = request
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return call(`${store.url}/${host}/xrpc/${method}${search}`, bodyOf(request, headers))
}

export function bodyOf(
  { json, bytes, type, post }: Request,
  headers: Record<string, string>,
): RequestInit {
  if (bytes) {
    return {
      method: 'POST',
      headers: { ...headers, 'content-type': type ?? 'image/png' },
      body: bytes,
    }
  }
  if (json === undefined) return { headers, ...(post && { method: 'POST' }) }
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  }
}

// ---------------------------------------------------------------- app passwords

export const ada = 'ada.sandbox.test'

const session = z.object({ did: z.string(), accessJwt: z.string(), refreshJwt: z.string() })

export async function login(store: TestStore, handle = ada) {
  const answer = await xrpc(store, 'com.atproto.server.createSession', {
    json: { identifier: handle, password: `app-pass-${handle}` },
  })
  assert.equal(answer.status, 200, answer.text)
  return account(store, session.parse(answer.body))
}

export function renew(store: TestStore, token: string) {
  return xrpc(store, 'com.atproto.server.refreshSession', { token, post: true })
}

export function renewed({ body }: Answer) {
  return session.parse(body)
}

export type Account = ReturnType<typeof account>

export function account(store: TestStore, { did, accessJwt, refreshJwt }: z.infer<typeof session>) {
  const authed = (method: string, request: Request = {}) =>
    xrpc(store, method, { token: accessJwt, ...request })
  return {
    did,
    accessJwt,
    refreshJwt,
    call: authed,
    put: (rkey: string, record: unknown, more: Record<string, unknown> = {}) =>
      authed('com.atproto.repo.putRecord', { json: putBody(did, rkey, record, more) }),
    upload: async (bytes: Buffer<ArrayBuffer>, type = 'image/png') => {
      const { body } = await authed('com.atproto.repo.uploadBlob', { bytes, type })
      return z.object({ blob: z.looseObject({ ref: z.object({ $link: z.string() }) }) }).parse(body)
        .blob
    },
  }
}

export function putBody(
  repo: string,
  rkey: string,
  record: unknown,
  more: Record<string, unknown> = {},
) {
  return { repo, collection: 'app.bsky.feed.post', rkey, record, ...more }
}

export const createdAt = '2026-11-20T12:00:00.000Z'

export function aPost(text: string, more: Record<string, unknown> = {}) {
  return { $type: 'app.bsky.feed.post', text, createdAt, ...more }
}

/** Record keys in order: `tid(1)`, `tid(2)`, … */
export function tid(index: number) {
  const letters = '234567abcdefghijklmnopqrstuvwxyz'
  const tail = [10, 5, 0].map((bits) => letters.charAt((index >> bits) & 31)).join('')
  return `3n2qlx6kzm${tail}`
}

export function reference({ body }: Answer) {
  return z.object({ uri: z.string(), cid: z.string() }).parse(body)
}

export function png(bytes = 70, seed = 0) {
  return Buffer.alloc(bytes, `png${seed}`)
}

export function withImages(images: unknown[]) {
  return aPost('look', { embed: { $type: 'app.bsky.embed.images', images } })
}

// ----------------------------------------------------------------

function parse(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}
