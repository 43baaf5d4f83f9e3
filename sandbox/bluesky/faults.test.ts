import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { oauthClient } from './testing-oauth.ts'
import {
  account,
  ada,
  type Answer,
  aPost,
  call,
  login,
  openStore,
  png,
  tid,
  withImages,
  xrpc,
  renew,
  renewed,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

test('faults that every emulator plays: what happened is visible in the posts', async () => {
  const table: [string, number | 'cut', number][] = [
    ['refuse_500', 500, 0],
    ['landed_500', 500, 1],
    ['cut_before', 'cut', 0],
    ['landed_cut', 'cut', 1],
    ['landed_garbage', 200, 1],
    ['slow', 200, 1],
  ]
  for (const [fault, status, landed] of table) {
    await using store = await openStore()
    const me = await login(store)
    store.emulator.faults.set({ account: ada, fault, ms: 20 })
    const seen = await me.put(tid(1), aPost('hello')).then(
      (answer) => answer.status,
      () => 'cut',
    )
    assert.equal(seen, status, fault)
    assert.equal(store.emulator.posts().length, landed, fault)
    assert.equal((await me.put(tid(1), aPost('hello'))).status, 200)
    assert.equal(store.emulator.posts().length, 1, 'the repetition is the same post')
    assert.deepEqual(store.emulator.faults.played, { [fault]: 1 })
  }
})

test('landed_silence: the post is there, the answer never comes', async () => {
  await using store = await openStore()
  const me = await login(store)
  store.emulator.faults.set({ account: me.did, fault: 'landed_silence' })
  const url = `${store.url}/pds/xrpc/com.atproto.repo.putRecord`
  const body = JSON.stringify({
    repo: me.did,
    collection: 'app.bsky.feed.post',
    rkey: tid(1),
    record: aPost('hello'),
  })
  const headers = { authorization: `Bearer ${me.accessJwt}`, 'content-type': 'application/json' }
  const impatience = new AbortController()
  const silent = call(url, { method: 'POST', headers, body, signal: impatience.signal })
  let answered = false
  const settled = Promise.allSettled([silent.finally(() => (answered = true))])
  while (store.emulator.posts().length < 1) await setImmediate()
  await sleep(100)
  assert.equal(answered, false)
  impatience.abort()
  await settled
  assert.equal(store.emulator.posts().length, 1)
})

test('faults of this platform: nothing is posted, and the answer says why', async () => {
  const table: [string, number, string][] = [
    ['rate_limited', 429, 'RateLimitExceeded'],
    ['rate_limited_bare', 429, 'RateLimitExceeded'],
    ['token_expired', 400, 'ExpiredToken'],
    ['token_revoked', 400, 'ExpiredToken'],
    ['scope_missing', 403, 'ScopeMissingError'],
    ['suspended', 401, 'AccountTakedown'],
    ['deactivated', 401, 'AccountDeactivated'],
    ['upstream_502', 502, 'UpstreamFailure'],
  ]
  await using store = await openStore()
  for (const [fault, status, error] of table) {
    const me = await login(store)
    assert(store.emulator.own_faults.includes(fault))
    store.emulator.faults.set({ account: ada, fault, ms: 90_000 })
    const answer = await me.put(tid(1), aPost('hello'))
    assert.deepEqual(refused(answer), [status, error], fault)
    const wait = fault === 'rate_limited' ? '90' : null
    assert.equal(answer.headers.get('retry-after'), wait)
  }
  assert.equal(store.emulator.posts().length, 0)
})

test('an expired token stays expired until it is refreshed; a revoked session cannot be', async () => {
  await using store = await openStore()
  const me = await login(store)
  store.emulator.faults.set({ account: ada, fault: 'token_expired' })
  await me.put(tid(1), aPost('hello'))
  assert.deepEqual(refused(await me.put(tid(1), aPost('hello'))), [400, 'ExpiredToken'])
  const next = account(store, renewed(await renew(store, me.refreshJwt)))
  assert.equal((await next.put(tid(1), aPost('hello'))).status, 200)
  store.emulator.faults.set({ account: ada, fault: 'token_revoked' })
  await next.put(tid(2), aPost('hello again'))
  const gone = await renew(store, next.refreshJwt)
  assert.deepEqual(gone.body, { error: 'ExpiredToken', message: 'Token has been revoked' })
})

test('the same faults end an OAuth session', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const tokens = await client.tokens()
  const json = {
    repo: tokens.sub,
    collection: 'app.bsky.feed.post',
    rkey: tid(1),
    record: aPost('hi'),
  }
  const post = (token: string) => client.xrpc('com.atproto.repo.putRecord', token, { json })
  store.emulator.faults.set({ account: tokens.sub, fault: 'token_expired' })
  for (const _ of [1, 2]) {
    const answer = await post(tokens.access_token)
    assert.deepEqual(refused(answer), [401, 'invalid_token'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^DPoP .*error="invalid_token"/)
  }
  const { access_token, refresh_token } = await refreshed(client, tokens.refresh_token)
  assert.equal((await post(access_token)).status, 200)
  store.emulator.faults.set({ account: tokens.sub, fault: 'token_revoked' })
  assert.deepEqual(refused(await post(access_token)), [401, 'invalid_token'])
  assert.deepEqual(refused(await client.refresh(refresh_token)), [400, 'invalid_grant'])
})

test('a server of old refuses an image of more than 1,000,000 bytes, at upload or in the post', async () => {
  await using store = await openStore()
  const me = await login(store)
  const large = png(1_929_380)
  store.emulator.faults.set({ account: ada, fault: 'old_blob_limit', on: 'upload' })
  const upload = 'com.atproto.repo.uploadBlob'
  const { status, body } = await me.call(upload, { bytes: large })
  assert.equal(status, 400)
  assert.deepEqual(body, {
    error: 'BlobTooLarge',
    message: 'This file is too large. It is 1.84MB but the maximum size is 976.56KB.',
  })
  const image = await me.upload(large)
  store.emulator.faults.set({ account: ada, fault: 'old_blob_limit' })
  const record = withImages([{ alt: '', image }])
  assert.deepEqual(refused(await me.put(tid(1), record)), [400, 'BlobTooLarge'])
  assert.equal((await me.put(tid(1), record)).status, 200)
})

test('a collected blob is BlobNotFound until it is uploaded again', async () => {
  await using store = await openStore()
  const me = await login(store)
  const image = await me.upload(png())
  const record = withImages([{ alt: '', image }])
  store.emulator.faults.set({ account: ada, fault: 'blob_missing' })
  for (const _ of [1, 2]) {
    const { body } = await me.put(tid(1), record)
    const message = `Could not find blob: ${image.ref.$link}`
    assert.deepEqual(body, { error: 'BlobNotFound', message })
  }
  assert.deepEqual(await me.upload(png()), image)
  assert.equal((await me.put(tid(1), record)).status, 200)
})

test('sign-in, tokens, reads and uploads play faults as well', async () => {
  await using store = await openStore()
  const me = await login(store)
  const { faults } = store.emulator
  const json = { identifier: ada, password: `app-pass-${ada}` }
  faults.set({ account: ada, fault: 'suspended', on: 'session' })
  const session = await xrpc(store, 'com.atproto.server.createSession', { json })
  assert.deepEqual(refused(session), [401, 'AccountTakedown'])
  faults.set({ account: ada, fault: 'token_revoked', on: 'session' })
  assert.deepEqual(refused(await renew(store, me.refreshJwt)), [400, 'ExpiredToken'])

  const client = oauthClient(store)
  const tokens = await client.tokens()
  faults.set({ account: ada, fault: 'refuse_500', on: 'token' })
  assert.deepEqual(refused(await client.refresh(tokens.refresh_token)), [500, 'server_error'])
  faults.set({ account: ada, fault: 'landed_500', on: 'token' })
  assert.equal((await client.refresh(tokens.refresh_token)).status, 500)
  const lost = await client.refresh(tokens.refresh_token)
  assert.equal(lost.body['error'], 'invalid_grant', 'the answer was lost, so the token is used')

  faults.set({ account: ada, fault: 'upstream_502', on: 'read' })
  const query = { repo: me.did, collection: 'app.bsky.feed.post' }
  const list = await xrpc(store, 'com.atproto.repo.listRecords', { query })
  assert.deepEqual(refused(list), [502, 'UpstreamFailure'])
  faults.set({ account: '*', fault: 'refuse_500', on: 'upload' })
  const upload = await me.call('com.atproto.repo.uploadBlob', { bytes: png() })
  assert.deepEqual(refused(upload), [500, 'InternalServerError'])
})

async function refreshed(client: ReturnType<typeof oauthClient>, token: string) {
  const { body } = await client.refresh(token)
  return z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body)
}
