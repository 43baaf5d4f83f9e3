import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { allScopes, client, errorOf, idOf, start } from './harness.ts'

const Posts = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      message_tags: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      application: z.object({ id: z.string() }).optional(),
      from: z.object({ id: z.string() }).optional(),
      attachments: z
        .object({ data: z.array(z.object({ type: z.string(), unshimmed_url: z.string() })) })
        .optional(),
    }),
  ),
})
const fields = 'message,message_tags,application,from,attachments'
const Names = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

test('a Page that is mentioned is shown by its name, and told among the tags', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const other = await facebook.page('bruno.bakes')
  idOf(await facebook.post(token, `${id}/feed`, { message: `Bread by @[${other.id}] and @[1]` }))
  const listed = await facebook.get(token, `${id}/published_posts?fields=${fields}`)
  const [post] = Posts.parse(listed.body).data
  assert.equal(post?.message, 'Bread by Bruno Bakes and @[1]')
  assert.deepEqual(
    post?.message_tags?.map((tag) => tag.id),
    [other.id],
  )
})

test('the address of a link post is told among its attachments', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  idOf(await facebook.post(token, `${id}/feed`, { link: 'https://example.org/a' }))
  const listed = await facebook.get(token, `${id}/published_posts?fields=${fields}`)
  const [post] = Posts.parse(listed.body).data
  assert.deepEqual(
    post?.attachments?.data.map((each) => [each.type, each.unshimmed_url]),
    [['share', 'https://example.org/a']],
  )
})

test('a message may be shown oddly, and a comment too', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'Two  & "three" ' }))
  idOf(await facebook.post(token, `${post}/comments`, { message: 'Four  & "five" ' }))
  for (const edge of [`${id}/published_posts`, `${post}/comments`]) {
    const shown = new Set<string | undefined>()
    for (let seed = 0; seed < 30; seed++) {
      facebook.emulator.faults.set({ account: '*', fault: 'shown_oddly', seed })
      shown.add(
        Posts.parse((await facebook.get(token, `${edge}?fields=message`)).body).data[0]?.message,
      )
    }
    assert.ok(shown.size > 3, `${edge}: ${shown.size}`)
  }
})

test('reads answer 100/33 while writes work', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  facebook.emulator.faults.set({ account: '*', fault: 'reads_lie', times: 2 })
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'there' }))
  assert.equal(errorOf(await facebook.get(token, post)), '100/33')
  assert.equal(errorOf(await facebook.get(token, `${id}/published_posts`)), '100/33')
  assert.equal((await facebook.get(token, post)).status, 200)
})

test('what other apps and visitors post tells no app of ours, and visitors stay out of what the Page published', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const ours = idOf(await facebook.post(token, `${id}/feed`, { message: 'The same' }))
  facebook.advance(1000)
  const { appear } = facebook.emulator
  const app = appear?.({ account: id, text: 'The same', by: 'other_app' })
  const visitor = appear?.({ account: id, text: 'The same', by: 'other_person' })
  const list = async (edge: string) =>
    Posts.parse((await facebook.get(token, `${id}/${edge}?fields=${fields}`)).body).data
  const published = await list('published_posts')
  assert.deepEqual(new Set(published.map((post) => post.id)), new Set([ours, app]))
  assert.deepEqual(
    published.filter((post) => post.application?.id === client.client_id).map((post) => post.id),
    [ours],
  )
  const feed = await list('feed')
  const theirs = feed.find((post) => post.id === visitor)
  assert.equal(theirs?.application, undefined)
  assert.notEqual(theirs?.from?.id, id)
})

test('a post is changed by the app that made it, and by no other', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const other = await facebook.page('bruno.bakes')
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'befor' }))
  const changed = await facebook.post(token, post, { message: 'before' })
  assert.deepEqual(changed.body, { success: true })
  assert.equal(facebook.emulator.posts()[0]?.text, 'before')
  assert.equal(errorOf(await facebook.post(other.token, post, { message: 'mine' })), '100/33')
  const foreign = facebook.emulator.appear?.({ account: id, text: 'by hand', by: 'other_app' })
  assert.equal(errorOf(await facebook.post(token, foreign ?? '', { message: 'mine' })), '200')
})

test('Pages of a Business Portfolio are told by the portfolio, not among the accounts', async () => {
  await using facebook = await start()
  const scope = `${allScopes},business_management`
  const { user } = await facebook.signIn('dora.agency', scope)
  const list = async (path: string) => Names.parse((await facebook.get(user, path)).body).data
  assert.deepEqual(await list('me/accounts?fields=id,name'), [])
  const [business] = await list('me/businesses')
  const [owned] = await list(`${business?.id}/owned_pages?fields=id,name,access_token`)
  const [ofClient] = await list(`${business?.id}/client_pages?fields=id,name,access_token`)
  assert.deepEqual([owned?.name, ofClient?.name], ['Dora’s Agency', 'A Client of Dora’s'])
  const page = await facebook.get(user, `${business?.id}/owned_pages?fields=access_token`)
  const token = z.object({ data: z.array(z.object({ access_token: z.string() })) }).parse(page.body)
  idOf(
    await facebook.post(token.data[0]?.access_token ?? '', `${owned?.id}/feed`, { message: 'x' }),
  )
  const without = await facebook.signIn('dora.agency')
  assert.equal(errorOf(await facebook.get(without.user, 'me/businesses')), '200')
})

test('a list of Pages may be partial', async () => {
  await using facebook = await start()
  const { user } = await facebook.signIn('clara.chain')
  facebook.emulator.faults.set({ account: '*', fault: 'partial_list', on: 'me', seed: 4 })
  const seen = async () =>
    Names.parse((await facebook.get(user, 'me/accounts?fields=id,name&limit=100')).body).data.length
  assert.ok((await seen()) < 27)
  assert.equal(await seen(), 27)
})

test('debug_token tells what a token is, to the app it was made for', async () => {
  await using facebook = await start()
  const { user, token, id } = await facebook.page('ada.letterpress')
  const app = `${client.client_id}|${client.client_secret}`
  const Told = z.object({
    data: z.object({
      is_valid: z.boolean(),
      expires_at: z.number().optional(),
      profile_id: z.string().optional(),
      type: z.string().optional(),
      scopes: z.array(z.string()),
    }),
  })
  const ask = async (input: string, asking = app) =>
    facebook.send(
      `/graph/v26.0/debug_token?${new URLSearchParams({ input_token: input, access_token: asking }).toString()}`,
    )
  const ofPage = Told.parse((await ask(token)).body).data
  assert.deepEqual([ofPage.is_valid, ofPage.expires_at, ofPage.profile_id], [true, 0, id])
  const ofUser = Told.parse((await ask(user)).body).data
  assert.deepEqual([ofUser.type, ofUser.scopes.join()], ['USER', allScopes])
  assert.equal(ofUser.expires_at, Math.floor(facebook.now() / 1000) + 5_183_944)
  facebook.advance(61 * 86_400_000)
  assert.equal(Told.parse((await ask(user)).body).data.is_valid, false)
  assert.equal(Told.parse((await ask('nonsense')).body).data.is_valid, false)
  assert.equal(errorOf(await ask(token, 'nonsense')), '190')
})
