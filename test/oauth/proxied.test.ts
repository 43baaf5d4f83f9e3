/** Behind a proxy that ends TLS, and called by clients that are pages. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { start } from '#app/start.ts'
import { manifests } from '#platforms/catalog.ts'
import { openService } from '../service.ts'
import { authorizeUrl, pkce, plainClient, register, send, sendForm } from './kit.ts'
import { freePort } from '../free-port.ts'

const service = await openService({ ROLE: 'api' })
const port = await freePort()
const base_url = 'https://posts.example'
const proxied = await start(
  readConfig(manifests, {
    PORT: String(port),
    SANDBOX_PORT: '0',
    DATA_DIR: service.data_dir,
    LOG_LEVEL: 'silent',
    ROLE: 'api',
    BASE_URL: base_url,
  }),
  { database: service.database },
)
after(async () => {
  await proxied[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
const inside = { base_url: `http://127.0.0.1:${port}` }

test('every address that is told is that of BASE_URL, whatever the proxy says or leaves out', async () => {
  const forwarded = [
    {},
    {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    },
  ]
  for (const headers of forwarded) {
    const { body } = await send(`${inside.base_url}/.well-known/oauth-authorization-server`, {
      headers,
    })
    for (const name of [
      'authorization_endpoint',
      'token_endpoint',
      'registration_endpoint',
      'jwks_uri',
    ])
      assert.ok(String(body[name]).startsWith(`${base_url}/oauth/`), name)
    const resource = await send(
      `${inside.base_url}/.well-known/oauth-protected-resource/mcp-oauth`,
      { headers },
    )
    assert.equal(resource.body['resource'], `${base_url}/mcp-oauth`)
  }
})

test('cookies are for https only, and for one request only', async () => {
  const { client_id } = await register(inside)
  const change = { resource: `${base_url}/mcp-oauth` }
  const { status, headers } = await send(authorizeUrl(inside, client_id, pkce().challenge, change))
  assert.equal(status, 303)
  const cookies = headers.getSetCookie()
  assert.deepEqual(
    cookies.map((cookie) => cookie.replace(/=.*/, '')).toSorted((a, b) => a.localeCompare(b)),
    ['crier_consent', 'crier_oauth_resume'],
  )
  for (const cookie of cookies) {
    assert.match(cookie, /; secure/i)
    assert.match(cookie, /; httponly/i)
    assert.match(cookie, /; samesite=lax/i)
    assert.match(cookie, /; path=\/(console\/consents|oauth\/authorize)\/[\w-]{20,}/i)
  }
})

test('a page may ask for tokens from where it is called back, and from nowhere else', async () => {
  const origin = 'https://app.example'
  const { client_id } = await register(inside, {
    ...plainClient,
    redirect_uris: [`${origin}/callback`],
  })
  const url = `${inside.base_url}/oauth/token`
  const preflight = await send(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  assert.deepEqual(
    [preflight.status, preflight.headers.get('access-control-allow-origin')],
    [204, origin],
  )
  const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id }
  const own = await sendForm(url, fields, { origin })
  assert.deepEqual(
    [own.body['error'], own.headers.get('access-control-allow-origin')],
    ['invalid_grant', origin],
  )
  for (const other of ['https://evil.example', 'null']) {
    const { body, headers } = await sendForm(url, fields, { origin: other })
    assert.deepEqual(
      [body['error'], headers.get('access-control-allow-origin')],
      ['invalid_request', null],
    )
  }
})
