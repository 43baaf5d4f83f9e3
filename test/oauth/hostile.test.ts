/** Every OAuth endpoint against input that nobody sends on purpose, and some do. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openService } from '../service.ts'
import { openBrowser } from './browser.ts'
import { authorizeUrl, pkce, plainClient, register, send } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { base_url } = service
const browser = await openBrowser(service)
const { client_id } = await register(service)
const RUNS = 60

const word = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '%',
    '%00',
    '%zz',
    '__proto__',
    '../..',
    '<script>',
    "'",
    'https://127.0.0.1/',
    'a'.repeat(5000),
  ),
)
const names = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
  'grant_type',
  'refresh_token',
  'token',
  'token_type_hint',
  'request',
  'request_uri',
  'nonce',
  'max_age',
  'claims',
  'id_token_hint',
  'client_assertion',
  'client_assertion_type',
  'authorization_details',
  'dpop_jkt',
  'registration',
]
const sound = {
  client_id,
  redirect_uri: plainClient.redirect_uris[0] ?? '',
  response_type: 'code',
  code_challenge: pkce().challenge,
  code_challenge_method: 'S256',
  grant_type: 'authorization_code',
}
/** Sound for the most part, so that the deeper checks are reached as well. */
const fields = fc
  .array(fc.tuple(fc.constantFrom(...names), word), { maxLength: 6 })
  .map((wrong) => [
    ...Object.entries(sound).filter(([name]) => !wrong.some(([each]) => each === name)),
    ...wrong,
  ])

function encoded(pairs: readonly (readonly string[])[]) {
  const form = new URLSearchParams()
  for (const [name = '', value = ''] of pairs)
    form.append(name.toWellFormed(), value.toWellFormed())
  return form.toString()
}

test('the authorization endpoint answers with a page or a redirect of the client, and reflects nothing', async () => {
  const allowed = (location: string) =>
    location.startsWith(sound.redirect_uri) || location.startsWith('/')
  await fc.assert(
    fc.asyncProperty(fields, async (pairs) => {
      const { status, headers, text } = await browser.go(
        `${base_url}/oauth/authorize?${encoded(pairs)}`,
      )
      assert.ok(status < 500, text)
      const location = headers.get('location')
      if (location !== null) return assert.ok(allowed(location), location)
      assert.match(headers.get('content-type') ?? '', /^text\/html/)
      assert.ok(!text.includes('<script>'))
      assert.doesNotMatch(
        headers.get('content-security-policy') ?? 'unsafe-inline',
        /unsafe-inline/,
      )
    }),
    { numRuns: RUNS },
  )
})

for (const path of ['token', 'revoke']) {
  test(`the ${path} endpoint always answers in JSON, whatever it is asked to accept`, async () => {
    const types = [
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]
    const body = fc.oneof(fields.map(encoded), word, fc.json())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), body, word, async (type, text, secret) => {
        const authorization = `Basic ${Buffer.from(secret.toWellFormed()).toString('base64')}`
        const headers = {
          'content-type': type,
          accept: 'text/html',
          ...(secret.length % 2 && { authorization }),
        }
        const answer = await send(`${base_url}/oauth/${path}`, {
          method: 'POST',
          headers,
          body: text.toWellFormed(),
        })
        assert.ok(answer.status < 500, answer.text)
        if (answer.status === 200) return assert.equal(answer.text, '')
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
        assert.equal(typeof answer.body['error'], 'string')
      }),
      { numRuns: RUNS },
    )
  })
}

test('registration answers 201 or an error in JSON', async () => {
  const value = fc.oneof(word, fc.jsonValue(), fc.array(word, { maxLength: 3 }))
  const metadata = [
    'redirect_uris',
    'client_name',
    'client_uri',
    'logo_uri',
    'grant_types',
    'response_types',
    'scope',
    'token_endpoint_auth_method',
    'jwks',
    'jwks_uri',
    'application_type',
    '__proto__',
    'client_id',
    'client_secret',
  ]
  const body = fc.oneof(
    fc.json(),
    fc
      .array(fc.tuple(fc.constantFrom(...metadata), value), { maxLength: 5 })
      .map((wrong) => JSON.stringify({ ...plainClient, ...Object.fromEntries(wrong) })),
  )
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(`${base_url}/oauth/register`, {
        method: 'POST',
        headers,
        body: text,
      })
      assert.ok(answer.status < 500, answer.text)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      if (answer.status !== 201) assert.equal(typeof answer.body['error'], 'string')
    }),
    { numRuns: RUNS - 10 },
  )
})

test('what lies in the address of a consent or of a resumed request is only looked for', async () => {
  await fc.assert(
    fc.asyncProperty(word, async (uid) => {
      const at = encodeURIComponent(uid.toWellFormed())
      for (const path of [`/oauth/authorize/${at}`, `/console/consents/${at}`]) {
        const { status, text } = await browser.go(`${base_url}${path}`)
        assert.ok(status >= 400 && status < 500, `${path} ${status} ${text}`)
      }
    }),
    { numRuns: RUNS },
  )
})

test('the answer of a person and the leash of a grant are checked field by field', async () => {
  const path = `/console/workspaces/${browser.workspace_id}/grants/1`
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      const uid = 'nothing'
      for (const answer of [
        await browser.call('POST', `/console/consents/${uid}`, body),
        await browser.call('PUT', path, body),
        await browser.call('POST', `${path}/undo-today`, body),
      ])
        assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
    }),
    { numRuns: RUNS },
  )
})

test('nothing that a client says of itself is reflected unescaped', async () => {
  const evil = '"><script>alert(1)</script>'
  for (const change of [
    { client_id: evil },
    { redirect_uri: `https://x.example/${evil}` },
    { request: evil },
  ]) {
    const { text, headers } = await browser.go(
      authorizeUrl(service, client_id, pkce().challenge, change),
    )
    assert.ok(!text.includes('<script>'))
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})

test('a body that is too large is refused in the shape of OAuth', async () => {
  for (const path of ['token', 'revoke', 'register']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await send(`${base_url}/oauth/${path}`, {
      method: 'POST',
      headers,
      body: 'a'.repeat(200_000),
    })
    assert.deepEqual([status, body['error']], [413, 'invalid_request'])
  }
})
