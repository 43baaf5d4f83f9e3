/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import fastify from 'fastify'
import { z } from 'zod'
import { emulator } from '../emulator.ts'

export const client = {
  client_id: '1234567890',
  client_secret: 's3cret',
  redirect_uris: ['http://127.0.0.1:9/callback'],
}
export const redirect_uri = client.redirect_uris[0] ?? ''
export const allScopes =
  'pages_show_list,pages_read_engagement,pages_manage_posts,pages_manage_engagement,read_insights'
export const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')

const tokenSchema = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
const pagesSchema = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), access_token: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
})

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
  const made = emulator({
    get url() {
      return url
    },
    clients: [client],
    now: () => new Date(time),
    saved,
    changed: (make) => void (state = make),
  })
  await app.register(made.routes, { prefix: '/facebook' })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/facebook`

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const address = path.startsWith('http') ? path : `${url}${path}`
    const response = await fetch(address, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text
    const body: unknown = json ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  const get = async (token: string, path: string) =>
    send(`/graph/v26.0/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const post = async (token: string, path: string, form: Record<string, string> = {}) =>
    send(`/graph/v26.0/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token, ...form }),
    })
  const exchange = async (form: Record<string, string>) => {
    const { client_id, client_secret } = client
    const query = new URLSearchParams({ client_id, client_secret, ...form })
    return send(`/graph/v26.0/oauth/access_token?${query.toString()}`)
  }
  const decide = async (form: Record<string, string>, scope = allScopes) => {
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri,
      state: 'st4te',
      response_type: 'code',
      scope,
    })
    const body = new URLSearchParams(form)
    const answer = await send(`/web/v26.0/dialog/oauth?${query.toString()}`, {
      method: 'POST',
      body,
    })
    assert.equal(answer.status, 302, answer.text)
    return new URL(answer.headers.get('location') ?? '').searchParams
  }
  const signIn = async (person: string, scope = allScopes) => {
    const code = (await decide({ person, decision: 'allow' }, scope)).get('code') ?? ''
    const short = tokenSchema.parse((await exchange({ redirect_uri, code })).body).access_token
    const form = { grant_type: 'fb_exchange_token', fb_exchange_token: short }
    const user = tokenSchema.parse((await exchange(form)).body).access_token
    return { short, user }
  }
  return {
    emulator: made,
    url,
    send,
    get,
    post,
    exchange,
    decide,
    signIn,
    /** The first Page of a person, and a token for it. */
    async page(person: string, scope = allScopes) {
      const { user } = await signIn(person, scope)
      const listed = pagesSchema.parse(
        (await get(user, 'me/accounts?fields=id,name,access_token')).body,
      )
      const [page] = listed.data
      assert.ok(page)
      return { id: page.id, token: page.access_token, user }
    },
    async picture(token: string, page: string, form: Record<string, string> = {}) {
      const body = new FormData()
      body.set('access_token', token)
      body.set('source', new Blob([png], { type: 'image/png' }), 'a.png')
      for (const [name, value] of Object.entries(form)) body.set(name, value)
      return send(`/graph/v26.0/${page}/photos`, { method: 'POST', body })
    },
    advance: (milliseconds: number) => void (time += milliseconds),
    saved: (): unknown => JSON.parse(JSON.stringify(state())),
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof start>>

export const pagesOf = (reply: Reply) => pagesSchema.parse(reply.body)
export const idOf = (reply: Reply) => {
  assert.equal(reply.status, 200, reply.text)
  return z.object({ id: z.string() }).parse(reply.body).id
}
/** `code` or `code/subcode`. */
export function errorOf(reply: Reply): string {
  const { error } = z
    .object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })
    .parse(reply.body)
  return error.error_subcode === undefined
    ? `${error.code}`
    : `${error.code}/${error.error_subcode}`
}
