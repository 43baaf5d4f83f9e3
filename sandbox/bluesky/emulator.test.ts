import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { oauthClient } from './testing-oauth.ts'
import {
  account,
  type Account,
  ada,
  type Answer,
  aPost,
  day,
  hour,
  login,
  minute,
  openStore,
  png,
  reference,
  type TestStore,
  tid,
  withImages,
  xrpc,
  renew,
  renewed,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

test('a person signs in by handle, DID or address with the app password', async () => {
  await using store = await openStore()
  const [person] = store.emulator.people
  assert(person)
  for (const identifier of [ada, ada.toUpperCase(), person.id, 'ada@sandbox.test']) {
    const password = `app-pass-${ada}`
    const json = { identifier, password }
    const { status, body } = await xrpc(store, 'com.atproto.server.createSession', { json })
    assert.deepEqual(
      [status, body['did'], body['handle'], body['active']],
      [200, person.id, ada, true],
    )
  }
  const me = await login(store)
  const shown = await me.call('com.atproto.server.getSession')
  assert.deepEqual([shown.status, shown.body['did']], [200, me.did])
})

test('a wrong password, no session and a made-up token are told apart', async () => {
  await using store = await openStore()
  const json = { identifier: ada, password: 'wrong' }
  const wrong = await xrpc(store, 'com.atproto.server.createSession', { json })
  assert.equal(wrong.status, 401)
  assert.deepEqual(wrong.body, {
    error: 'AuthenticationRequired',
    message: 'Invalid identifier or password',
  })
  const get = 'com.atproto.server.getSession'
  const { accessJwt, refreshJwt } = await login(store)
  assert.deepEqual(refused(await xrpc(store, get)), [401, 'AuthMissing'])
  for (const token of ['nonsense', `${accessJwt}x`, refreshJwt]) {
    assert.deepEqual(refused(await xrpc(store, get, { token })), [400, 'InvalidToken'])
  }
})

test('an access token ends after two hours with 400 ExpiredToken, and a refresh gives another', async () => {
  await using store = await openStore()
  const me = await login(store)
  store.wait(2 * hour + 1000)
  const expired = await me.call('com.atproto.server.getSession')
  assert.equal(expired.status, 400)
  assert.deepEqual(expired.body, { error: 'ExpiredToken', message: 'Token has expired' })
  const next = account(store, renewed(await renew(store, me.refreshJwt)))
  assert.equal((await next.call('com.atproto.server.getSession')).status, 200)
  const refresh = 'com.atproto.server.refreshSession'
  const bodied = await xrpc(store, refresh, { token: me.refreshJwt, json: {} })
  assert.deepEqual(refused(bodied), [400, 'InvalidRequest'], 'this method takes no body')
})

test('an old refresh token works for two more hours, then it is revoked', async () => {
  await using store = await openStore()
  const { refreshJwt } = await login(store)
  const first = renewed(await renew(store, refreshJwt))
  store.wait(hour)
  assert.equal(claims(renewed(await renew(store, refreshJwt)).refreshJwt), claims(first.refreshJwt))
  store.wait(hour + 1000)
  const late = await renew(store, refreshJwt)
  assert.deepEqual(late.body, { error: 'ExpiredToken', message: 'Token has been revoked' })
  assert.equal((await renew(store, first.refreshJwt)).status, 200)
})

test('a refresh token lasts ninety days, and a deleted session is over', async () => {
  await using store = await openStore()
  const me = await login(store)
  store.wait(89 * day)
  const { refreshJwt } = renewed(await renew(store, me.refreshJwt))
  const remove = 'com.atproto.server.deleteSession'
  assert.equal((await xrpc(store, remove, { token: refreshJwt, post: true })).status, 200)
  const gone = await renew(store, refreshJwt)
  assert.deepEqual(gone.body, { error: 'ExpiredToken', message: 'Token has been revoked' })
  const again = await login(store)
  store.wait(91 * day)
  const old = await renew(store, again.refreshJwt)
  assert.deepEqual(old.body, { error: 'ExpiredToken', message: 'Token has expired' })
})

test('thirty sign-ins in five minutes are enough, for that account only', async () => {
  await using store = await openStore()
  for (let index = 0; index < 30; index += 1) await login(store)
  const json = { identifier: ada, password: `app-pass-${ada}` }
  const refusal = await xrpc(store, 'com.atproto.server.createSession', { json })
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-policy'), '30;w=300')
  assert.equal(refusal.headers.get('retry-after'), '300')
  await login(store, 'ben.sandbox.test')
  store.wait(5 * minute)
  await login(store)
})

test('three hundred sign-ins are the most of a day', async () => {
  await using store = await openStore()
  for (let index = 0; index < 300; index += 1) {
    if (index % 30 === 0) store.wait(5 * minute)
    await login(store)
  }
  store.wait(5 * minute)
  const json = { identifier: ada, password: `app-pass-${ada}` }
  const refusal = await xrpc(store, 'com.atproto.server.createSession', { json })
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-policy'), '300;w=86400')
})

test('an hour has 5,000 points: 1,666 new posts, and then 429 until the window ends', async () => {
  await using store = await openStore()
  const me = await login(store)
  const first = await me.put(tid(0), aPost('0'))
  assert.equal(first.headers.get('ratelimit-limit'), '5000')
  assert.equal(first.headers.get('ratelimit-remaining'), '4997')
  assert.equal(first.headers.get('ratelimit-policy'), '5000;w=3600')
  for (let from = 1; from < 1666; from += 185) {
    const answer = await writeMany(store, me, from, 185)
    assert.equal(answer.status, 200, answer.text)
  }
  store.wait(10 * minute)
  const refusal = await me.put(tid(1666), aPost('one too many'))
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-remaining'), '0')
  assert.equal(refusal.headers.get('retry-after'), String(50 * 60))
  const resets = Number(refusal.headers.get('ratelimit-reset'))
  assert.equal(resets, (store.now() + 50 * minute) / 1000)
  store.wait(50 * minute)
  const token = renewed(await renew(store, me.refreshJwt)).accessJwt
  const next = account(store, { ...me, accessJwt: token })
  assert.equal((await next.put(tid(1666), aPost('in time'))).status, 200)
  assert.equal(store.emulator.posts(ada).length, 1667)
})

test('posts, sessions and grants outlive a restart; a reset forgets them', async () => {
  await using store = await openStore()
  const me = await login(store)
  const first = reference(await me.put(tid(1), aPost('first')))
  const image = await me.upload(png())
  const reply = { root: first, parent: first }
  const embed = { $type: 'app.bsky.embed.images', images: [{ alt: 'a dot', image }] }
  await me.put(tid(2), aPost('second', { reply, embed }))
  const client = oauthClient(store)
  const tokens = await client.tokens()

  await using later = await openStore({ saved: store.kept() })
  assert.deepEqual(
    later.emulator.posts(ada).map(({ text, reply_to, media }) => [text, reply_to, media.length]),
    [
      ['first', null, 0],
      ['second', first.uri, 1],
    ],
  )
  const same = account(later, me)
  assert.equal((await same.put(tid(3), withImages([{ alt: '', image }]))).status, 200)
  assert.equal((await renew(later, me.refreshJwt)).status, 200)
  const moved = oauthClient(later, { keys: client.keys })
  assert.equal((await moved.refresh(tokens.refresh_token)).status, 200)
  const query = { uris: first.uri }
  const view = await xrpc(later, 'app.bsky.feed.getPosts', { query }, 'public')
  assert.match(view.text, /"replyCount":1/)

  later.emulator.faults.set({ account: '*', fault: 'refuse_500' })
  later.emulator.reset()
  assert.deepEqual(later.emulator.posts(), [])
  assert.deepEqual(later.emulator.faults.waiting(), [])
  assert.deepEqual(refused(await renew(later, me.refreshJwt)), [400, 'InvalidToken'])
})

test('the state of another version is a new world', async () => {
  await using store = await openStore({ saved: { version: 0 } })
  assert.deepEqual(store.emulator.posts(), [])
  await login(store)
})

test('ten thousand posts stay quick to write and to list', async () => {
  await using store = await openStore()
  let me = await login(store)
  const began = performance.now()
  for (let round = 0; round < 50; round += 1) {
    if (round % 8 === 0) {
      store.wait(hour)
      me = await login(store)
    }
    const answer = await writeMany(store, me, round * 200, 200)
    assert.equal(answer.status, 200, answer.text)
  }
  const list = store.emulator.posts(ada)
  assert.equal(list.length, 10_000)
  assert.equal(list.at(-1)?.text, 'post 9999')
  assert(performance.now() - began < 10_000)
})

/** New posts with the record keys `tid(from)` and on, in one call. */
function writeMany(store: TestStore, { did, accessJwt }: Account, from: number, many: number) {
  const writes = Array.from({ length: many }, (_, index) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: 'app.bsky.feed.post',
    rkey: tid(from + index),
    value: aPost(`post ${from + index}`),
  }))
  const json = { repo: did, writes }
  return xrpc(store, 'com.atproto.repo.applyWrites', { token: accessJwt, json })
}

function claims(token: string): unknown {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return z.object({ jti: z.string() }).parse(payload).jti
}
