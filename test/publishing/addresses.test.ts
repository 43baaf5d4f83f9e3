/** Which addresses lead to one place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical } from '../../server/publishing/words.ts'

test('addresses lead to one place or not', () => {
  const one = canonical('https://a.example/b')
  for (const address of [
    'http://a.example/b',
    'a.example/b/',
    'HTTPS://A.EXAMPLE:443/b',
    ' https://a.example/b ',
  ]) {
    assert.equal(canonical(address), one, address)
  }
  for (const address of [
    'https://a.example/B',
    'https://b.a.example/b',
    'https://a.example:8443/b',
    'https://a.example/b?c',
    'https://a.example/b#c',
  ]) {
    assert.notEqual(canonical(address), one, address)
  }
  assert.equal(canonical('a.example/'), canonical('https://a.example'))
  assert.equal(canonical('https://a.example/ü?é'), canonical('https://a.example/%C3%BC?%C3%A9'))
  assert.equal(canonical('https://bücher.example'), canonical('https://xn--bcher-kva.example'))
  assert.equal(canonical('https://'), 'https://')
})
