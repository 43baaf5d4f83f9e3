import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  ada,
  type Answer,
  aPost,
  createdAt,
  login,
  openStore,
  putBody,
  reference,
  tid,
  xrpc,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const collection = 'app.bsky.feed.post'

const written = z.strictObject({
  uri: z.string(),
  cid: z.string(),
  commit: z.strictObject({ cid: z.string(), rev: z.string() }).optional(),
  validationStatus: z.literal('valid'),
})

test('a put writes a post; the same put again changes nothing and makes no commit', async () => {
  await using store = await openStore()
  const me = await login(store)
  const first = written.parse((await me.put(tid(1), aPost('hello'))).body)
  assert.equal(first.uri, `at://${me.did}/${collection}/${tid(1)}`)
  assert.match(first.cid, /^bafyrei[a-z2-7]{52}$/)
  assert(first.commit)
  const again = written.parse((await me.put(tid(1), aPost('hello'))).body)
  assert.deepEqual(again, { uri: first.uri, cid: first.cid, validationStatus: 'valid' })
  const reordered = { text: 'hello', createdAt, $type: collection }
  assert.equal(reference(await me.put(tid(1), reordered)).cid, first.cid)
  assert.equal(store.emulator.posts().length, 1)
})

test('six identical puts at once make one post', async () => {
  await using store = await openStore()
  const me = await login(store)
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => me.put(tid(1), aPost('hello'))))
  assert.equal(new Set(answers.map((answer) => reference(answer).cid)).size, 1)
  assert.equal(answers.filter(({ body }) => body['commit']).length, 1)
  assert.equal(store.emulator.posts().length, 1)
})

test('other content under the same key updates, unless a swap forbids it', async () => {
  await using store = await openStore()
  const me = await login(store)
  const { cid } = reference(await me.put(tid(1), aPost('one')))
  const kept = await me.put(tid(1), aPost('two'), { swapRecord: null })
  assert.deepEqual(kept.body, { error: 'InvalidSwap', message: `Record was at ${cid}` })
  assert.equal((await me.put(tid(1), aPost('one'), { swapRecord: null })).status, 200)
  assert.equal((await me.put(tid(1), aPost('two'), { swapRecord: cid })).status, 200)
  assert.deepEqual(refused(await me.put(tid(1), aPost('x'), { swapRecord: cid })), [
    400,
    'InvalidSwap',
  ])
  assert.deepEqual(refused(await me.put(tid(1), aPost('x'), { swapCommit: cid })), [
    400,
    'InvalidSwap',
  ])
  const [post] = store.emulator.posts()
  assert.deepEqual([post?.text, post?.extra['updates']], ['two', 1])
})

test('create makes a key of its own, and answers 500 for one that exists', async () => {
  await using store = await openStore()
  const me = await login(store)
  const create = (rkey?: string) =>
    me.call('com.atproto.repo.createRecord', {
      json: { repo: ada, collection, record: aPost('hello'), ...(rkey && { rkey }) },
    })
  assert.match(reference(await create()).uri, /\/[2-7a-j][2-7a-z]{12}$/)
  await create()
  await create(tid(1))
  assert.deepEqual(refused(await create(tid(1))), [500, 'InternalServerError'])
  assert.equal(store.emulator.posts().length, 3)
})

test('a record key must be a TID', async () => {
  await using store = await openStore()
  const me = await login(store)
  for (const rkey of ['hello', '3n2qlx6kzms2', '3n2qlx6kzms21', 'z222222222222']) {
    assert.deepEqual(refused(await me.put(rkey, aPost('hello'))), [400, 'InvalidRequest'])
  }
})

test('only the own repository is written to', async () => {
  await using store = await openStore()
  const me = await login(store)
  const put = (repo: string) =>
    me.call('com.atproto.repo.putRecord', { json: putBody(repo, tid(1), aPost('hello')) })
  assert.deepEqual(refused(await put('ben.sandbox.test')), [400, 'InvalidRequest'])
  assert.deepEqual(refused(await put('did:plc:nobody')), [403, 'AccountNotFound'])
  assert.equal((await put(ada)).status, 200)
  const json = putBody(me.did, tid(1), aPost('hello'))
  const unsigned = await xrpc(store, 'com.atproto.repo.putRecord', { json })
  assert.deepEqual(refused(unsigned), [401, 'AuthMissing'])
})

test('a deleted post is gone, and deleting it again is fine', async () => {
  await using store = await openStore()
  const me = await login(store)
  await me.put(tid(1), aPost('hello'))
  const json = { repo: me.did, collection, rkey: tid(1) }
  const remove = () => me.call('com.atproto.repo.deleteRecord', { json })
  assert((await remove()).body['commit'])
  const again = await remove()
  assert.deepEqual([again.status, again.body], [200, {}])
  const query = { repo: me.did, collection, rkey: tid(1) }
  assert.deepEqual(refused(await xrpc(store, 'com.atproto.repo.getRecord', { query })), [
    400,
    'RecordNotFound',
  ])
  assert.deepEqual(store.emulator.posts(), [])
})

test('records are read by anyone, in pages, the newest key first or last', async () => {
  await using store = await openStore()
  const me = await login(store)
  for (const index of [1, 2, 3]) await me.put(tid(index), aPost(`${index}`))
  const query = { repo: ada, collection, rkey: tid(2) }
  const one = await xrpc(store, 'com.atproto.repo.getRecord', { query })
  assert.deepEqual(one.body['value'], aPost('2'))
  const page = z.object({
    cursor: z.string().optional(),
    records: z.array(z.object({ value: z.object({ text: z.string() }) })),
  })
  const list = async (more: Record<string, string>) => {
    const answer = await xrpc(store, 'com.atproto.repo.listRecords', {
      query: { repo: me.did, collection, ...more },
    })
    const { cursor, records } = page.parse(answer.body)
    return { cursor: cursor ?? '', texts: records.map(({ value }) => value.text).join('') }
  }
  assert.equal((await list({})).texts, '321')
  assert.equal((await list({ reverse: 'true' })).texts, '123')
  const first = await list({ limit: '2' })
  assert.equal(first.texts, '32')
  assert.equal((await list({ limit: '2', cursor: first.cursor })).texts, '1')
  for (const limit of ['0', '101']) {
    const answer = await xrpc(store, 'com.atproto.repo.listRecords', {
      query: { repo: me.did, collection, limit },
    })
    assert.deepEqual(refused(answer), [400, 'InvalidRequest'])
  }
})
