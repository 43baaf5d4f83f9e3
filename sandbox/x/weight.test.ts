import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLinks, weightedLength } from './weight.ts'

test('a text weighs what twitter-text 3.1.0 says', () => {
  const vectors: [string, number][] = [
    ['', 0],
    ['x'.repeat(280), 280],
    ['x'.repeat(281), 281],
    ['日'.repeat(140), 280],
    ['日'.repeat(141), 282],
    ['👨‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    [`https://example.com/${'a'.repeat(200)}`, 23],
    ['example.com', 23],
    ['e\u0301', 1],
    ['“quote”', 7],
    ['→', 2],
    ['€', 2],
  ]
  for (const [text, weight] of vectors) assert.equal(weightedLength(text), weight, text)
})

test('links end where a reader would end them', () => {
  const vectors: [string, string[]][] = [
    ['see (https://a.example/wiki/A_(b)).', ['https://a.example/wiki/A_(b)']],
    ['https://a.com,https://b.com', ['https://a.com', 'https://b.com']],
    ['Go to example.com.', ['example.com']],
    ['https://x.com/a?b=c&d=e#f!', ['https://x.com/a?b=c&d=e#f']],
    ['日本example.com日本', ['example.com']],
  ]
  for (const [text, urls] of vectors)
    assert.deepEqual(
      findLinks(text).map(({ url }) => url),
      urls,
      text,
    )
})

test('what only looks like a domain is none', () => {
  for (const text of [
    'me@example.com',
    'index.js',
    'v1.2.3',
    'Mr.Smith',
    'a.b',
    'http://localhost',
  ])
    assert.deepEqual(findLinks(text), [], text)
})
