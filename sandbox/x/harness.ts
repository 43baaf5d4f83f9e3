/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
export const client = clientOf('crier-app')
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

export async function start(saved?: unknown) {
  const store = await openEmulator({ name: 'x', make: emulator, client, saved })
  const { send, codeFor } = store
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
    const code = await codeFor(page, username)
    const answer = await token({ ...codeForm(code), code_verifier: verifier })
    return tokensSchema.parse(answer.body)
  }
  return {
    ...store,
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
