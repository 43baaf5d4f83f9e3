import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { start } from '#app/start.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { openService } from '../service.ts'
import { codeFor, connect, openBrowser, opens, refresh } from './browser.ts'
import { grantsOf } from './granted.ts'
import { plainClient, redirect_uri, register, send, sendForm, tokenRequest } from './kit.ts'
import { freePort } from '../free-port.ts'

let clock = new Date()
beforeEach(() => (clock = new Date()))
const service = await openService({ ROLE: 'api' }, { now: () => clock })
const port = await freePort()
const second = await start(
  readConfig(manifests, {
    PORT: String(port),
    SANDBOX_PORT: '0',
    DATA_DIR: service.data_dir,
    LOG_LEVEL: 'silent',
    ROLE: 'api',
    // Another process behind the same address.
    BASE_URL: service.base_url,
  }),
  { database: service.database, now: () => clock },
)
after(async () => {
  await second[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
const { base_url } = service
const browser = await openBrowser(service)
const { client_id } = await register(service)
const later = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000))

const Pair = z.object({ access_token: z.string(), refresh_token: z.string() })

async function refreshed(refresh_token: string) {
  const { status, body, text } = await refresh(service, client_id, refresh_token)
  assert.equal(status, 200, text)
  return Pair.parse(body)
}

async function refused(refresh_token: string) {
  const { status, body } = await refresh(service, client_id, refresh_token)
  assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
}

test('an access token ends after an hour, and is refreshed to one of another hour', async () => {
  const { access_token, refresh_token } = await connect(service, browser, client_id)
  later(3599)
  assert.equal(await opens(service, access_token), 200)
  later(2)
  assert.equal(await opens(service, access_token), 401)
  const next = await refreshed(refresh_token)
  assert.notEqual(next.refresh_token, refresh_token, 'refresh tokens rotate')
  assert.equal(await opens(service, next.access_token), 200)
})

test('two refreshes at once both go through: clients do that', async () => {
  const { refresh_token } = await connect(service, browser, client_id)
  const pairs = await Promise.all([refreshed(refresh_token), refreshed(refresh_token)])
  for (const pair of pairs) {
    assert.equal(await opens(service, pair.access_token), 200)
    await refreshed(pair.refresh_token)
  }
})

test('a refresh token may be used again for 20 seconds; after that its whole family ends', async () => {
  const { access_token, refresh_token } = await connect(service, browser, client_id)
  const first = await refreshed(refresh_token)
  later(20)
  const again = await refreshed(refresh_token)
  later(1)
  await refused(refresh_token)
  for (const token of [access_token, first.access_token, again.access_token])
    assert.equal(await opens(service, token), 401)
  for (const token of [first.refresh_token, again.refresh_token]) await refused(token)
})

test('a refresh token that nobody used for 60 days is at its end; use keeps it alive', async () => {
  const { refresh_token } = await connect(service, browser, client_id)
  later(59 * 24 * 3600)
  const { refresh_token: next } = await refreshed(refresh_token)
  later(59 * 24 * 3600)
  const { refresh_token: last } = await refreshed(next)
  later(61 * 24 * 3600)
  await refused(last)
})

test('a refresh token is for its own client', async () => {
  const { refresh_token } = await connect(service, browser, client_id)
  const other = await register(service)
  const { status, body } = await refresh(service, other.client_id, refresh_token)
  assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
  await refreshed(refresh_token)
})

test('RFC 7009: a client gives its tokens back, whichever it shows, and is no connected app any more', async () => {
  const apps = async () => (await grantsOf(browser)).length
  for (const name of ['access_token', 'refresh_token'] as const) {
    const before = await apps()
    const tokens = await connect(service, browser, client_id)
    assert.equal(await apps(), before + 1)
    const { status } = await sendForm(`${base_url}/oauth/revoke`, {
      client_id,
      token: tokens[name],
    })
    assert.equal(status, 200)
    assert.equal(await opens(service, tokens.access_token), 401)
    await refused(tokens.refresh_token)
    assert.equal(await apps(), before, name)
  }
})

test('revoking tells nothing: unknown tokens and those of others are answered alike, and stay', async () => {
  const other = await register(service)
  const { access_token } = await connect(service, browser, client_id)
  for (const token of [access_token, 'unknown']) {
    const { status } = await sendForm(`${base_url}/oauth/revoke`, {
      client_id: other.client_id,
      token,
    })
    assert.equal(status, 200)
  }
  assert.equal(await opens(service, access_token), 200)
})

test('one token of many ends alone: grants are apart even for one client and one person', async () => {
  const [one, two] = [
    await connect(service, browser, client_id),
    await connect(service, browser, client_id),
  ]
  await sendForm(`${base_url}/oauth/revoke`, { client_id, token: one.access_token })
  assert.equal(await opens(service, one.access_token), 401)
  assert.equal(await opens(service, two.access_token), 200)
})

test('a client with a secret has to show it', async () => {
  for (const method of ['client_secret_basic', 'client_secret_post']) {
    const client = await register(service, { ...plainClient, token_endpoint_auth_method: method })
    const { client_id: id, client_secret = '' } = client
    const fields = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: plainClient.redirect_uris[0],
    }
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(client_secret)}`).toString('base64')}`
    const shown =
      method === 'client_secret_basic'
        ? await tokenRequest(service, fields, { authorization: basic })
        : await tokenRequest(service, { ...fields, client_id: id, client_secret })
    assert.deepEqual([shown.status, shown.body['error']], [400, 'invalid_grant'], method)
    for (const secret of [undefined, 'wrong'])
      assert.equal(
        (await tokenRequest(service, { ...fields, client_id: id, client_secret: secret })).status,
        401,
      )
  }
})

test('a client that signs although nobody asked it to is let in as the public client that it is', async () => {
  const { code, verifier } = await codeFor(service, browser, client_id)
  const { status, text } = await tokenRequest(service, {
    grant_type: 'authorization_code',
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri,
    client_assertion: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.AAAA',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  assert.equal(status, 200, text)
})

test('a client that is not known (any more) is told so in JSON, so that it registers again', async () => {
  const headers = { accept: 'text/html' }
  const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'pruned' }
  const { status, body } = await tokenRequest(service, fields, headers)
  assert.deepEqual([status, body['error']], [401, 'invalid_client'])
})

test('tokens, codes and secrets are nowhere to be read in the database', async () => {
  const client = await register(service, {
    ...plainClient,
    token_endpoint_auth_method: 'client_secret_post',
  })
  const { access_token, refresh_token, code } = await connect(service, browser, client_id)
  const { rows } = await service.query('select * from oauth_entries')
  const text = rows
    .map((row) =>
      Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(),
    )
    .join()
  for (const secret of [access_token, refresh_token, code, client.client_secret ?? ''])
    assert.ok(secret && !text.includes(secret))
})

test('every process knows the same clients, tokens and ends of them', async () => {
  const there = { ...service, base_url: `http://127.0.0.1:${port}` }
  const { access_token, refresh_token } = await connect(service, browser, client_id)
  const { status, body } = await refresh(there, client_id, refresh_token)
  assert.equal(status, 200)
  const next = Pair.parse(body)
  assert.equal(await opens(service, next.access_token), 200)
  await sendForm(`${there.base_url}/oauth/revoke`, { client_id, token: next.refresh_token })
  for (const token of [access_token, next.access_token])
    assert.equal(await opens(service, token), 401)
  const metadata = await send(`${there.base_url}/.well-known/oauth-authorization-server`)
  assert.equal(metadata.body['issuer'], base_url)
})
