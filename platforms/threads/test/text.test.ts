import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedLength } from '@crier/sdk/measure'
import { linksIn } from '../text.ts'

const VECTORS: readonly [string, number][] = [
  ['', 0],
  ['Hello', 5],
  ['日本', 2],
  ['e\u0301', 2],
  ['👍', 4],
  ['👍🏽', 8],
  ['👩‍👩‍👧‍👦', 25],
  ['🇩🇪', 8],
  ['1️⃣', 7],
  ['→“”', 3],
  ['a👍b', 6],
]

for (const [text, length] of VECTORS) {
  test(`${JSON.stringify(text)} counts ${length}`, () => {
    assert.equal(countedLength(text), length)
  })
}

test('links are counted once each, without the punctuation behind them', () => {
  assert.equal(linksIn('https://a.test, https://a.test and (https://b.test/x).').size, 2)
  assert.equal(linksIn('example.com').size, 0)
})

test('a link may begin with www., and a card counts unless the text names its address too', () => {
  assert.equal(linksIn('www.a.test and (www.b.test), not awww.c.test or a@www.d.test').size, 2)
  assert.equal(linksIn('https://www.a.test').size, 1)
  assert.equal(linksIn('https://a.test', 'https://b.test').size, 2)
  assert.equal(linksIn('https://a.test', 'https://a.test').size, 1)
})
