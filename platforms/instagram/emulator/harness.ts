/** For the tests of this folder: the emulator on a port of its own, media to fetch, a clock to move, people who say yes. */
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
export const scopes = {
  instagram:
    'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights',
  facebook:
    'instagram_basic,instagram_content_publish,instagram_manage_comments,instagram_manage_insights,instagram_manage_contents,pages_show_list,pages_read_engagement',
}

/** The head of a JPEG of that size. */
export function jpeg(width: number, height: number) {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, ...size, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}
/** By its beginning a video, and longer than what arrives at once. */
export const video = Buffer.concat([
  Buffer.from('0000001866747970697336f60000000000', 'hex'),
  Buffer.alloc(200_000),
])

const files: Record<string, Buffer> = {
  'a.jpg': jpeg(1080, 1080),
  'b.jpg': jpeg(1080, 1350),
  'tall.jpg': jpeg(500, 1000),
  'a.png': Buffer.from('89504e470d0a1a0a00000000', 'hex'),
  'a.mp4': video,
  'long.mp4': Buffer.concat([video, Buffer.alloc(200_000)]),
  'large.jpg': Buffer.concat([jpeg(1080, 1080), Buffer.alloc(8_100_000)]),
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: unknown
}

const tokenSchema = z.object({ access_token: z.string() })
const pagesSchema = z.object({
  data: z.array(z.object({ id: z.string(), access_token: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
})

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
  await app.register(made.routes, { prefix: '/instagram' })
  app.get('/files/:name', async (request, reply) => {
    const { name } = z.object({ name: z.string() }).parse(request.params)
    if (name === 'moved.jpg') return reply.redirect('/files/a.jpg')
    return files[name] ?? reply.code(403).send()
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  url = `${origin}/instagram`

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const address = path.startsWith('http') ? path : `${url}${path}`
    const response = await fetch(address, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text
    const body: unknown = json ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  const decide = async (page: string, scope: string, form: Record<string, string>) => {
    const { client_id } = client
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      state: 's',
      response_type: 'code',
      scope,
    })
    const body = new URLSearchParams(form)
    const answer = await send(`${page}?${query.toString()}`, { method: 'POST', body })
    assert.equal(answer.status, 302, answer.text)
    return new URL(answer.headers.get('location') ?? '')
  }
  const code = async (person: string, page = '/web/oauth/authorize', scope = scopes.instagram) =>
    (await decide(page, scope, { person, decision: 'allow' })).searchParams.get('code') ?? ''
  const { client_id, client_secret } = client
  return {
    emulator: made,
    url,
    file: (name: string) => `${origin}/files/${name}`,
    send,
    decide,
    code,
    async exchange(form: Record<string, string>) {
      const body = new URLSearchParams({
        client_id,
        client_secret,
        grant_type: 'authorization_code',
        redirect_uri,
        ...form,
      })
      return send('/api/oauth/access_token', { method: 'POST', body })
    },
    /** A token that lives sixty days, by the Instagram login. */
    async signIn(person = 'ada.prints', scope = scopes.instagram) {
      const answer = await this.exchange({ code: await code(person, undefined, scope) })
      const short = tokenSchema.parse(answer.body).access_token
      const query = new URLSearchParams({
        grant_type: 'ig_exchange_token',
        client_secret,
        access_token: short,
      })
      return tokenSchema.parse((await send(`/graph/access_token?${query.toString()}`)).body)
        .access_token
    },
    /** The Page tokens of a person, by the Facebook login. */
    async pages(person: string) {
      const given = await code(person, '/fb_web/v26.0/dialog/oauth', scopes.facebook)
      const at = async (form: Record<string, string>) => {
        const query = new URLSearchParams({ client_id, client_secret, ...form })
        const answer = await send(`/fb_graph/v26.0/oauth/access_token?${query.toString()}`)
        return tokenSchema.parse(answer.body).access_token
      }
      const short = await at({ redirect_uri, code: given })
      const user = await at({ grant_type: 'fb_exchange_token', fb_exchange_token: short })
      const path = `/fb_graph/v26.0/me/accounts?fields=id,access_token,instagram_business_account{id}&access_token=${user}`
      return { user, first: pagesSchema.parse((await send(path)).body) }
    },
    async more(next: string) {
      return pagesSchema.parse((await send(next)).body)
    },
    get: async (token: string, path: string, host = 'graph') =>
      send(`/${host}/v26.0/${path}`, { headers: { authorization: `Bearer ${token}` } }),
    post: async (token: string, path: string, form: Record<string, string> = {}, host = 'graph') =>
      send(`/${host}/v26.0/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ access_token: token, ...form }),
      }),
    advance: (milliseconds: number) => void (time += milliseconds),
    saved: (): unknown => JSON.parse(JSON.stringify(state())),
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  }
}

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
