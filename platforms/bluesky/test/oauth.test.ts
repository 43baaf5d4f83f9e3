import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Tools } from '../../platform.ts'
import { bluesky } from '../connector.ts'
import { account, type Asked, did, didDocument, pds, stub, type Told } from './stub.ts'

const issuer = 'https://auth.example/deep'
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  pushed_authorization_request_endpoint: `${issuer}/par`,
  revocation_endpoint: `${issuer}/revoke`,
}
const tokens = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'DPoP',
  scope: 'atproto transition:generic',
  expires_in: 3600,
  sub: did,
}

/** A sign-in server on which everything goes well, save what `instead` answers. */
function server(instead: Record<string, Told> = {}) {
  const told: Record<string, Told> = {
    [`${pds}/.well-known/oauth-protected-resource`]: { body: { authorization_servers: [issuer] } },
    'https://entry.example/.well-known/oauth-protected-resource': {
      body: { authorization_servers: [issuer] },
    },
    [`${issuer}/.well-known/oauth-authorization-server`]: { body: metadata },
    [`${issuer}/par`]: { status: 201, body: { request_uri: 'urn:x', expires_in: 299 } },
    [`${issuer}/token`]: { body: tokens },
    [`https://plc.example/${did}`]: { body: didDocument() },
    ...instead,
  }
  return stub(({ url }) => (url.includes('resolveHandle') ? { body: { did } } : told[url]))
}

const form = (asked: Asked | undefined) => Object.fromEntries(new URLSearchParams(asked?.body))

async function connected(
  tools: Tools,
  change: Record<string, string> = {},
  hint = 'alice.example',
) {
  const { keep } = await bluesky.authorize({ state: 'st', hint }, tools)
  return bluesky.exchange({ state: 'st', iss: issuer, code: 'c', ...change }, keep, tools)
}

test('the request is pushed with PKCE and a proof; the page gets a reference only', async () => {
  const tools = server()
  const { url } = await bluesky.authorize({ state: 'st', hint: '@Alice.Example' }, tools)
  const pushed = tools.asked.find((asked) => asked.url === `${issuer}/par`)
  const { code_challenge, ...rest } = form(pushed)
  assert.match(code_challenge ?? '', /^[\w-]{43}$/)
  assert.deepEqual(rest, {
    client_id: 'https://crier.example/client-metadata.json',
    redirect_uri: 'https://crier.example/callback',
    scope: 'atproto transition:generic',
    state: 'st',
    response_type: 'code',
    code_challenge_method: 'S256',
    login_hint: 'alice.example',
  })
  assert(pushed?.headers['dpop'])
  const client_id = encodeURIComponent('https://crier.example/client-metadata.json')
  assert.equal(url, `${issuer}/authorize?client_id=${client_id}&request_uri=urn%3Ax`)
})

test('without a client id the development client stands in, on loopback addresses only', async () => {
  const tools = server()
  const at = async (redirect_uri: string) => {
    const config = { ...tools.config, client_id: '', redirect_uri }
    await bluesky.authorize({ state: 's' }, { ...tools, config })
    return form(tools.asked.findLast(({ url }) => url.endsWith('/par')))
  }
  const used = 'http://127.0.0.1:3000/callback'
  const query = new URLSearchParams({ redirect_uri: used, scope: 'atproto transition:generic' })
  for (const configured of [used, 'http://localhost:3000/callback']) {
    const { client_id, redirect_uri } = await at(configured)
    assert.equal(redirect_uri, used)
    assert.equal(client_id, `http://localhost?${query.toString()}`)
  }
  await assert.rejects(at('https://crier.example/callback'), { code: 'not_configured' })
})

test('a server that is no resource may still be the one that signs in', async () => {
  const entry = 'https://entry.example'
  const own = { ...metadata, issuer: entry }
  const tools = server({
    [`${entry}/.well-known/oauth-protected-resource`]: { status: 404, body: '<html>' },
    [`${entry}/.well-known/oauth-authorization-server`]: { body: own },
  })
  assert.equal((await bluesky.authorize({ state: 's' }, tools)).keep['issuer'], entry)
})

test('the answer becomes an account with a key of its own', async () => {
  const [offered] = await connected(server())
  assert.equal(offered?.platform_account_id, did)
  assert.equal(offered.username, 'alice.example')
  assert.deepEqual(offered.settings, { pds })
  assert(offered.credentials.refreshable)
  assert.deepEqual(Object.keys(offered.credentials.secret).toSorted(), [
    'access_token',
    'client_id',
    'issuer',
    'key',
    'refresh_token',
    'token_endpoint',
    'type',
  ])
})

const refused: [
  what: string,
  instead: Record<string, Told>,
  change: Record<string, string>,
  code: string,
][] = [
  ['another issuer', {}, { iss: 'https://evil.example' }, 'state_unknown'],
  ['no issuer', {}, { iss: '' }, 'state_unknown'],
  ['another state', {}, { state: 'x' }, 'state_unknown'],
  ['a refusal', {}, { error: 'access_denied' }, 'access_denied'],
  ['an error', {}, { error: 'server_error' }, 'authorization_failed'],
  [
    'another person',
    { [`${issuer}/token`]: { body: { ...tokens, sub: 'did:plc:eve' } } },
    {},
    'other_account',
  ],
  [
    'too little',
    { [`${issuer}/token`]: { body: { ...tokens, scope: 'email' } } },
    {},
    'missing_scope',
  ],
  [
    'a bearer token',
    { [`${issuer}/token`]: { body: { ...tokens, token_type: 'Bearer' } } },
    {},
    'unreadable_answer',
  ],
  [
    'metadata of somebody else',
    {
      [`${issuer}/.well-known/oauth-authorization-server`]: {
        body: { ...metadata, issuer: 'https://x.example' },
      },
    },
    {},
    'issuer_mismatch',
  ],
  [
    'an endpoint by plain http',
    {
      [`${issuer}/.well-known/oauth-authorization-server`]: {
        body: { ...metadata, token_endpoint: 'http://10.0.0.1' },
      },
    },
    {},
    'invalid_server',
  ],
]
for (const [what, instead, change, code] of refused) {
  test(`${what} is not taken`, async () => {
    await assert.rejects(connected(server(instead), change), (error) => {
      assert(error instanceof Failure)
      assert.equal(error.code, code)
      return true
    })
  })
}

test('an issuer that the PDS of the account does not name is not taken', async () => {
  const evil = 'https://evil.example'
  const theirs = {
    issuer: evil,
    authorization_endpoint: evil,
    token_endpoint: `${evil}/t`,
    pushed_authorization_request_endpoint: `${evil}/par`,
  }
  const tools = server({
    'https://entry.example/.well-known/oauth-protected-resource': {
      body: { authorization_servers: [evil] },
    },
    [`${evil}/.well-known/oauth-authorization-server`]: { body: theirs },
    [`${evil}/par`]: { body: { request_uri: 'urn:y' } },
    [`${evil}/t`]: { body: tokens },
  })
  const { keep } = await bluesky.authorize({ state: 's' }, tools)
  const taken = bluesky.exchange({ state: 's', iss: evil, code: 'c' }, keep, tools)
  await assert.rejects(taken, { code: 'issuer_mismatch' })
})

test('a refresh token is sent once, whatever the answer is', async () => {
  const [offered] = await connected(server())
  assert(offered)
  const alice = { ...account, secret: offered.credentials.secret }
  const answers: Record<string, Told> = {
    fine: { body: { ...tokens, refresh_token: 'next' } },
    broken: { status: 500, body: { error: 'server_error' } },
    unreadable: { body: '<html>' },
    replayed: {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Refresh token replayed' },
    },
    limited: { status: 429, body: '' },
  }
  const kinds: Record<string, string> = {}
  for (const [name, told] of Object.entries(answers)) {
    const tools = server({ [`${issuer}/token`]: told })
    try {
      const { secret } = await bluesky.refresh(alice, tools)
      kinds[name] = JSON.stringify(secret['refresh_token'])
    } catch (error) {
      assert(error instanceof Failure)
      kinds[name] = error.kind
    }
    assert.equal(tools.asked.length, 1, name)
    assert.equal(form(tools.asked[0])['refresh_token'], 'refresh')
  }
  const expected = {
    fine: '"next"',
    broken: 'later',
    unreadable: 'later',
    replayed: 'reconnect',
    limited: 'later',
  }
  assert.deepEqual(kinds, expected)
})

test('disconnecting ends the session where its server says, and says so where it cannot', async () => {
  const oauth = async (instead: Record<string, Told>) => {
    const tools = server(instead)
    const secret = (await connected(tools))[0]?.credentials.secret ?? assert.fail()
    return { tools, ending: bluesky.revoke?.({ ...account, secret }, tools) }
  }
  const { tools, ending } = await oauth({ [`${issuer}/revoke`]: { body: {} } })
  await ending
  const sent = tools.asked.at(-1)
  assert.deepEqual([sent?.url, form(sent)['token']], [`${issuer}/revoke`, 'refresh'])
  const { revocation_endpoint: _, ...without } = metadata
  for (const instead of [
    { [`${issuer}/revoke`]: { status: 400, body: { error: 'invalid_request' } } },
    { [`${issuer}/.well-known/oauth-authorization-server`]: { body: without } },
  ]) {
    const refused = await oauth(instead)
    await assert.rejects(refused.ending ?? assert.fail(), { code: 'not_revoked' })
  }
})
