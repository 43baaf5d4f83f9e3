/** For the tests of this folder: the emulator on a port of its own, files to pull, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
const registered = clientOf('crier-app')
const { redirect_uris: _, ...client } = registered
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const allScopes =
  'threads_basic,threads_content_publish,threads_manage_replies,threads_read_replies,threads_manage_insights,threads_delete,threads_location_tagging'
export const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60)])

/** 1100 × 100 by its header. */
const long = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000044c00000064', 'hex'),
  Buffer.alloc(60),
])

const shortSchema = z.object({ access_token: z.string() })
const longSchema = shortSchema.extend({ token_type: z.string(), expires_in: z.number() })
const idSchema = z.object({ id: z.string() })

export async function start(saved?: unknown) {
  const store = await openEmulator({
    name: 'threads',
    make: emulator,
    client: registered,
    saved,
    beside(app) {
      app.get('/files/picture.png', async (_request, reply) => reply.type('image/png').send(png))
      app.get('/files/long.png', async (_request, reply) => reply.type('image/png').send(long))
      app.get('/files/page', async (_request, reply) => reply.type('text/html').send('<p>no'))
      app.get('/files/moved', async (_request, reply) => reply.redirect('/files/picture.png'))
    },
  })
  const { send, consent } = store
  const get = async (token: string, path: string, query: Record<string, string> = {}) =>
    send(`/api/v1.0${path}?${new URLSearchParams({ ...query, access_token: token }).toString()}`)
  const post = async (token: string, path: string, form: Record<string, string>) =>
    send(`/api/v1.0${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, access_token: token }),
    })
  const page = (scope = allScopes, other: Record<string, string> = {}) =>
    `/web/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: client.client_id, redirect_uri, scope, state: 'st4te', ...other }).toString()}`
  const decide = async (form: Record<string, string>, scope?: string) =>
    (await consent(page(scope), form)).href
  const short = async (code: string) => {
    const form = { ...client, code, grant_type: 'authorization_code', redirect_uri }
    return send('/api/oauth/access_token', { method: 'POST', body: new URLSearchParams(form) })
  }
  const renew = async (grant_type: string, access_token: string) => {
    const path = grant_type === 'th_refresh_token' ? 'refresh_access_token' : 'access_token'
    const { client_secret } = client
    const query = new URLSearchParams({ grant_type, access_token, client_secret })
    return send(`/api/${path}?${query.toString()}`)
  }
  const container = async (token: string, form: Record<string, string>) => {
    const answer = await post(token, '/me/threads', form)
    assert.equal(answer.status, 200, answer.text)
    return idSchema.parse(answer.body).id
  }
  return {
    ...store,
    files: `${store.origin}/files`,
    get,
    post,
    page,
    decide,
    short,
    renew,
    container,
    async signIn(person: string, scope?: string) {
      const back = new URL(await decide({ person, decision: 'allow' }, scope))
      const first = shortSchema.parse((await short(back.searchParams.get('code') ?? '')).body)
      const answer = await renew('th_exchange_token', first.access_token)
      return longSchema.parse(answer.body).access_token
    },
    release: async (token: string, creation_id: string) =>
      post(token, '/me/threads_publish', { creation_id }),
    /** The new post's id; fails unless it was published. */
    async publish(token: string, form: Record<string, string>) {
      const creation_id = await container(token, form)
      const answer = await post(token, '/me/threads_publish', { creation_id })
      assert.equal(answer.status, 200, answer.text)
      return idSchema.parse(answer.body).id
    },
  }
}
