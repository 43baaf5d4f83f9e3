import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { clients } from './clients.ts'
import { authorizeUrl, pkce, plainClient, register, send, sendJson } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const url = `${service.base_url}/oauth/register`

for (const { name, registers, redirects } of clients) {
  test(`${name} registers, and is asked about on each of its redirects`, async () => {
    const client = await register(service, registers)
    assert.deepEqual(client.redirect_uris, registers['redirect_uris'])
    for (const redirect_uri of redirects) {
      const { challenge } = pkce()
      const asked = authorizeUrl(service, client.client_id, challenge, { redirect_uri })
      const { status, headers, text } = await send(asked)
      assert.equal(status, 303, text)
      assert.match(
        headers.get('location') ?? '',
        /^\/sign-in\?return_to=%2Fconsent%2F/,
        redirect_uri,
      )
    }
  })
}

test('a client that says how it authenticates gets a secret when it needs one', async () => {
  const secret = await register(service, {
    ...plainClient,
    token_endpoint_auth_method: 'client_secret_basic',
  })
  assert.ok(secret.client_secret)
  const silent = await register(service, { redirect_uris: plainClient.redirect_uris })
  assert.ok(silent.client_secret, 'RFC 7591: the default is client_secret_basic')
  const none = await register(service)
  assert.equal(none.client_secret, undefined)
})

const refused: [what: string, redirect: string][] = [
  ['plain http to the public', 'http://evil.example/callback'],
  ['a script', 'javascript:alert(1)'],
  ['a data address', 'data:text/html,hello'],
  ['a scheme that anybody can claim', 'myapp://callback'],
  ['a fragment', 'https://app.example/callback#here'],
  ['a user name', 'https://claude.ai@evil.example/callback'],
  ['something else', 'no address'],
]

for (const [what, redirect] of refused) {
  test(`a redirect that is ${what} is refused by name`, async () => {
    const { status, body } = await sendJson(url, { ...plainClient, redirect_uris: [redirect] })
    assert.equal(status, 400)
    assert.equal(body['error'], 'invalid_redirect_uri')
    assert.match(String(body['error_description']), /: "/)
  })
}

test('a registration that makes no sense is refused in the shape of RFC 7591', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{}',
    { redirect_uris: [] },
    { redirect_uris: 'https://app.example' },
    { redirect_uris: [1] },
    { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://app.example/${index}`) },
    { redirect_uris: [`https://app.example/${'a'.repeat(3000)}`] },
    { ...plainClient, grant_types: ['client_credentials'] },
    { ...plainClient, response_types: ['token'] },
  ]
  for (const body of bodies) {
    const answer = await sendJson(url, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(String(answer.body['error']), /^invalid_(redirect_uri|client_metadata)$/)
  }
})

test('what a client calls itself is kept to one harmless line, and its other wishes are dropped', async () => {
  const { body } = await sendJson(url, {
    ...plainClient,
    client_name: `Evil\u202e\u0000\n<script>${'x'.repeat(500)}`,
    client_uri: 'javascript:alert(1)',
    logo_uri: 'http://app.example/logo.png',
    jwks_uri: 'http://169.254.169.254/latest',
    sector_identifier_uri: 'https://127.0.0.1/',
    scope: 'admin everything',
  })
  assert.match(String(body['client_name']), /^Evil <script>x+…$/)
  assert.equal(Array.from(String(body['client_name'])).length, 101)
  for (const name of ['client_uri', 'logo_uri', 'jwks_uri', 'sector_identifier_uri'])
    assert.equal(body[name], undefined, name)
  assert.equal(body['scope'], 'mcp:use offline_access')
})

test('pages may register: the answer is open to every origin', async () => {
  const headers = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' }
  const preflight = await send(url, { method: 'OPTIONS', headers })
  assert.deepEqual(
    [preflight.status, preflight.headers.get('access-control-allow-origin')],
    [204, '*'],
  )
  const { headers: answered } = await sendJson(url, plainClient, { origin: headers.origin })
  assert.equal(answered.get('access-control-allow-origin'), '*')
})
