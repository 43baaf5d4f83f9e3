/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri, type Reply } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { errorOf, idOf } from '../kit/graph-harness.ts'
export { redirect_uri }
export const client = clientOf('1234567890')
export const allScopes =
  'pages_show_list,pages_read_engagement,pages_manage_posts,pages_manage_engagement,read_insights'
export const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')

const tokenSchema = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
const pagesSchema = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), access_token: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
})

export async function start(saved?: unknown) {
  const store = await openEmulator({ name: 'facebook', make: emulator, client, saved })
  const { send, consent } = store
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
    return (await consent(`/web/v26.0/dialog/oauth?${query.toString()}`, form)).searchParams
  }
  const signIn = async (person: string, scope = allScopes) => {
    const code = (await decide({ person, decision: 'allow' }, scope)).get('code') ?? ''
    const short = tokenSchema.parse((await exchange({ redirect_uri, code })).body).access_token
    const form = { grant_type: 'fb_exchange_token', fb_exchange_token: short }
    const user = tokenSchema.parse((await exchange(form)).body).access_token
    return { short, user }
  }
  return {
    ...store,
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
  }
}
export type Harness = Awaited<ReturnType<typeof start>>

export const pagesOf = (reply: Reply) => pagesSchema.parse(reply.body)
