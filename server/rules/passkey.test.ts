import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientDataOf, relyingParty } from './passkey.ts'

test('passkeys belong to a name that is reached by https, or to one’s own machine', () => {
  const cases = [
    ['https://crier.example.org', { id: 'crier.example.org', origin: 'https://crier.example.org' }],
    [
      'https://crier.example.org:8443',
      { id: 'crier.example.org', origin: 'https://crier.example.org:8443' },
    ],
    ['https://crier', { id: 'crier', origin: 'https://crier' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://crier.localhost', { id: 'crier.localhost', origin: 'http://crier.localhost' }],
    ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1', { id: 'localhost', origin: 'http://localhost' }],
    ['https://127.0.0.1', { why: 'address' }],
    ['http://192.168.1.20:3000', { why: 'address' }],
    ['https://[2001:db8::1]', { why: 'address' }],
    ['http://crier.example.org', { why: 'http' }],
    ['http://notlocalhost', { why: 'http' }],
  ] as const
  for (const [url, expected] of cases) assert.deepEqual(relyingParty(url), expected, url)
})

test('what no browser says is nothing', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = { type: 'webauthn.get', challenge: 'x', origin: 'https://crier.example.org' }
  assert.deepEqual(clientDataOf(encoded({ ...said, crossOrigin: false })), said)
  for (const text of ['', 'AAAA', encoded(null), encoded([]), encoded({ ...said, origin: 1 })]) {
    assert.equal(clientDataOf(text), undefined, text)
  }
})
