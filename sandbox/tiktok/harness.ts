/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri, serve } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
export const client = clientOf('crier-key')
export const allScopes = 'user.info.basic,user.info.profile,video.publish,video.list'
const keys = { client_key: client.client_id, client_secret: client.client_secret }

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() })
const begunSchema = z.object({ data: z.object({ publish_id: z.string(), upload_url: z.string() }) })

export async function start(saved?: unknown) {
  const store = await openEmulator({ name: 'tiktok', make: emulator, client, saved })
  const { codeFor } = store
  const send = async (path: string, init?: RequestInit) => {
    const reply = await store.send(path, init)
    return { ...reply, code: codeOf(reply.body) }
  }
  const call = async (token: string, path: string, body: unknown = {}) =>
    send(`/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const token = async (form: Record<string, string>) =>
    send('/api/v2/oauth/token/', {
      method: 'POST',
      body: new URLSearchParams({ ...keys, ...form }),
    })
  const signIn = async (person = 'ada.moves', scope = allScopes) => {
    const page = `/web/v2/auth/authorize/?${authorizeQuery({ scope })}`
    const code = await codeFor(page, person)
    const tokens = await token({ grant_type: 'authorization_code', code, redirect_uri })
    return tokensSchema.parse(tokens.body)
  }
  const put = async (address: string, range: string, bytes: number, headers = {}) =>
    send(address, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${range}`, ...headers },
      body: new Uint8Array(bytes),
    })
  return {
    ...store,
    send,
    call,
    token,
    signIn,
    put,
    /** Begins a video of `size` bytes in one part. */
    async begin(access: string, size: number, info: object = {}) {
      const answer = await call(access, '/v2/post/publish/video/init/', video({ size, info }))
      assert.equal(answer.status, 200, answer.text)
      return begunSchema.parse(answer.body).data
    },
    status: async (access: string, publish_id: string) =>
      call(access, '/v2/post/publish/status/fetch/', { publish_id }),
  }
}

export function authorizeQuery(overrides: Record<string, string> = {}) {
  return new URLSearchParams({
    client_key: client.client_id,
    scope: allScopes,
    response_type: 'code',
    redirect_uri,
    state: 'st4te',
    ...overrides,
  }).toString()
}

export function video(asked: { size?: number; chunk?: number; chunks?: number; info?: object }) {
  const { size = 8, chunks = 1, info = {} } = asked
  const { chunk = size } = asked
  const plan = { video_size: size, chunk_size: chunk, total_chunk_count: chunks }
  return {
    post_info: { title: 'Hello', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
    source_info: { source: 'FILE_UPLOAD', ...plan },
  }
}

export function photos(urls: readonly string[], info: object = {}) {
  return {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: { title: 'Two', description: 'words', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
    source_info: { source: 'PULL_FROM_URL', photo_images: urls, photo_cover_index: 0 },
  }
}

/** A place of ours that TikTok pulls from: `/photo.jpg`, `/photo.png`, `/moved`. */
export async function serveMedia() {
  return serve((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/photo.jpg' }).end()
    const type = request.url?.endsWith('.png') ? 'image/png' : 'image/jpeg'
    return response.writeHead(200, { 'content-type': type }).end('photo')
  })
}

function codeOf(body: unknown): string {
  const shape = z.object({ error: z.union([z.string(), z.object({ code: z.string() })]) })
  const error = shape.safeParse(body).data?.error ?? ''
  return typeof error === 'string' ? error : error.code
}
