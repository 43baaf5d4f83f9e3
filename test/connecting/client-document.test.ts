/** Bluesky knows apps by a document at an address of theirs: a service with a public address is one, with a key of its own. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { oauthClientMetadataSchema } from '@atproto/oauth-types'
import { z } from 'zod'
import { platformsOf } from '#app/bindings.ts'
import { readConfig } from '#config/config.ts'
import { clientKeyOf } from '#connecting/client-key.ts'
import { bluesky } from '#platforms/bluesky/connector.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import type { ClientKey, PlatformConfig, Tools } from '#platforms/platform.ts'
import { secretKey } from '#rules/keyring.ts'
import { allow } from '#sandbox/service/person.ts'
import { serveSandbox } from '#sandbox/service/serve.ts'
import { openService } from '../service.ts'
import { freePort } from '../free-port.ts'

const SECRET_KEY = 'a key for tests, of at least 32 letters'
const base_url = 'https://crier.example'

function platformsAt(at: string, more: Record<string, string> = {}) {
  const config = readConfig(manifests, { DATA_DIR: '/nowhere', SECRET_KEY, BASE_URL: at, ...more })
  return platformsOf(catalog, config, { base_url: at, sandbox_url: undefined })
}

const Document = z.looseObject({
  client_id: z.string(),
  token_endpoint_auth_method: z.string(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
})

test('the document is what the network’s own library takes for one, and has no private part of the key', () => {
  const told = platformsAt(base_url).document('bluesky')
  const { client_id, token_endpoint_auth_method, jwks } = Document.parse(told)
  assert.equal(client_id, `${base_url}/connect/bluesky/client-metadata.json`)
  assert.equal(token_endpoint_auth_method, 'private_key_jwt')
  assert.deepEqual(
    jwks.keys.map((key) => Object.keys(key).toSorted()),
    [['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
  )
  const read = oauthClientMetadataSchema.parse(told)
  assert.deepEqual(read.redirect_uris, [`${base_url}/connect/bluesky/callback`])
  assert.equal(read.dpop_bound_access_tokens, true)
})

test('there is none on a loopback address, for a client that is named, and on other platforms', () => {
  assert.equal(platformsAt('http://127.0.0.1:3000').document('bluesky'), undefined)
  const named = platformsAt(base_url, { BLUESKY_CLIENT_ID: 'https://elsewhere.example/c.json' })
  assert.equal(named.document('bluesky'), undefined)
  assert.equal(named('bluesky', false)?.config.client_id, 'https://elsewhere.example/c.json')
  assert.equal(platformsAt(base_url).document('x'), undefined)
  assert.equal(platformsAt(base_url).document('toString'), undefined)
})

test('the key is the same at every start, another one for another secret, and a whole one', () => {
  const keys = Array.from({ length: 20 }, (_, index) =>
    clientKeyOf(secretKey(`${SECRET_KEY} ${index}`), 'bluesky'),
  )
  assert.deepEqual(clientKeyOf(secretKey(`${SECRET_KEY} 0`), 'bluesky'), keys[0])
  assert.equal(new Set(keys.map(({ d }) => d)).size, 20)
  assert.notDeepEqual(clientKeyOf(secretKey(`${SECRET_KEY} 0`), 'other'), keys[0])
  for (const { kty, crv, x, y } of keys)
    assert.doesNotThrow(() => createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }))
})

test('the document is served at its address', async () => {
  const port = String(await freePort())
  await using _ = await openService({ ROLE: 'api', PORT: port, BASE_URL: base_url })
  const at = (platform: string) =>
    fetch(`http://127.0.0.1:${port}/connect/${platform}/client-metadata.json`)
  const response = await at('bluesky')
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  const { client_id } = Document.parse(await response.json())
  assert.equal(client_id, `${base_url}/connect/bluesky/client-metadata.json`)
  assert.equal((await at('x')).status, 404)
})

async function connected(client_key: ClientKey | undefined, registered: ClientKey) {
  await using stack = new AsyncDisposableStack()
  const { kty, crv, x, y } = registered
  const client_id = `${base_url}/connect/bluesky/client-metadata.json`
  const redirect_uri = 'http://127.0.0.1:3000/connect/bluesky/callback'
  const client_secret = JSON.stringify({ keys: [{ kty, crv, x, y }] })
  const sandbox = stack.use(
    await serveSandbox({
      port: 0,
      now: () => new Date(),
      clients: () => [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
    }),
  )
  const hosts = Object.fromEntries(
    Object.keys(bluesky.manifest.hosts).map((host) => [host, `${sandbox.url}/bluesky/${host}`]),
  )
  const forms: URLSearchParams[] = []
  const config: PlatformConfig = {
    client_id,
    client_secret: '',
    redirect_uri,
    hosts,
    ...(client_key && { client_key }),
  }
  const tools: Tools = {
    async fetch(url, init = {}) {
      if (typeof init.body === 'string') forms.push(new URLSearchParams(init.body))
      return fetch(url, init as RequestInit)
    },
    now: () => new Date(),
    signal: AbortSignal.timeout(20_000),
    sleep: async () => {},
    config,
    card: async () => ({ refused: 'There are no previews here.' }),
  }
  const [person] = sandbox.emulators.get('bluesky')?.people ?? []
  const { url, keep } = await bluesky.authorize({ state: 's', hint: person?.username ?? '' }, tools)
  const back = new URL(await allow(url, person?.username))
  const [offered] = await bluesky.exchange(Object.fromEntries(back.searchParams), keep, tools)
  assert.ok(offered)
  const account = { ...offered, secret: offered.credentials.secret }
  const renewed = await bluesky.refresh(account, tools)
  await bluesky.revoke?.({ ...account, secret: renewed.secret }, tools)
  return forms
}

test('each call proves with the key that it is us, once: connecting, renewing and ending', async () => {
  const key = clientKeyOf(secretKey(SECRET_KEY), 'bluesky')
  const forms = await connected(key, key)
  const proofs = forms.map((form) => form.get('client_assertion') ?? assert.fail(String(form)))
  assert.ok(proofs.length >= 4)
  assert.equal(new Set(proofs).size, proofs.length, 'none is shown twice')
  const { d: _, ...shown } = key
  const [head, body, signature] = proofs[0]?.split('.') ?? []
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: shown, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  assert.ok(isOurs)
})

test('without the key, or with another one, the server lets nobody in', async () => {
  const key = clientKeyOf(secretKey(SECRET_KEY), 'bluesky')
  const other = clientKeyOf(secretKey('quite another key of this instance'), 'bluesky')
  await assert.rejects(connected(undefined, key), { name: 'Failure' })
  await assert.rejects(connected(other, key), { name: 'Failure' })
})
