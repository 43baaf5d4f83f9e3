import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { oauthClient, tokenAnswer } from './testing-oauth.ts'
import { ada, type Answer, aPost, call, day, hour, minute, openStore, xrpc } from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const create = 'com.atproto.repo.createRecord'

const newPost = (repo: string, text = 'hello') => ({
  json: { repo, collection: 'app.bsky.feed.post', record: aPost(text) },
})

test('a whole conversation: discovery, push, consent, tokens, a post, refresh, revocation', async () => {
  await using store = await openStore()
  const issuer = `${store.url}/pds`
  const [person] = store.emulator.people
  assert(person)

  const { body: found } = await xrpc(
    store,
    'com.atproto.identity.resolveHandle',
    { query: { handle: ada } },
    'public',
  )
  assert.equal(found['did'], person.id)
  const { text: document } = await call(`${store.url}/plc/${person.id}`)
  assert.match(document, new RegExp(`"#atproto_pds".*"serviceEndpoint":"${issuer}"`))
  const { body: resource } = await call(`${issuer}/.well-known/oauth-protected-resource`)
  assert.deepEqual(resource['authorization_servers'], [issuer])
  const { body: server } = await call(`${issuer}/.well-known/oauth-authorization-server`)
  assert.equal(server['issuer'], issuer)
  assert.equal(server['pushed_authorization_request_endpoint'], `${issuer}/oauth/par`)
  assert.equal(server['require_pushed_authorization_requests'], true)

  const client = oauthClient(store)
  const first = await client.send('par', {})
  assert.equal(first.status, 400)
  assert.deepEqual(first.body, {
    error: 'use_dpop_nonce',
    error_description: 'Authorization server requires nonce in DPoP proof',
  })
  const pushed = await client.push({ login_hint: 'ben.sandbox.test' })
  assert.equal(pushed.status, 201)
  assert.equal(pushed.body['expires_in'], 299)
  const { request_uri } = z.object({ request_uri: z.string() }).parse(pushed.body)
  assert.match(request_uri, /^urn:ietf:params:oauth:request_uri:req-/)

  const query = new URLSearchParams({ client_id: client.client_id, request_uri }).toString()
  const page = await call(`${issuer}/oauth/authorize?${query}`)
  assert.equal(page.status, 200)
  assert.match(page.text, /value="ben\.sandbox\.test" checked/)
  const { answer, back } = await client.decide(request_uri, { person: ada, decision: 'allow' })
  assert.equal(answer.status, 303)
  assert.deepEqual([back.get('state'), back.get('iss')], ['a state', issuer])

  const answered = await client.exchange(back.get('code') ?? '')
  assert.equal(answered.headers.get('cache-control'), 'no-store')
  const tokens = tokenAnswer.parse(answered.body)
  assert.deepEqual([tokens.sub, tokens.scope], [person.id, 'atproto transition:generic'])

  const posted = await client.xrpc(create, tokens.access_token, newPost(tokens.sub))
  assert.equal(posted.status, 200, posted.text)
  assert.equal(store.emulator.posts(person.id).length, 1)
  const next = tokenAnswer.parse((await client.refresh(tokens.refresh_token)).body)
  assert.notEqual(next.refresh_token, tokens.refresh_token)
  assert.equal((await client.xrpc(create, next.access_token, newPost(next.sub))).status, 200)

  const revoked = await client.send('revoke', { token: next.access_token })
  assert.deepEqual([revoked.status, revoked.body], [200, {}])
  const after = await client.xrpc(create, next.access_token, newPost(next.sub))
  assert.deepEqual(refused(after), [401, 'invalid_token'])
  assert.deepEqual(refused(await client.refresh(next.refresh_token)), [400, 'invalid_grant'])
})

test('a refresh token used twice ends the session, the new tokens included', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const old = await client.tokens()
  const next = tokenAnswer.parse((await client.refresh(old.refresh_token)).body)
  const replay = await client.refresh(old.refresh_token)
  assert.equal(replay.status, 400)
  assert.deepEqual(replay.body, {
    error: 'invalid_grant',
    error_description: 'Refresh token replayed',
  })
  assert.deepEqual(refused(await client.xrpc(create, next.access_token, newPost(next.sub))), [
    401,
    'invalid_token',
  ])
  assert.deepEqual(refused(await client.refresh(next.refresh_token)), [400, 'invalid_grant'])
})

test('an access token lasts an hour, a public session two weeks', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  let tokens = await client.tokens()
  const get = 'com.atproto.server.getSession'
  store.wait(hour - 1000)
  assert.equal((await client.xrpc(get, tokens.access_token)).status, 200)
  store.wait(1000)
  assert.deepEqual(refused(await client.xrpc(get, tokens.access_token)), [401, 'invalid_token'])
  store.wait(13 * day)
  tokens = tokenAnswer.parse((await client.refresh(tokens.refresh_token)).body)
  store.wait(day)
  assert.deepEqual(refused(await client.refresh(tokens.refresh_token)), [400, 'invalid_grant'])
})

test('a person may say no, once', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const { request_uri } = z.object({ request_uri: z.string() }).parse((await client.push()).body)
  const nobody = await client.decide(request_uri, { decision: 'allow' })
  assert.equal(nobody.answer.status, 400)
  const { back } = await client.decide(request_uri, { person: ada, decision: 'deny' })
  assert.deepEqual(
    ['error', 'state', 'iss', 'code'].map((name) => back.get(name)),
    ['access_denied', 'a state', `${store.url}/pds`, null],
  )
  const again = await client.decide(request_uri, { person: ada, decision: 'allow' })
  assert.deepEqual(refused(again.answer), [400, 'invalid_request'])
})

test('a request is pushed before the page is opened, and opened within five minutes', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const page = `${store.url}/pds/oauth/authorize`
  const plain = new URLSearchParams({ client_id: client.client_id, response_type: 'code' })
  assert.deepEqual(refused(await call(`${page}?${plain.toString()}`)), [400, 'invalid_request'])
  const { request_uri } = z.object({ request_uri: z.string() }).parse((await client.push()).body)
  const query = (client_id: string) => new URLSearchParams({ client_id, request_uri }).toString()
  assert.equal((await call(`${page}?${query(client.client_id)}`)).status, 200)
  assert.equal((await call(`${page}?${query('http://localhost')}`)).status, 400)
  store.wait(5 * minute)
  assert.equal((await call(`${page}?${query(client.client_id)}`)).status, 400)
})

test('what may be pushed: code, S256, a known client, its redirect_uri and its scope', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const table: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ redirect_uri: 'http://127.0.0.1/elsewhere' }, 'invalid_request'],
    [{ redirect_uri: 'http://localhost/cb' }, 'invalid_request'],
    [{ scope: 'transition:generic' }, 'invalid_scope'],
    [{ scope: 'atproto transition:email' }, 'invalid_scope'],
    [{ scope: 'atproto everything' }, 'invalid_scope'],
    [{ client_id: 'https://unknown.example/client.json' }, 'invalid_client'],
    [{ client_id: 'http://localhost:8080?scope=atproto' }, 'invalid_client'],
    [
      { client_id: 'http://localhost?redirect_uri=https%3A%2F%2Fexample.com' },
      'invalid_client_metadata',
    ],
  ]
  for (const [fields, error] of table) {
    assert.deepEqual(refused(await client.push(fields)), [400, error], JSON.stringify(fields))
  }
  assert.equal((await client.push({ redirect_uri: 'http://127.0.0.1:8080/cb' })).status, 201)
})

test('a code is for one use, one client, one key, one redirect_uri and one verifier', async () => {
  await using store = await openStore()
  const client = oauthClient(store)
  const stranger = oauthClient(store)
  for (const more of [
    { code_verifier: 'v'.repeat(43) },
    { redirect_uri: 'http://127.0.0.1:1/cb' },
    { code: 'cod-unknown' },
    { client_id: 'http://localhost' },
  ]) {
    const answer = await client.exchange(await client.authorize(), more)
    assert.deepEqual(refused(answer), [400, 'invalid_grant'], JSON.stringify(more))
  }
  const code = await client.authorize()
  const { code_verifier } = client
  assert.deepEqual(refused(await stranger.exchange(code, { code_verifier })), [
    400,
    'invalid_grant',
  ])
  const tokens = tokenAnswer.parse((await client.exchange(code)).body)
  assert.deepEqual(refused(await client.exchange(code)), [400, 'invalid_grant'])
  const after = await client.refresh(tokens.refresh_token)
  assert.deepEqual(refused(after), [400, 'invalid_grant'], 'the second use ended the session')
  const late = await client.authorize()
  store.wait(5 * minute)
  assert.deepEqual(refused(await client.exchange(late)), [400, 'invalid_grant'])
})
