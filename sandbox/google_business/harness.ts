/** For the tests of this folder: the emulator on a port of its own, a clock to move, photos to fetch, people who say yes. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri, serve } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
export const client = clientOf('crier-app')
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
  const store = await openEmulator({ name: 'google_business', make: emulator, client, saved })
  const { send, codeFor } = store
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
    store.emulator.people.find(({ name }) => name === wanted) ?? assert.fail(wanted)
  const allow = async (name: string, overrides: Record<string, string> = {}) => {
    const person = called(name).username
    const page = `/auth/o/oauth2/v2/auth?${authorizeQuery(overrides)}`
    const code = await codeFor(page, person)
    const tokens = await token({ grant_type: 'authorization_code', code, redirect_uri })
    return tokensSchema.parse(tokens.body)
  }
  return {
    ...store,
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
  return serve((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x')
    const [, width = 0, height = 0] = asked.pathname.split('/').map(Number)
    if (!width) return response.writeHead(404).end()
    const bytes = Buffer.alloc(Number(asked.searchParams.get('bytes') ?? 20_000))
    bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  })
}
