/** For the tests of this folder: the emulator on a port of its own, media to fetch, a clock to move, people who say yes. */
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { errorOf, idOf } from '../kit/graph-harness.ts'
export const client = clientOf('1234567890')
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

const tokenSchema = z.object({ access_token: z.string() })
const pagesSchema = z.object({
  data: z.array(z.object({ id: z.string(), access_token: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
})

export async function start(saved?: unknown) {
  const store = await openEmulator({
    name: 'instagram',
    make: emulator,
    client,
    saved,
    beside(app) {
      app.get('/files/:name', async (request, reply) => {
        const { name } = z.object({ name: z.string() }).parse(request.params)
        if (name === 'moved.jpg') return reply.redirect('/files/a.jpg')
        return files[name] ?? reply.code(403).send()
      })
    },
  })
  const { send, consent } = store
  const decide = async (page: string, scope: string, form: Record<string, string>) => {
    const { client_id } = client
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      state: 's',
      response_type: 'code',
      scope,
    })
    return consent(`${page}?${query.toString()}`, form)
  }
  const code = async (person: string, page = '/web/oauth/authorize', scope = scopes.instagram) =>
    (await decide(page, scope, { person, decision: 'allow' })).searchParams.get('code') ?? ''
  const { client_id, client_secret } = client
  return {
    ...store,
    file: (name: string) => `${store.origin}/files/${name}`,
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
  }
}
