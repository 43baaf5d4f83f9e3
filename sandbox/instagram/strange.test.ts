import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { client, errorOf, idOf, scopes, start } from './harness.ts'

const Media = z.object({
  data: z.array(z.object({ id: z.string(), caption: z.string().optional() })),
})
const Comments = z.object({
  data: z.array(
    z.object({ id: z.string(), text: z.string(), from: z.object({ id: z.string() }).optional() }),
  ),
})

async function open() {
  const instagram = await start()
  const token = await instagram.signIn()
  const container = async (caption: string) =>
    idOf(await instagram.post(token, 'me/media', { image_url: instagram.file('a.jpg'), caption }))
  const publish = async (creation_id: string) =>
    instagram.post(token, 'me/media_publish', { creation_id })
  const { faults } = instagram.emulator
  const set = (fault: { fault: string; seed?: number; times?: number; on?: string }) =>
    faults.set({ account: '*', ...fault })
  return {
    ...instagram,
    token,
    container,
    publish,
    set,
    posted: async (caption: string) => idOf(await publish(await container(caption))),
    list: async () =>
      Media.parse((await instagram.get(token, 'me/media?fields=caption')).body).data,
    [Symbol.asyncDispose]: () => instagram[Symbol.asyncDispose](),
  }
}

test('a caption and a comment are shown as they were written, or oddly', async () => {
  await using at = await open()
  const text = 'Two  spaces & "quotes" ☀️ '
  const id = await at.posted(text)
  idOf(await at.post(at.token, `${id}/comments`, { message: text }))
  const read = async () => {
    const comments = await at.get(at.token, `${id}/comments?fields=text`)
    return [(await at.list())[0]?.caption, Comments.parse(comments.body).data[0]?.text]
  }
  assert.deepEqual(await read(), [text, text])
  const shown = new Set<string | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    at.set({ fault: 'shown_oddly', seed, times: 2 })
    for (const each of await read()) shown.add(each)
  }
  assert.ok(shown.size > 4, String(shown.size))
})

test('in an outage a container and a post answer 100/33 while publishing works', async () => {
  await using at = await open()
  const container = await at.container('through')
  at.set({ fault: 'reads_lie', times: 2 })
  assert.equal(errorOf(await at.get(at.token, container)), '100/33')
  const id = idOf(await at.publish(container))
  assert.equal(errorOf(await at.get(at.token, id)), '100/33')
  assert.equal((await at.get(at.token, id)).status, 200)
})

test('a post that was answered is not told at once, and a list may be empty for a while', async () => {
  await using at = await open()
  at.set({ fault: 'late_id' })
  at.set({ fault: 'partial_list', seed: 5 })
  const id = await at.posted('late')
  assert.equal(errorOf(await at.get(at.token, `${id}?fields=permalink`)), '100/33')
  assert.deepEqual(await at.list(), [])
  assert.equal((await at.get(at.token, `${id}?fields=permalink`)).status, 200)
  assert.equal((await at.list()).length, 1)
})

test('other apps post beside ours, and other people comment, in the same words', async () => {
  await using at = await open()
  const id = await at.posted('Thank you')
  const { appear } = at.emulator
  const app = appear?.({ account: 'ada.prints', text: 'Thank you', by: 'other_app' })
  assert.deepEqual(new Set((await at.list()).map((each) => each.id)), new Set([id, app]))
  idOf(await at.post(at.token, `${app}/comments`, { message: 'First' }))
  appear?.({ account: 'ada.prints', text: 'First', by: 'other_person' })
  const listed = await at.get(at.token, `${app}/comments?fields=text,from`)
  const comments = Comments.parse(listed.body).data
  assert.deepEqual(
    comments.map(({ text }) => text),
    ['First', 'First'],
  )
  assert.equal(new Set(comments.map(({ from }) => from?.id)).size, 2)
})

test('accounts of a Business Portfolio are told by the portfolio, by the Facebook login', async () => {
  await using at = await start()
  const scope = `${scopes.facebook},business_management`
  const page = '/fb_web/v26.0/dialog/oauth'
  const { client_id, client_secret } = client
  const tokenFor = async (asked: string) => {
    const code = await at.code('dora.agency', page, asked)
    const { redirect_uris } = client
    const query = new URLSearchParams({
      client_id,
      client_secret,
      code,
      redirect_uri: redirect_uris[0] ?? '',
    })
    const answer = await at.send(`/fb_graph/v26.0/oauth/access_token?${query.toString()}`)
    return z.object({ access_token: z.string() }).parse(answer.body).access_token
  }
  const user = await tokenFor(scope)
  const list = async (path: string, token = user) => {
    const answer = await at.get(token, path, 'fb_graph')
    return z
      .object({ data: z.array(z.object({ id: z.string(), access_token: z.string().optional() })) })
      .parse(answer.body).data
  }
  assert.deepEqual(await list('me/accounts'), [])
  const [business] = await list('me/businesses')
  for (const edge of ['owned_pages', 'client_pages']) {
    const [found] = await list(`${business?.id}/${edge}?fields=id,access_token`)
    const debug = new URLSearchParams({
      input_token: found?.access_token ?? '',
      access_token: `${client_id}|${client_secret}`,
    })
    const told = await at.send(`/fb_graph/v26.0/debug_token?${debug.toString()}`)
    const { profile_id } = z
      .object({ data: z.object({ profile_id: z.string(), is_valid: z.literal(true) }) })
      .parse(told.body).data
    assert.equal(profile_id, found?.id)
  }
  const without = await tokenFor(scopes.facebook)
  assert.equal(errorOf(await at.get(without, 'me/businesses', 'fb_graph')), '200')
})
