/** Our weights and links against X's own twitter-text, over texts that try to be awkward. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import twitterText from 'twitter-text'
import { links, weightedLength } from '@crier/sdk/measure'

const TEXTS = 10_000

/** Emoji that twitter-text 3.1.0 knows: its list ends with the year 2018. */
const pieces = [
  [
    'hello',
    'Hallo Welt',
    '日本語',
    'e\u0301',
    'Å',
    'ﬁ',
    '①',
    '\u1100\u1161',
    '𝔘𝔫𝔦',
    'ა',
    '\u10ff',
    '\u1100',
  ],
  ['👨‍👩‍👧', '❤', '❤️', '1️⃣', '🇩🇪', '🏳️‍🌈', '👩🏽‍🚀', '☺', '™', '©️', '€', '→', '…', '“', '”', 'ˈ'],
  ['\u200b', '\u200d', '\ufe0f', '\u202e', '\u00a0', '\u3000', '\n', '\t', ' ', '  '],
  ['مرحبا', 'שלום', '&amp;', '@ben', '＠ada', '#tag', '＃タグ', '$TSLA', 'mail@example.com'],
  ['.', ',', '!', '?', '-', '_', '/', '(', ')', '[', ']', '"', '0', 'a', 'Z', '@', '#', ':'],
  ['://', 'http://', 'https://', 'http://foo', 'https://1.2.3.4/x', 'ftp://example.com'],
  [
    'example.com',
    'example.co.uk',
    'foo.bar',
    'foo.unheard',
    'README.md',
    'node.js',
    'x.y.z',
    'a.b',
  ],
  [
    '10.000',
    '3.14',
    'e.g.',
    'end.Start',
    '-example.com',
    '_example.com',
    'example.com-',
    'example.com_',
  ],
  [
    'example.com/',
    'example.com/-',
    'example.com?x',
    'example.com日本',
    '日本example.com',
    'example.travel',
  ],
  [
    'https://example.com',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com?x=1',
    'https://example.com:8080/p',
  ],
  ['http://example.com/a/b?c=d&e=f#g', 'https://example.com/日本語', 'https://user@example.com/x'],
  ['www.example.com/a(b)c', 'https://example.com/a).', 'https://example.com/a_(b_(c))'],
  [
    'https://example.com/?q=ü',
    'https://example.com/a,b',
    'https://example.com/~x',
    'https://example.com/%20',
  ],
  ['https://example.com/$x', 'https://example.com/а', 'sub.domain.example.org/path;p=1'],
  ['t.co/abcd', 'https://t.co/abcDEF1234', 'https://t.co/abc_', `https://t.co/${'a'.repeat(41)}`],
  ['müller.de', 'https://müller.de/straße', 'xn--mller-kva.de', 'https://xn--mller-kva.de'],
  ['example.рф', 'пример.рф', 'https://пример.рф/я', '例え.jp', 'https://日本語.com/x'],
  ['https://ex_ample.com', 'https://a_b.example.com', 'https://-a.com', 'https://a-.com'],
  [
    `https://${'a'.repeat(63)}.com`,
    `https://${'a'.repeat(64)}.com`,
    `https://${'ü'.repeat(60)}.com`,
  ],
].flat()

/** A text by its number, always the same. */
function textOf(number: number) {
  let state = (number * 2_654_435_761 + 12_345) >>> 0
  const next = (most: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return (state >>> 8) % most
  }
  const count = 1 + next(14)
  let text = ''
  for (let piece = 0; piece < count; piece++)
    text += `${pieces[next(pieces.length)]}${next(5) < 2 ? ' ' : ''}`
  return text
}

test(`${TEXTS} awkward texts weigh what X's own library says, and hold the links that it sees`, () => {
  let linked = 0
  for (let number = 0; number < TEXTS; number++) {
    const text = textOf(number)
    const composed = text.normalize('NFC')
    // Of a host that stands twice in a row of letters their library tells the first place for both.
    const theirs = twitterText.extractUrlsWithIndices(composed).map(({ url }) => url.length)
    const ours = links(composed).map(({ start, end }) => end - start)
    assert.deepEqual(ours, theirs, JSON.stringify(text))
    assert.equal(
      weightedLength(text),
      twitterText.parseTweet(text).weightedLength,
      JSON.stringify(text),
    )
    linked += theirs.length
  }
  assert.ok(linked > TEXTS, 'hardly a link among them')
})
