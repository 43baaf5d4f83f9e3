import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows } from './ability.ts'
import { credentialOfKey, hashSecret, keyIdOf, parseToken, previewOf, sameSecret } from './key.ts'

const secret = 'abcdefghijklmnopqrst'

test('a token is an id and a secret', () => {
  assert.deepEqual(parseToken(`7|${secret}`), { id: 7, secret })
  assert.deepEqual(parseToken(`999999999999999|${secret}`), { id: 999_999_999_999_999, secret })
})

for (const token of [
  '',
  secret,
  `|${secret}`,
  `0|${secret}`,
  `07|${secret}`,
  `-7|${secret}`,
  `1e3|${secret}`,
  `1000000000000000|${secret}`,
  `7|${secret.slice(1)}`,
  `7|${'a'.repeat(201)}`,
  `7|${secret}\n`,
  ` 7|${secret}`,
  `7|${secret}é`,
  `7||${secret}`,
]) {
  test(`${JSON.stringify(token.slice(0, 40))} has not the form of a token`, () =>
    assert.equal(parseToken(token), undefined))
}

test('a secret is the same as its hash, and as no other', () => {
  const hash = hashSecret(secret)
  assert.ok(sameSecret(secret, hash))
  assert.ok(!sameSecret(`${secret}a`, hash))
  assert.ok(!sameSecret('', hash))
})

test('a preview shows both ends and not the middle', () =>
  assert.equal(previewOf(secret), 'abcd…qrst'))

test('the key behind a credential, and none behind others', () => {
  assert.equal(keyIdOf(credentialOfKey(7)), 7)
  for (const credential of ['grant:7', 'key:', 'key:x', 'xkey:7', 'key:7x', 'key:1234567890123456'])
    assert.equal(keyIdOf(credential), undefined, credential)
})

test('a key may do what it was given, or everything', () => {
  assert.ok(allows(['*'], 'keys:manage'))
  assert.ok(allows(['posts:read', 'posts:write'], 'posts:write'))
  assert.ok(!allows(['posts:read'], 'posts:write'))
  assert.ok(!allows([], 'posts:read'))
})
