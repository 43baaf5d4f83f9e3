/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
export const client = clientOf('crier-app')
const SCOPES = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl']
export const allScopes = SCOPES.map((name) => `https://www.googleapis.com/auth/${name}`).join(' ')
export const verifier = 'v'.repeat(50)

export const CHUNK = 262_144

const Tokens = z.object({
  access_token: z.string(),
  expires_in: z.literal(3599),
  refresh_token: z.string().optional(),
  scope: z.string(),
  token_type: z.literal('Bearer'),
})

export async function start(saved?: unknown) {
  const store = await openEmulator({ name: 'youtube', make: emulator, client, saved })
  const { send, codeFor } = store
  const call = async (token: string, method: string, path: string, json?: unknown) =>
    send(path.startsWith('http') ? path : `/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json; charset=UTF-8' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  const token = async (form: Record<string, string>) => {
    const { client_id, client_secret } = client
    const body = new URLSearchParams({ client_id, client_secret, ...form })
    return send('/oauth/token', { method: 'POST', body })
  }
  const allow = async (username: string, overrides?: Record<string, string>) =>
    codeFor(`/accounts/o/oauth2/v2/auth?${authorizeQuery(overrides)}`, username)
  const signIn = async (username: string, overrides: Record<string, string> = {}) => {
    const code = await allow(username, overrides)
    const grant = { grant_type: 'authorization_code', redirect_uri, code_verifier: verifier }
    return Tokens.parse((await token({ ...grant, code })).body)
  }
  /** Where a session for a file of that size can be sent to. */
  const begin = async (access: string, size: number, resource: object = video()) => {
    const answer = await send(
      '/api/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status',
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access}`,
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-length': String(size),
          'x-upload-content-type': 'video/mp4',
        },
        body: JSON.stringify(resource),
      },
    )
    return { ...answer, session: answer.headers.get('location') ?? '' }
  }
  const put = async (
    access: string,
    session: string,
    bytes: Uint8Array<ArrayBuffer>,
    range?: string,
  ) =>
    send(session, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'video/mp4',
        ...(range && { 'content-range': range }),
      },
      body: bytes,
    })
  return {
    ...store,
    call,
    token,
    allow,
    signIn,
    begin,
    put,
    /** The id of a new video. */
    async publish(access: string, resource: object = video()) {
      const { session } = await begin(access, 1000, resource)
      const answer = await put(access, session, new Uint8Array(1000))
      assert.equal(answer.status, 201, answer.text)
      return z.object({ id: z.string() }).parse(answer.body).id
    },
  }
}

export function video(snippet: object = {}, status: object = {}) {
  return {
    snippet: { title: 'A film', description: 'About it', ...snippet },
    status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, ...status },
  }
}

export function authorizeQuery(overrides: Record<string, string> = {}) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: allScopes,
    state: 'st4te',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...overrides,
  }).toString()
}
