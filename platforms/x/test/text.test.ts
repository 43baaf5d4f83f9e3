import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifest } from '../manifest.ts'
import { links, weightedLength } from '@crier/sdk/measure'

/** Measured with X's own twitter-text 3.1.0. */
const VECTORS: readonly [text: string, weight: number][] = [
  ['', 0],
  ['x'.repeat(280), 280],
  ['x'.repeat(281), 281],
  ['日'.repeat(140), 280],
  ['日'.repeat(141), 282],
  ['👨‍👩‍👧‍👦', 2],
  ['👍🏽', 2],
  ['🇩🇪', 2],
  ['🇩🇪🇫', 4],
  ['1️⃣', 2],
  ['1⃣', 2],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  ['❤', 2],
  ['©', 1],
  ['©️', 2],
  [`https://example.com/${'a'.repeat(200)}`, 23],
  ['example.com', 23],
  ['e\u0301', 1],
  ['“quote”', 7],
  ['→', 2],
  ['€', 2],
  ['…', 2],
  ['\u200b', 1],
  ['\n\n', 2],
  ['see example.com.', 28],
  ['HTTPS://EXAMPLE.COM', 23],
  ['(https://example.com)', 25],
  ['https://example.com/a(b)c', 23],
  ['https://example.com/a).', 25],
  ['https://example.com/a…', 25],
  ['a https://example.com/?q=1, b', 28],
  ['https://example.com:8080/a', 23],
  ['https://日本語.com', 23],
  ['日本語example.com', 29],
  ['example.com日本', 27],
  ['http://example.com/日本語', 29],
  ['www.example.com/a?b=c#d', 23],
  ['foo.bar.baz', 27],
  ['example.co.uk', 23],
  ['README.md', 23],
  ['10.000.com', 23],
  // Not links:
  ['user@example.com', 16],
  ['@example.com', 12],
  ['#example.com', 12],
  ['/example.com', 12],
  ['https://user@example.com', 24],
  ['ftp://example.com', 17],
  ['https://1.2.3.4/x', 17],
  ['http://foo', 10],
  ['node.js', 7],
  ['e.g.', 4],
  ['3.14', 4],
  ['end.Start', 9],
]

for (const [text, weight] of VECTORS) {
  const shown = text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
  test(`"${shown}" weighs ${weight}`, () => {
    assert.equal(weightedLength(text), weight)
  })
}

test('a host with an ending that X does not know is counted by its letters, with a scheme too', () => {
  assert.equal(weightedLength('example.unheardof'), 17)
  assert.equal(weightedLength('https://example.unheardof/path'), 30)
})

test('links are found where X finds them', () => {
  const text = 'a (https://example.com/x_(y)), b.example.org/z! mail@example.net'
  const found = links(text).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(found, ['https://example.com/x_(y)', 'b.example.org/z'])
})

test('hostile texts are measured in no time', () => {
  const hostile = ['a.'.repeat(12_500), `https://a.com/${')'.repeat(25_000)}`, 'a-'.repeat(12_500)]
  const size = 25_000
  for (const text of [...hostile, `https://${'a.'.repeat(12_000)}1`, '('.repeat(size)]) {
    assert.ok(weightedLength(text) <= 2 * text.length)
  }
})

test('X Premium writes 25,000, everybody else 280', () => {
  const longest = (subscription_type?: string) =>
    manifest.text(subscription_type ? { settings: { subscription_type } } : undefined)[0]?.max
  assert.equal(longest(), 280)
  assert.equal(longest('None'), 280)
  assert.equal(longest('Basic'), 280)
  assert.equal(longest('Premium'), 25_000)
  assert.equal(longest('PremiumPlus'), 25_000)
})

test('unknown options are refused', () => {
  assert.equal(manifest.options.safeParse({ reply_settings: 'following' }).success, true)
  assert.equal(manifest.options.safeParse({ reply_setting: 'following' }).success, false)
  assert.equal(manifest.options.safeParse({ reply_settings: 'everyone' }).success, false)
})

test('a second cashtag is told when it is written; sums of money and names are none', () => {
  const rule = manifest.text()[1]
  for (const [text, count] of [
    ['$TSLA up, $brk.a down', 2],
    ['($TSLA) $5 US$ $A1 a$TSLA $$TSLA', 0],
    ['$TSLA', 1],
    ['\n$TSLA!', 1],
    ['$ABCDEFG', 0],
  ] as const)
    assert.equal(rule?.measure(text), count, text)
  assert.equal(rule?.max, 1)
})
