import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blobCid, recordCid } from './cid.ts'
import {
  ada,
  type Answer,
  aPost,
  createdAt,
  login,
  openStore,
  png,
  reference,
  tid,
  withImages,
  xrpc,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const collection = 'app.bsky.feed.post'

test('CIDs are the real ones', () => {
  assert.equal(
    blobCid(Buffer.from('hello world')),
    'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
  )
  assert.equal(recordCid({}), 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua')
  assert.equal(recordCid({ b: 1, a: [true, null] }), recordCid({ a: [true, null], b: 1 }))
  assert.throws(() => recordCid({ a: 1.5 }), RangeError)
})

test('several writes land together or not at all; a later one may reply to an earlier', async () => {
  await using store = await openStore()
  const me = await login(store)
  const root = { uri: `at://${me.did}/${collection}/${tid(1)}`, cid: recordCid(aPostJson('root')) }
  const write = (rkey: string, value: unknown) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection,
    rkey,
    value,
  })
  const apply = (writes: unknown[]) =>
    me.call('com.atproto.repo.applyWrites', { json: { repo: me.did, writes } })
  const good = [
    write(tid(1), aPost('root')),
    write(tid(2), aPost('reply', { reply: { root, parent: root } })),
  ]
  const bad = await apply([...good, write(tid(3), aPost('x'.repeat(301)))])
  assert.deepEqual(refused(bad), [400, 'InvalidRequest'])
  assert.deepEqual(store.emulator.posts(), [])
  assert.equal((await apply(good)).status, 200)
  assert.deepEqual(refused(await apply(good)), [500, 'InternalServerError'])
  const change = {
    $type: 'com.atproto.repo.applyWrites#update',
    collection,
    rkey: tid(2),
    value: aPost('changed'),
  }
  const removal = { $type: 'com.atproto.repo.applyWrites#delete', collection, rkey: tid(1) }
  assert.equal((await apply([change, removal])).status, 200)
  assert.deepEqual(
    store.emulator.posts().map(({ text }) => text),
    ['changed'],
  )
})

test('a reply points at records that exist, with their content, in one thread', async () => {
  await using store = await openStore()
  const me = await login(store)
  const ben = await login(store, 'ben.sandbox.test')
  const root = reference(await me.put(tid(1), aPost('root')))
  const parent = reference(await ben.put(tid(2), aPost('reply', { reply: { root, parent: root } })))
  const reply = (links: unknown) => me.put(tid(3), aPost('third', { reply: links }))
  for (const wrong of [
    { root },
    { root, parent: { ...parent, cid: root.cid } },
    { root: { ...root, uri: `${root.uri.slice(0, -1)}z` }, parent },
    { root: parent, parent },
  ]) {
    assert.deepEqual(refused(await reply(wrong)), [400, 'InvalidRequest'], JSON.stringify(wrong))
  }
  assert.equal((await reply({ root, parent })).status, 200)
  assert.deepEqual(
    store.emulator.posts().map(({ account, reply_to }) => [account, reply_to]),
    [
      [ada, null],
      ['ben.sandbox.test', root.uri],
      [ada, parent.uri],
    ],
  )
})

test('a blob is addressed by its content, and must be there as it is described', async () => {
  await using store = await openStore()
  const me = await login(store)
  const ben = await login(store, 'ben.sandbox.test')
  const image = await me.upload(png())
  assert.deepEqual(image, await me.upload(png()))
  assert.deepEqual(image, {
    $type: 'blob',
    ref: { $link: blobCid(png()) },
    mimeType: 'image/png',
    size: 70,
  })
  const post = withImages([{ alt: 'a dot', image, aspectRatio: { width: 1, height: 1 } }])
  assert.deepEqual(refused(await ben.put(tid(1), post)), [400, 'BlobNotFound'])
  const other = (more: object) =>
    me.put(tid(1), withImages([{ alt: '', image: { ...image, ...more } }]))
  assert.deepEqual(refused(await other({ mimeType: 'image/jpeg' })), [400, 'InvalidMimeType'])
  assert.deepEqual(refused(await other({ size: 71 })), [400, 'InvalidSize'])
  assert.equal((await me.put(tid(1), post)).status, 200)
  const [shown] = store.emulator.posts()
  const url = `${store.url}/pds/xrpc/com.atproto.sync.getBlob?did=${encodeURIComponent(me.did)}&cid=${image.ref.$link}`
  assert.deepEqual(shown?.media, [{ mime_type: 'image/png', alt_text: 'a dot', bytes: 70, url }])
  const bytes = await fetch(url)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), png())
})

test('an upload needs a type and bytes, at most 50 MB of them', async () => {
  await using store = await openStore()
  const me = await login(store)
  const upload = 'com.atproto.repo.uploadBlob'
  assert.deepEqual(refused(await me.call(upload, { bytes: Buffer.alloc(0) })), [
    400,
    'InvalidRequest',
  ])
  assert.deepEqual(refused(await xrpc(store, upload, { bytes: png() })), [401, 'AuthMissing'])
  const large = Buffer.alloc(52_428_801)
  const answer = await me.call(upload, { bytes: large, type: 'video/mp4' }).catch(() => undefined)
  if (answer) assert.deepEqual(refused(answer), [413, 'PayloadTooLarge'])
})

test('a threadgate has the key of its post and says who may reply', async () => {
  await using store = await openStore()
  const me = await login(store)
  await me.put(tid(1), aPost('hello'))
  await me.put(tid(2), aPost('hello too'))
  const gate = (rkey: string, post: string, allow: unknown[]) =>
    me.call('com.atproto.repo.putRecord', {
      json: {
        repo: me.did,
        collection: 'app.bsky.feed.threadgate',
        rkey,
        record: { $type: 'app.bsky.feed.threadgate', post, allow, createdAt },
      },
    })
  const uri = (rkey: string) => `at://${me.did}/${collection}/${rkey}`
  const rule = (name: string) => ({ $type: `app.bsky.feed.threadgate#${name}` })
  assert.deepEqual(refused(await gate(tid(1), uri(tid(2)), [])), [400, 'InvalidRequest'])
  assert.deepEqual(refused(await gate(tid(1), uri(tid(1)), [rule('listRule')])), [
    400,
    'InvalidRequest',
  ])
  assert.equal((await gate(tid(1), uri(tid(1)), [])).status, 200)
  assert.equal(
    (await gate(tid(2), uri(tid(2)), [rule('mentionRule'), rule('followingRule')])).status,
    200,
  )
  assert.deepEqual(
    store.emulator.posts().map(({ extra }) => extra['replies_allowed']),
    ['nobody', ['mentionRule', 'followingRule']],
  )
})

test('what is no method, no JSON or not this verb is refused as XRPC does', async () => {
  await using store = await openStore()
  const me = await login(store)
  assert.deepEqual(refused(await me.call('com.atproto.repo.nothing')), [
    501,
    'MethodNotImplemented',
  ])
  assert.deepEqual(refused(await me.call('com.atproto.repo.putRecord')), [400, 'InvalidRequest'])
  const wrong = { bytes: Buffer.from('{'), type: 'application/json' }
  assert.deepEqual(refused(await me.call('com.atproto.repo.putRecord', wrong)), [
    400,
    'InvalidRequest',
  ])
  assert.deepEqual(refused(await me.call('com.atproto.repo.putRecord', { json: {} })), [
    400,
    'InvalidRequest',
  ])
})

function aPostJson(text: string) {
  return { $type: collection, text, createdAt }
}
