import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { newKeys, oauthClient, signJwt, tokenAnswer } from './testing-oauth.ts'
import {
  ada,
  type Answer,
  aPost,
  day,
  minute,
  openStore,
  png,
  putBody,
  tid,
  xrpc,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const create = 'com.atproto.repo.createRecord'

const newPost = (repo: string, text = 'hello') => ({
  json: { repo, collection: 'app.bsky.feed.post', record: aPost(text) },
})

test('every part of a proof is checked', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const { access_token } = await client.tokens()
  const get = 'com.atproto.server.getSession'
  assert.equal((await client.xrpc(get, access_token)).status, 200)
  const htu = `${store.url}/pds/xrpc/${get}`
  const ath = createHash('sha256').update(access_token).digest('base64url')
  const good = { htm: 'GET', htu, ath }
  const now = Math.floor(store.now() / 1000)
  const { proof } = client
  const privateJwk = client.keys.privateKey.export({ format: 'jwk' })
  const other = newKeys().publicKey.export({ format: 'jwk' })
  const twice = proof(good)
  const sent = (dpop: string) => client.xrpcOnce(get, access_token, {}, dpop)
  assert.equal((await sent(twice)).status, 200)
  const table: [string, string][] = [
    [twice, 'jti'],
    ['not a token', 'form'],
    [proof(good, { typ: 'JWT' }), 'typ'],
    [proof(good, { alg: 'RS256' }), 'alg'],
    [proof(good, { jwk: undefined }), 'jwk'],
    [proof(good, { jwk: privateJwk }), 'private jwk'],
    [proof(good, { jwk: other }), 'signature'],
    [proof({ ...good, htm: 'POST' }), 'htm'],
    [proof({ ...good, htu: `${htu}?a=1` }), 'htu with query'],
    [proof({ ...good, htu: `${store.url}/pds/xrpc/other` }), 'htu'],
    [proof({ ...good, iat: now - 400 }), 'old'],
    [proof({ ...good, iat: now + 60 }), 'early'],
    [proof({ ...good, ath: undefined }), 'no ath'],
    [proof({ ...good, ath: 'x' }), 'ath'],
    [proof({ ...good, jti: undefined }), 'no jti'],
  ]
  for (const [dpop, why] of table) {
    const answer = await sent(dpop)
    assert.deepEqual(refused(answer), [401, 'invalid_dpop_proof'], why)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^DPoP .*error="invalid_dpop_proof"/)
  }
  const search = await client.xrpcOnce(get, access_token, { query: { a: '1' } }, proof(good))
  assert.equal(search.status, 200, 'the query is no part of htu')
})

test('nonces change, and an old one is refused with the new', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const { access_token } = await client.tokens()
  const get = 'com.atproto.server.getSession'
  client.nonce = ''
  const none = await client.xrpcOnce(get, access_token)
  assert.deepEqual(refused(none), [401, 'use_dpop_nonce'])
  assert.match(none.headers.get('www-authenticate') ?? '', /^DPoP .*error="use_dpop_nonce"/)
  assert(none.headers.get('dpop-nonce'))
  const { nonce } = client
  store.wait(3 * minute)
  assert.equal((await client.xrpcOnce(get, access_token)).status, 200, 'the one before still goes')
  client.nonce = nonce
  store.wait(3 * minute)
  assert.deepEqual(refused(await client.xrpcOnce(get, access_token)), [401, 'use_dpop_nonce'])
  assert.equal((await client.xrpcOnce(get, access_token)).status, 200)
})

test('a token serves the key it was made for, and only as DPoP', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const thief = oauthClient(store)
  const { access_token, refresh_token } = await client.tokens()
  const get = 'com.atproto.server.getSession'
  assert.deepEqual(refused(await thief.xrpc(get, access_token)), [401, 'invalid_token'])
  assert.deepEqual(refused(await thief.refresh(refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(refused(await xrpc(store, get, { token: access_token })), [400, 'InvalidToken'])
  assert.deepEqual(refused(await client.xrpc(get, `${access_token}x`)), [401, 'invalid_token'])
})

test('a granular scope allows what it names', async () => {
  await using store = await openStore()
  const collection = 'app.bsky.feed.post'
  const narrow = oauthClient(store, {
    scope: `atproto repo:${collection}?action=create blob:image/*`,
  })
  const { access_token, sub } = await narrow.tokens()
  assert.equal((await narrow.xrpc(create, access_token, newPost(sub))).status, 200)
  const upload = (type: string) =>
    narrow.xrpc('com.atproto.repo.uploadBlob', access_token, { bytes: png(), type })
  assert.equal((await upload('image/png')).status, 200)
  assert.deepEqual(refused(await upload('video/mp4')), [403, 'ScopeMissingError'])
  const put = { json: putBody(sub, tid(1), aPost('hello')) }
  const refusedPut = await narrow.xrpc('com.atproto.repo.putRecord', access_token, put)
  assert.deepEqual(refusedPut.body, {
    error: 'ScopeMissingError',
    message: `Missing required scope "repo:${collection}?action=update"`,
  })
  const remove = { json: { repo: sub, collection, rkey: tid(1) } }
  const refusedDelete = await narrow.xrpc('com.atproto.repo.deleteRecord', access_token, remove)
  assert.deepEqual(refused(refusedDelete), [403, 'ScopeMissingError'])

  for (const scope of [`repo:${collection}`, 'repo:*', `repo?collection=${collection}`]) {
    const wide = oauthClient(store, { scope: `atproto ${scope}` })
    const tokens = await wide.tokens()
    const done = await wide.xrpc('com.atproto.repo.putRecord', tokens.access_token, put)
    assert.equal(done.status, 200, scope)
  }
  const bare = oauthClient(store, { scope: 'atproto' })
  const { access_token: token } = await bare.tokens()
  const answer = await bare.xrpc(create, token, newPost(sub))
  assert.equal(answer.body['message'], `Missing required scope "repo:${collection}?action=create"`)
})

test('a registered client uses exactly its redirect_uris, and no secret', async () => {
  const client_id = 'https://crier.example/client-metadata.json'
  const redirect_uri = 'https://crier.example/callback'
  const clients = [{ client_id, client_secret: 'unused', redirect_uris: [redirect_uri] }]
  await using store = await openStore({ clients })
  const client = oauthClient(store, { client_id, redirect_uri })
  assert.equal((await client.tokens()).sub, store.emulator.people[0]?.id)
  const elsewhere = await client.push({ redirect_uri: `${redirect_uri}/x` })
  assert.deepEqual(refused(elsewhere), [400, 'invalid_request'])
  assert.deepEqual(refused(await client.push({ client_secret: 'unused' })), [401, 'invalid_client'])
})

test('a client registered with a key proves itself with private_key_jwt, and may stay longer', async () => {
  const client_id = 'https://crier.example/client-metadata.json'
  const redirect_uri = 'https://crier.example/callback'
  const { publicKey, privateKey } = newKeys()
  const client_secret = JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })
  const clients = [{ client_id, client_secret, redirect_uris: [redirect_uri] }]
  await using store = await openStore({ clients })
  const client = oauthClient(store, { client_id, redirect_uri })
  const assertion = (more: object = {}, key = privateKey) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(
      key,
      { alg: 'ES256', kid: '1' },
      {
        iss: client_id,
        sub: client_id,
        aud: `${store.url}/pds`,
        jti: randomUUID(),
        iat: Math.floor(store.now() / 1000),
        ...more,
      },
    ),
  })
  assert.deepEqual(refused(await client.push()), [401, 'invalid_client'])
  for (const wrong of [
    assertion({ aud: 'https://bsky.social' }),
    assertion({ iss: 'https://other.example' }),
    assertion({ iat: 0 }),
    assertion({}, newKeys().privateKey),
  ]) {
    assert.deepEqual(refused(await client.push(wrong)), [401, 'invalid_client'])
  }
  const once = assertion()
  const pushed = await client.push(once)
  assert.deepEqual(refused(await client.push(once)), [401, 'invalid_client'])
  const { request_uri } = z.object({ request_uri: z.string() }).parse(pushed.body)
  const { back } = await client.decide(request_uri, { person: ada, decision: 'allow' })
  const answer = await client.exchange(back.get('code') ?? '', assertion())
  const { refresh_token } = tokenAnswer.parse(answer.body)
  store.wait(80 * day)
  await client.push(assertion()) // learns the nonce
  const fields = { grant_type: 'refresh_token', refresh_token, ...assertion() }
  assert.equal((await client.send('token', fields)).status, 200)
})
