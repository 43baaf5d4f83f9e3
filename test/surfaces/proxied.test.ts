/** Behind a reverse proxy: what the configuration says counts, what a request says of itself does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../oauth/kit.ts'
import { ada } from '../people/browser.ts'
import { openService } from '../service.ts'
import { freePort } from '../free-port.ts'

const page = 'https://crier.example.org'
const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'crier.example.org',
  'x-forwarded-for': '192.0.2.1',
}

function deps(base_url: string) {
  return {
    post: (path: string, body: object, headers: Record<string, string>) =>
      send(base_url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    warnings: async () => {
      const { status, body } = await send(`${base_url}/ready`)
      assert.equal(status, 200)
      return JSON.stringify(body['warnings'] ?? [])
    },
  }
}

test('without BASE_URL nobody signs in through an https proxy, and whoever runs it is told why', async () => {
  await using service = await openService()
  const { post, warnings } = deps(service.base_url)
  assert.equal(await warnings(), '[]')
  const nobody = await send(`${service.base_url}/.well-known/security.txt`)
  assert.equal(nobody.status, 404)
  assert.match(nobody.text, /not_found.*SECURITY_CONTACT/)
  const { status, headers, text } = await post('/console/sign-up', ada, {
    ...forwarded,
    origin: page,
  })
  assert.equal(status, 403)
  assert.equal(headers.get('set-cookie'), null)
  assert.match(text, /If https:\/\/crier\.example\.org is its address, BASE_URL/)
  assert.match(await warnings(), /BASE_URL is not set.*TRUST_PROXY is not set/)

  const foreign = { ...forwarded, origin: 'https://evil.example' }
  const refused = await post('/console/sign-up', ada, foreign)
  assert.equal(refused.status, 403)
  assert.doesNotMatch(refused.text, /evil|BASE_URL/)
})

test('with it the cookie is Secure and for this host, whatever the request says of itself', async () => {
  const port = String(await freePort())
  const SECURITY_CONTACT = 'mailto:security@example.org https://example.org/report'
  const settings = { PORT: port, BASE_URL: page, TRUST_PROXY: 'loopback', SECURITY_CONTACT }
  await using _ = await openService(settings)
  const { post, warnings } = deps(`http://127.0.0.1:${port}`)
  const { name: __, ...credentials } = ada
  for (const [path, body, said] of [
    ['/console/sign-up', ada, 'https'],
    ['/console/sign-in', credentials, 'http'],
  ] as const) {
    const headers = { ...forwarded, 'x-forwarded-proto': said, origin: page }
    const answer = await post(path, body, headers)
    assert.ok(answer.status < 300, answer.text)
    const cookie = answer.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^__Host-crier_session=[\w-]{43}; .*; Secure; /)
  }
  assert.equal(await warnings(), '[]')

  const told = await send(`http://127.0.0.1:${port}/.well-known/security.txt`, {
    // Whoever looks for it may be sent there by a browser.
    headers: { accept: 'text/html' },
  })
  assert.equal(told.status, 200)
  assert.equal(told.headers.get('content-type'), 'text/plain; charset=utf-8')
  const [, expires = ''] = /^Expires: (.*)$/m.exec(told.text) ?? []
  assert.deepEqual(told.text.split('\n'), [
    'Contact: mailto:security@example.org',
    'Contact: https://example.org/report',
    `Expires: ${expires}`,
    `Canonical: ${page}/.well-known/security.txt`,
    '',
  ])
})
