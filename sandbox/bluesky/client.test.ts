/** A client that we did not write: `@atproto/api`, the reference implementation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AtpAgent, RichText } from '@atproto/api'
import { hostOf } from '../kit/harness.ts'
import { openStore } from './testing.ts'

const identifier = 'ada.sandbox.test'

async function open() {
  const store = await openStore()
  const host = await hostOf(`${store.url}/pds`)
  const close = async () => {
    await host[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
  }
  const local: typeof fetch = async (input, init) => {
    const { url, ...request } = await plain(input, init)
    const { pathname, search } = new URL(url)
    return fetch(`${host.url}${pathname}${search}`, request)
  }
  const agent = new AtpAgent({ service: host.url, fetch: local })
  await agent.login({ identifier, password: `app-pass-${identifier}` })
  return { store, agent, [Symbol.asyncDispose]: close }
}

/** The document of a DID names the server by its path, which the client drops. */
async function plain(...asked: Parameters<typeof fetch>) {
  const request = new Request(...asked)
  const { url, method, headers } = request
  const body = request.body ? { body: Buffer.from(await request.arrayBuffer()) } : {}
  return { url, method, headers, ...body }
}

test('@atproto/api signs in, posts with a picture, answers itself and reads it back', async () => {
  await using at = await open()
  const { store, agent } = at
  const text = new RichText({ text: 'Bread by @ben.sandbox.test at https://example.org #bread' })
  await text.detectFacets(agent)
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  const { data } = await agent.uploadBlob(jpeg, { encoding: 'image/jpeg' })
  const post = await agent.post({
    text: text.text,
    ...(text.facets && { facets: text.facets }),
    embed: { $type: 'app.bsky.embed.images', images: [{ alt: 'A loaf', image: data.blob }] },
  })
  const reply = await agent.post({ text: 'and butter', reply: { root: post, parent: post } })
  const listed = await agent.com.atproto.repo.listRecords({
    repo: identifier,
    collection: 'app.bsky.feed.post',
  })
  assert.deepEqual(
    listed.data.records.map(({ uri }) => uri),
    [reply.uri, post.uri],
  )
  const seen = await agent.getPosts({ uris: [post.uri] })
  assert.equal(seen.data.posts[0]?.replyCount, 1)
  const [received] = store.emulator.posts(identifier)
  assert.equal(received?.media[0]?.alt_text, 'A loaf')
  assert.match(JSON.stringify(received?.extra['facets']), /example\.org.*bread/)
  await agent.deletePost(reply.uri)
  assert.equal(store.emulator.posts(identifier).length, 1)
})

test('@atproto/api labels and quotes, and reads its labels back', async () => {
  await using at = await open()
  const { agent, store } = at
  const quoted = await agent.post({ text: 'There' })
  const labels = (...values: string[]) => ({
    $type: 'com.atproto.label.defs#selfLabels' as const,
    values: values.map((val) => ({ val })),
  })
  const embed = { $type: 'app.bsky.embed.record', record: quoted }
  const { uri } = await agent.post({ text: 'Look', labels: labels('porn'), embed })
  const [seen, below] = (await agent.getPosts({ uris: [uri, quoted.uri] })).data.posts
  assert.deepEqual(
    seen?.labels?.map(({ src, val }) => [src, val]),
    [[agent.assertDid, 'porn']],
  )
  assert.deepEqual([seen?.author.did, below?.quoteCount], [agent.assertDid, 1])
  assert.deepEqual(store.emulator.posts()[1]?.extra['labels'], ['porn'])
  const many = Array.from({ length: 11 }, (_, index) => `label-${index}`)
  await assert.rejects(agent.post({ text: 'No', labels: labels(...many) }), { status: 400 })
  await assert.rejects(agent.post({ text: 'No', labels: labels('x'.repeat(129)) }), { status: 400 })
})

test('@atproto/api reads a list that hides its newest, and is told of a record that is denied', async () => {
  await using at = await open()
  const { store, agent } = at
  const { uri } = await agent.post({ text: 'there' })
  const rkey = uri.split('/').at(-1) ?? ''
  const collection = 'app.bsky.feed.post'
  store.emulator.faults.set({ account: '*', fault: 'reads_lie' })
  const record = async () =>
    agent.com.atproto.repo.getRecord({ repo: identifier, collection, rkey })
  await assert.rejects(record(), { error: 'RecordNotFound' })
  assert.equal((await record()).data.uri, uri)
  store.emulator.faults.set({ account: '*', fault: 'partial_list', seed: 0 })
  const list = async () =>
    (await agent.com.atproto.repo.listRecords({ repo: identifier, collection })).data.records.length
  assert.deepEqual([await list(), await list()], [0, 1])
  const { appear } = store.emulator
  appear?.({ account: identifier, text: 'there', by: 'other_app' })
  appear?.({ account: identifier, text: 'there', by: 'other_person' })
  assert.equal(await list(), 2)
  const thread = await agent.getPosts({ uris: [store.emulator.posts(identifier)[1]?.id ?? ''] })
  assert.equal(thread.data.posts[0]?.replyCount, 1)
})
