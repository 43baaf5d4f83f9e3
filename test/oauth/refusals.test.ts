import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { codeFor, connect, exchange, openBrowser, opens } from './browser.ts'
import {
  authorizeUrl,
  pkce,
  plainClient,
  type Query,
  redirect_uri,
  register,
  send,
  tokenRequest,
} from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { base_url } = service
const browser = await openBrowser(service)
const { client_id } = await register(service)

/** The error that the client is told at its redirect. */
async function told(change: Query) {
  const { headers, text } = await browser.go(
    authorizeUrl(service, client_id, pkce().challenge, change),
  )
  const url = new URL(headers.get('location') ?? '', base_url)
  assert.equal(url.origin + url.pathname, redirect_uri, text)
  // Requests for tokens are answered behind a #, as their own rules say.
  const answer = new URLSearchParams(url.hash.slice(1) || url.search)
  assert.deepEqual([answer.get('iss'), answer.get('state')], [base_url, 'a state'])
  assert.equal(answer.get('code'), null)
  return answer.get('error')
}

test('open redirect: whoever is not known, or wants to be called back elsewhere, is sent nowhere', async () => {
  const { challenge } = pkce()
  for (const [id, change] of [
    [client_id, { redirect_uri: 'https://evil.example/' }],
    [client_id, { redirect_uri: `${redirect_uri}/../other` }],
    [client_id, { redirect_uri: `${redirect_uri}?more=1` }],
    [client_id, { redirect_uri: `http://127.0.0.1.evil.example:4000/callback` }],
    [client_id, { redirect_uri: `http://127.0.0.1:4000@evil.example/callback` }],
    [client_id, { redirect_uri: 'https://evil.example/', response_type: 'token' }],
    [client_id, { redirect_uri: 'https://evil.example/', code_challenge: undefined }],
    ['unknown', {}],
    ['', {}],
  ] as [string, Query][]) {
    const { status, headers, text } = await browser.go(authorizeUrl(service, id, challenge, change))
    assert.deepEqual([status, headers.get('location')], [400, null], JSON.stringify(change))
    assert.match(text, /<p role="alert">/)
  }
})

test('open redirect: a stranger’s app that registered sends nobody anywhere before a person answered', async () => {
  const evil = 'https://evil.example/login'
  const { client_id: id } = await register(service, { ...plainClient, redirect_uris: [evil] })
  for (const change of [
    { prompt: 'none' },
    { response_type: 'token' },
    { code_challenge: undefined },
    { resource: 'https://evil.example' },
    { request: 'x' },
  ]) {
    const asked = { redirect_uri: evil, ...change }
    const url = authorizeUrl(service, id, pkce().challenge, asked)
    const { status, headers, text } = await browser.go(url)
    assert.deepEqual([status, headers.get('location')], [400, null], JSON.stringify(change))
    assert.match(text, /Back to evil.example<\/a>, if that is where you came from/)
  }
})

test('PKCE is needed, and only as S256', async () => {
  assert.equal(
    await told({ code_challenge: undefined, code_challenge_method: undefined }),
    'invalid_request',
  )
  assert.equal(await told({ code_challenge_method: undefined }), 'invalid_request')
  assert.equal(await told({ code_challenge_method: 'plain' }), 'invalid_request')
  assert.equal(await told({ code_challenge: 'short' }), 'invalid_request')
})

test('PKCE is checked: a code without its verifier is worth nothing', async () => {
  for (const [verifier, error] of [
    [undefined, 'invalid_grant'],
    [pkce().verifier, 'invalid_grant'],
    ['short', 'invalid_request'],
  ] as const) {
    const { code } = await codeFor(service, browser, client_id)
    const { status, body } = await exchange(service, {
      client_id,
      code,
      ...(verifier && { verifier }),
    })
    assert.deepEqual([status, body['error']], [400, error])
  }
})

test('a confidential client needs PKCE as well', async () => {
  const other = await register(service, {
    ...plainClient,
    token_endpoint_auth_method: 'client_secret_post',
  })
  const url = authorizeUrl(service, other.client_id, '', {
    code_challenge: undefined,
    code_challenge_method: undefined,
  })
  const { headers } = await browser.go(url)
  assert.match(headers.get('location') ?? '', /error=invalid_request/)
})

test('nothing but a code is given out', async () => {
  assert.equal(await told({ response_type: 'token' }), 'unsupported_response_type')
  assert.equal(await told({ response_type: 'code id_token' }), 'unsupported_response_type')
  assert.equal(await told({ prompt: 'none' }), 'consent_required')
  assert.equal(await told({ request: 'eyJhbGciOiJub25lIn0.e30.' }), 'request_not_supported')
  assert.equal(
    await told({ request_uri: 'https://evil.example/request' }),
    'request_uri_not_supported',
  )
})

test('another resource than ours is refused, at both ends', async () => {
  for (const resource of [
    base_url,
    `${base_url}/mcp`,
    'https://evil.example/mcp-oauth',
    'nonsense',
  ])
    assert.equal(await told({ resource }), 'invalid_target', resource)
  const { code, verifier } = await codeFor(service, browser, client_id)
  const { status, body } = await exchange(service, {
    client_id,
    code,
    verifier,
    resource: 'https://evil.example',
  })
  assert.deepEqual([status, body['error']], [400, 'invalid_target'])
})

test('the resource may be left out, or end with a slash, or name toolsets', async () => {
  const own = `${base_url}/mcp-oauth`
  for (const resource of [undefined, `${own}/`, `${own}?toolsets=default,account`]) {
    const { access_token } = await connect(service, browser, client_id, { change: { resource } })
    assert.equal(await opens(service, access_token), 200)
  }
})

test('code replay: a code is good once, and who shows it again ends what came of it', async () => {
  const { access_token, refresh_token, code, verifier } = await connect(service, browser, client_id)
  const again = await exchange(service, { client_id, code, verifier })
  assert.deepEqual([again.status, again.body['error']], [400, 'invalid_grant'])
  assert.equal(await opens(service, access_token), 401)
  const { body } = await tokenRequest(service, {
    grant_type: 'refresh_token',
    client_id,
    refresh_token,
  })
  assert.equal(body['error'], 'invalid_grant')
})

test('code replay at the same moment: one exchange goes through at the most', async () => {
  for (let round = 0; round < 5; round++) {
    const { code, verifier } = await codeFor(service, browser, client_id)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => exchange(service, { client_id, code, verifier })),
    )
    assert.ok(all.filter(({ status }) => status === 200).length <= 1)
    for (const { status, body } of all.filter((each) => each.status !== 200))
      assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
  }
})

test('a code is for the client and the redirect that it was given to', async () => {
  const other = await register(service)
  const { code, verifier } = await codeFor(service, browser, client_id)
  const stolen = await exchange(service, { client_id: other.client_id, code, verifier })
  assert.deepEqual([stolen.status, stolen.body['error']], [400, 'invalid_grant'])
  const moved = await exchange(service, {
    client_id,
    code,
    verifier,
    redirect_uri: 'http://127.0.0.1:4001/callback',
  })
  assert.deepEqual([moved.status, moved.body['error']], [400, 'invalid_grant'])
})

test('another issuer’s token opens nothing, and neither does one for another resource', async () => {
  await using elsewhere = await openService({ ROLE: 'api' })
  const theirs = await connect(
    elsewhere,
    await openBrowser(elsewhere),
    (await register(elsewhere)).client_id,
  )
  assert.equal(await opens(elsewhere, theirs.access_token), 200)
  assert.equal(await opens(service, theirs.access_token), 401)

  const { access_token } = await connect(service, browser, client_id)
  await service.query(
    `update oauth_entries set audience = 'https://other.example/mcp-oauth' where model = 'AccessToken'`,
  )
  assert.equal(await opens(service, access_token), 401)
})

test('a token without the scope is told which one it lacks', async () => {
  const { access_token } = await connect(service, browser, client_id)
  await service.query(
    `update oauth_entries set scope = 'offline_access' where model = 'AccessToken'`,
  )
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await send(`${base_url}/mcp-oauth`, { method: 'POST', headers })
  assert.equal(answer.status, 403)
  assert.equal(
    answer.headers.get('www-authenticate'),
    `Bearer error="insufficient_scope", scope="mcp:use", resource_metadata="${base_url}/.well-known/oauth-protected-resource/mcp-oauth"`,
  )
})

test('a token in the address is no token', async () => {
  const { access_token } = await connect(service, browser, client_id)
  const url = `${base_url}/mcp-oauth?access_token=${access_token}`
  const headers = { 'content-type': 'application/json' }
  const { status } = await send(url, { method: 'POST', headers, body: '{}' })
  assert.equal(status, 401)
})
