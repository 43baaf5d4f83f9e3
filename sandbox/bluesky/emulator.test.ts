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
  openWorld,
  png,
  reference,
  type TestWorld,
  tid,
  withImages,
  xrpc,
  renew,
  renewed,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

test('a person signs in by handle, DID or address with the app password', async () => {
  await using world = await openWorld()
  const [person] = world.emulator.people
  assert(person)
  for (const identifier of [ada, ada.toUpperCase(), person.id, 'ada@sandbox.test']) {
    const password = `app-pass-${ada}`
    const json = { identifier, password }
    const { status, body } = await xrpc(world, 'com.atproto.server.createSession', { json })
    assert.deepEqual(
      [status, body['did'], body['handle'], body['active']],
      [200, person.id, ada, true],
    )
  }
  const me = await login(world)
  const shown = await me.call('com.atproto.server.getSession')
  assert.deepEqual([shown.status, shown.body['did']], [200, me.did])
})

test('a wrong password, no session and a made-up token are told apart', async () => {
  await using world = await openWorld()
  const json = { identifier: ada, password: 'wrong' }
  const wrong = await xrpc(world, 'com.atproto.server.createSession', { json })
  assert.equal(wrong.status, 401)
  assert.deepEqual(wrong.body, {
    error: 'AuthenticationRequired',
    message: 'Invalid identifier or password',
  })
  const get = 'com.atproto.server.getSession'
  const { accessJwt, refreshJwt } = await login(world)
  assert.deepEqual(refused(await xrpc(world, get)), [401, 'AuthMissing'])
  for (const token of ['nonsense', `${accessJwt}x`, refreshJwt]) {
    assert.deepEqual(refused(await xrpc(world, get, { token })), [400, 'InvalidToken'])
  }
})

test('an access token ends after two hours with 400 ExpiredToken, and a refresh gives another', async () => {
  await using world = await openWorld()
  const me = await login(world)
  world.wait(2 * hour + 1000)
  const expired = await me.call('com.atproto.server.getSession')
  assert.equal(expired.status, 400)
  assert.deepEqual(expired.body, { error: 'ExpiredToken', message: 'Token has expired' })
  const next = account(world, renewed(await renew(world, me.refreshJwt)))
  assert.equal((await next.call('com.atproto.server.getSession')).status, 200)
  const refresh = 'com.atproto.server.refreshSession'
  const bodied = await xrpc(world, refresh, { token: me.refreshJwt, json: {} })
  assert.deepEqual(refused(bodied), [400, 'InvalidRequest'], 'this method takes no body')
})

test('an old refresh token works for two more hours, then it is revoked', async () => {
  await using world = await openWorld()
  const { refreshJwt } = await login(world)
  const first = renewed(await renew(world, refreshJwt))
  world.wait(hour)
  assert.equal(claims(renewed(await renew(world, refreshJwt)).refreshJwt), claims(first.refreshJwt))
  world.wait(hour + 1000)
  const late = await renew(world, refreshJwt)
  assert.deepEqual(late.body, { error: 'ExpiredToken', message: 'Token has been revoked' })
  assert.equal((await renew(world, first.refreshJwt)).status, 200)
})

test('a refresh token lasts ninety days, and a deleted session is over', async () => {
  await using world = await openWorld()
  const me = await login(world)
  world.wait(89 * day)
  const { refreshJwt } = renewed(await renew(world, me.refreshJwt))
  const remove = 'com.atproto.server.deleteSession'
  assert.equal((await xrpc(world, remove, { token: refreshJwt, post: true })).status, 200)
  const gone = await renew(world, refreshJwt)
  assert.deepEqual(gone.body, { error: 'ExpiredToken', message: 'Token has been revoked' })
  const again = await login(world)
  world.wait(91 * day)
  const old = await renew(world, again.refreshJwt)
  assert.deepEqual(old.body, { error: 'ExpiredToken', message: 'Token has expired' })
})

test('thirty sign-ins in five minutes are enough, for that account only', async () => {
  await using world = await openWorld()
  for (let index = 0; index < 30; index += 1) await login(world)
  const json = { identifier: ada, password: `app-pass-${ada}` }
  const refusal = await xrpc(world, 'com.atproto.server.createSession', { json })
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-policy'), '30;w=300')
  assert.equal(refusal.headers.get('retry-after'), '300')
  await login(world, 'ben.sandbox.test')
  world.wait(5 * minute)
  await login(world)
})

test('three hundred sign-ins are the most of a day', async () => {
  await using world = await openWorld()
  for (let index = 0; index < 300; index += 1) {
    if (index % 30 === 0) world.wait(5 * minute)
    await login(world)
  }
  world.wait(5 * minute)
  const json = { identifier: ada, password: `app-pass-${ada}` }
  const refusal = await xrpc(world, 'com.atproto.server.createSession', { json })
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-policy'), '300;w=86400')
})

test('an hour has 5,000 points: 1,666 new posts, and then 429 until the window ends', async () => {
  await using world = await openWorld()
  const me = await login(world)
  const first = await me.put(tid(0), aPost('0'))
  assert.equal(first.headers.get('ratelimit-limit'), '5000')
  assert.equal(first.headers.get('ratelimit-remaining'), '4997')
  assert.equal(first.headers.get('ratelimit-policy'), '5000;w=3600')
  for (let from = 1; from < 1666; from += 185) {
    const answer = await writeMany(world, me, from, 185)
    assert.equal(answer.status, 200, answer.text)
  }
  world.wait(10 * minute)
  const refusal = await me.put(tid(1666), aPost('one too many'))
  assert.deepEqual(refused(refusal), [429, 'RateLimitExceeded'])
  assert.equal(refusal.headers.get('ratelimit-remaining'), '0')
  assert.equal(refusal.headers.get('retry-after'), String(50 * 60))
  const resets = Number(refusal.headers.get('ratelimit-reset'))
  assert.equal(resets, (world.now() + 50 * minute) / 1000)
  world.wait(50 * minute)
  const token = renewed(await renew(world, me.refreshJwt)).accessJwt
  const next = account(world, { ...me, accessJwt: token })
  assert.equal((await next.put(tid(1666), aPost('in time'))).status, 200)
  assert.equal(world.emulator.posts(ada).length, 1667)
})

test('posts, sessions and grants outlive a restart; a reset forgets them', async () => {
  await using world = await openWorld()
  const me = await login(world)
  const first = reference(await me.put(tid(1), aPost('first')))
  const image = await me.upload(png())
  const reply = { root: first, parent: first }
  const embed = { $type: 'app.bsky.embed.images', images: [{ alt: 'a dot', image }] }
  await me.put(tid(2), aPost('second', { reply, embed }))
  const client = oauthClient(world)
  const tokens = await client.tokens()

  await using later = await openWorld({ saved: world.kept() })
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
  await using world = await openWorld({ saved: { version: 0 } })
  assert.deepEqual(world.emulator.posts(), [])
  await login(world)
})

test('ten thousand posts stay quick to write and to list', async () => {
  await using world = await openWorld()
  let me = await login(world)
  const began = performance.now()
  for (let round = 0; round < 50; round += 1) {
    if (round % 8 === 0) {
      world.wait(hour)
      me = await login(world)
    }
    const answer = await writeMany(world, me, round * 200, 200)
    assert.equal(answer.status, 200, answer.text)
  }
  const list = world.emulator.posts(ada)
  assert.equal(list.length, 10_000)
  assert.equal(list.at(-1)?.text, 'post 9999')
  assert(performance.now() - began < 10_000)
})

/** New posts with the record keys `tid(from)` and on, in one call. */
function writeMany(world: TestWorld, { did, accessJwt }: Account, from: number, many: number) {
  const writes = Array.from({ length: many }, (_, index) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: 'app.bsky.feed.post',
    rkey: tid(from + index),
    value: aPost(`post ${from + index}`),
  }))
  const json = { repo: did, writes }
  return xrpc(world, 'com.atproto.repo.applyWrites', { token: accessJwt, json })
}

function claims(token: string): unknown {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return z.object({ jti: z.string() }).parse(payload).jti
}
