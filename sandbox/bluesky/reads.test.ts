import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  ada,
  type Answer,
  aPost,
  call,
  day,
  login,
  openStore,
  png,
  reference,
  type TestStore,
  tid,
  withImages,
  xrpc,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const views = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      likeCount: z.number(),
      repostCount: z.number(),
      replyCount: z.number(),
      quoteCount: z.number(),
      bookmarkCount: z.number(),
      indexedAt: z.string(),
    }),
  ),
})

async function look(store: TestStore, uris: string[]) {
  const query = uris.map((uri): [string, string] => ['uris', uri])
  return xrpc(store, 'app.bsky.feed.getPosts', { query }, 'public')
}

test('handles, DIDs and the server describe themselves', async () => {
  await using store = await openStore()
  assert(store.emulator.people.length >= 3)
  for (const { id, username } of store.emulator.people) {
    assert.match(id, /^did:plc:[a-z2-7]{24}$/)
    for (const host of ['pds', 'public']) {
      const query = { handle: username }
      const { body } = await xrpc(store, 'com.atproto.identity.resolveHandle', { query }, host)
      assert.deepEqual(body, { did: id })
    }
    const { headers, body } = await call(`${store.url}/plc/${encodeURIComponent(id)}`)
    assert.match(headers.get('content-type') ?? '', /^application\/did\+ld\+json/)
    assert.deepEqual([body['id'], body['alsoKnownAs']], [id, [`at://${username}`]])
  }
  const query = { handle: 'nobody.sandbox.test' }
  const unknown = await xrpc(store, 'com.atproto.identity.resolveHandle', { query })
  assert.deepEqual(refused(unknown), [400, 'InvalidRequest'])
  assert.equal((await call(`${store.url}/plc/did:plc:nobody`)).status, 404)
  const { body } = await xrpc(store, 'com.atproto.server.describeServer')
  assert.match(z.string().parse(body['did']), /^did:web:127\.0\.0\.1%3A\d+:bluesky:pds$/)
})

test('people are found by the beginning of a handle or a name, so many at most', async () => {
  await using store = await openStore()
  const search = async (query: Record<string, string>) => {
    const nsid = 'app.bsky.actor.searchActorsTypeahead'
    const answer = await xrpc(store, nsid, { query }, 'public')
    const { actors = [] } = z
      .object({ actors: z.array(z.object({ did: z.string(), handle: z.string() })).optional() })
      .parse(answer.body)
    return { ...answer, handles: actors.map(({ handle }) => handle) }
  }
  for (const query of [{ q: 'ADA' }, { q: 'lovel' }, { term: 'ada.sandbox' }])
    assert.deepEqual((await search(query)).handles, ['ada.sandbox.test'])
  assert.equal((await search({ q: 'crowd' })).handles.length, 10)
  assert.equal((await search({ q: 'crowd', limit: '3' })).handles.length, 3)
  assert.deepEqual((await search({ q: 'nobody' })).handles, [])
  for (const limit of ['0', '101'])
    assert.deepEqual(refused(await search({ q: 'ada', limit })), [400, 'InvalidRequest'])
})

test('posts are read without a session, twenty-five at a time; a deleted one is left out', async () => {
  await using store = await openStore()
  const me = await login(store)
  const one = reference(await me.put(tid(1), aPost('one')))
  const two = reference(await me.put(tid(2), aPost('two')))
  await me.put(tid(3), aPost('three', { reply: { root: one, parent: one } }))
  await me.put(tid(4), aPost('four', { embed: { $type: 'app.bsky.embed.record', record: one } }))
  const { posts } = views.parse((await look(store, [two.uri, one.uri])).body)
  assert.deepEqual(
    posts.map(({ uri, replyCount, quoteCount }) => [uri, replyCount, quoteCount]),
    [
      [two.uri, 0, 0],
      [one.uri, 1, 1],
    ],
  )
  const collection = 'app.bsky.feed.post'
  for (const rkey of [tid(2), tid(3)]) {
    await me.call('com.atproto.repo.deleteRecord', { json: { repo: me.did, collection, rkey } })
  }
  const after = views.parse((await look(store, [two.uri, one.uri])).body).posts
  assert.deepEqual(
    after.map(({ uri, replyCount }) => [uri, replyCount]),
    [[one.uri, 0]],
  )
  const many = Array.from({ length: 26 }, (_, index) => `${one.uri}${index}`)
  assert.deepEqual(refused(await look(store, many)), [400, 'InvalidRequest'])
})

test('likes start at none and never fall', async () => {
  await using store = await openStore()
  const me = await login(store)
  const uris: string[] = []
  for (const index of [1, 2, 3]) uris.push(reference(await me.put(tid(index), aPost('x'))).uri)
  const total = async () => {
    const { posts } = views.parse((await look(store, uris)).body)
    return posts.reduce((sum, post) => sum + post.likeCount + post.repostCount, 0)
  }
  const counts = [await total()]
  for (const days of [1, 3, 10]) {
    store.wait(days * day)
    counts.push(await total())
  }
  assert.equal(counts[0], 0)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert((counts.at(-1) ?? 0) > 0)
})

test('a week later every post has been liked, whatever its address', async () => {
  await using store = await openStore()
  const me = await login(store)
  const uris: string[] = []
  for (let index = 0; index < 50; index++)
    uris.push(reference(await me.put(tid(100 + index), aPost('x'))).uri)
  store.wait(7 * day)
  const pages = [uris.slice(0, 25), uris.slice(25)]
  const found = await Promise.all(pages.map(async (page) => (await look(store, page)).body))
  const posts = found.flatMap((body) => views.parse(body).posts)
  assert.equal(posts.length, 50)
  assert.deepEqual(
    posts.filter(({ likeCount }) => likeCount === 0),
    [],
  )
})

test('the same reads go through the PDS for those who are signed in', async () => {
  await using store = await openStore()
  const me = await login(store)
  const { uri } = reference(await me.put(tid(1), aPost('one')))
  const query = { uris: uri }
  assert.equal((await me.call('app.bsky.feed.getPosts', { query })).status, 200)
  const unsigned = await xrpc(store, 'app.bsky.feed.getPosts', { query })
  assert.deepEqual(refused(unsigned), [401, 'AuthMissing'])
})

test('a profile says who somebody is', async () => {
  await using store = await openStore()
  const me = await login(store)
  await me.put(tid(1), aPost('one'))
  for (const actor of [ada, me.did]) {
    const { body } = await xrpc(store, 'app.bsky.actor.getProfile', { query: { actor } }, 'public')
    assert.deepEqual([body['did'], body['handle'], body['postsCount']], [me.did, ada, 1])
  }
  const nobody = await xrpc(
    store,
    'app.bsky.actor.getProfile',
    { query: { actor: 'x.y' } },
    'public',
  )
  assert.deepEqual(refused(nobody), [400, 'InvalidRequest'])
})

test('a post has a page, on which its text cannot become markup', async () => {
  await using store = await openStore()
  const me = await login(store)
  const image = await me.upload(png())
  const link = { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/?a=1&b="' }
  const facets = [
    { index: { byteStart: 4, byteEnd: 8 }, features: [link] },
    { index: { byteStart: 6, byteEnd: 12 }, features: [link] },
  ]
  const embed = { $type: 'app.bsky.embed.images', images: [{ alt: '"><script>', image }] }
  await me.put(tid(1), aPost('<b> here & now', { facets, embed }))
  const [post] = store.emulator.posts()
  assert(post)
  for (const url of [post.url, post.url.replace(me.did, ada)]) {
    const { status, text } = await call(url)
    assert.equal(status, 200)
    assert.match(
      text,
      /&#60;b&#62; <a href="https:\/\/example\.com\/[^"]*" rel="nofollow">here<\/a> &#38; now/,
    )
    assert.match(text, /<img src="http[^"]*" alt="&#34;&#62;&#60;script&#62;">/)
  }
  assert.equal((await call(`${store.url}/web/profile/${ada}/post/${tid(9)}`)).status, 404)
})

test('posts are listed as they arrived, whatever their keys and dates say', async () => {
  await using store = await openStore()
  const me = await login(store)
  const ben = await login(store, 'ben.sandbox.test')
  const image = await me.upload(png())
  await me.put(tid(5), withImages([{ alt: 'a dot', image }]))
  store.wait(1000)
  await ben.put(tid(3), aPost('second', { createdAt: '2020-01-01T00:00:00Z', langs: ['en'] }))
  await me.put(tid(1), aPost('third'))
  const all = store.emulator.posts()
  assert.deepEqual(
    all.map(({ text, created_at }) => [text, created_at]),
    [
      ['look', '2026-11-20T12:00:00.000Z'],
      ['second', '2026-11-20T12:00:01.000Z'],
      ['third', '2026-11-20T12:00:01.000Z'],
    ],
  )
  assert.equal(all[0]?.media[0]?.alt_text, 'a dot')
  assert.deepEqual(all[1]?.extra['record_created_at'], '2020-01-01T00:00:00Z')
  assert.deepEqual(
    [ada, me.did, 'ben.sandbox.test', 'nobody'].map((name) => store.emulator.posts(name).length),
    [2, 2, 1, 0],
  )
})
