import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facets, mentioned } from '../facets.ts'

/** What the facets mark, cut out of the text by bytes. */
function marked(text: string, dids: Record<string, string> = {}) {
  const bytes = Buffer.from(text)
  return facets(text, dids).map(({ index, features: [feature] }) => {
    const shown = bytes.subarray(index.byteStart, index.byteEnd).toString()
    return feature && 'uri' in feature && feature.uri !== shown ? [shown, feature.uri] : shown
  })
}

const cases: [text: string, marks: unknown[]][] = [
  ['nothing here', []],
  ['see https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  [
    '(https://example.com/a_(b)) and http://x.example!',
    ['https://example.com/a_(b)', 'http://x.example'],
  ],
  ['“https://example.com”', ['https://example.com']],
  ['Grüße 👩‍👩‍👧 https://example.com/ä', ['https://example.com/ä']],
  [
    'example.com, and bbc.co.uk/news.',
    [
      ['example.com', 'https://example.com'],
      ['bbc.co.uk/news', 'https://bbc.co.uk/news'],
    ],
  ],
  [
    'example.com:8080/a?b, example.com:443. and example.com: 5',
    [
      ['example.com:8080/a?b', 'https://example.com:8080/a?b'],
      ['example.com:443', 'https://example.com:443'],
      ['example.com', 'https://example.com'],
    ],
  ],
  ['https://example.com:8080/path stays', ['https://example.com:8080/path']],
  [
    '[https://example.com/a[1]] and https://example.com/{b}}',
    ['https://example.com/a[1]', 'https://example.com/{b}'],
  ],
  ['$TSLA, ($aapl) and "$BRK2". US$5 $5 $TOOLONG $A-B a$B', ['$TSLA', '$aapl', '$BRK2']],
  ['the end.Next sentence, e.g. README.md or main.py, 3.14', []],
  ['mail bob@example.com or @bob@mastodon.example', []],
  ['nothttps://example.com', []],
  ['https:// and http://', []],
  [
    '#one #two, #drei-vier! ##no #1 #2026 #a1 ＃全角',
    ['#one', '#two', '#drei-vier', '#a1', '＃全角'],
  ],
  ['#️⃣ keycap and # alone', []],
  ['https://example.com/#not-a-tag', ['https://example.com/#not-a-tag']],
  [`#${'x'.repeat(64)} #${'y'.repeat(65)}`, [`#${'x'.repeat(64)}`]],
  ['#größe\n#zwei', ['#größe', '#zwei']],
]
for (const [text, marks] of cases) {
  test(`in ${JSON.stringify(text.slice(0, 50))}`, () => assert.deepEqual(marked(text), marks))
}

test('a cashtag is a tag with its sign, in capitals', () => {
  const [facet] = facets('$aapl', {})
  assert.deepEqual(facet?.features, [{ $type: 'app.bsky.richtext.facet#tag', tag: '$AAPL' }])
})

test('mentions of handles that exist are marked, the others stay text', () => {
  const text = 'hi @Alice.Example, (@bob.example) @nobody.example x@alice.example @alice'
  const dids = { 'alice.example': 'did:plc:a', 'bob.example': 'did:plc:b' }
  assert.deepEqual(mentioned(text), ['alice.example', 'bob.example', 'nobody.example'])
  assert.deepEqual(marked(text, dids), ['@Alice.Example', '@bob.example'])
  assert.deepEqual(marked('@constructor.tostring @__proto__.x'), [])
})

const pieces = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    ' ',
    '\n',
    '(',
    ')',
    '#',
    '@',
    '.',
    '👩‍👩‍👧',
    'é',
    '\ud800',
    '#tag',
    '@a.example',
    'b.com',
    '…',
  ),
)
const texts = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join('').toWellFormed())
const everyone = new Proxy<Record<string, string>>(
  {},
  {
    get: () => 'did:plc:x',
    getOwnPropertyDescriptor: () => ({ configurable: true, value: 'did:plc:x' }),
  },
)

test('facets lie inside the text, in order, apart, and on whole characters', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text)
      let reached = 0
      for (const { index } of facets(text, everyone)) {
        const { byteStart, byteEnd } = index
        assert(byteStart >= reached && byteEnd > byteStart && byteEnd <= bytes.length)
        const shown = bytes.subarray(byteStart, byteEnd).toString()
        assert(text.includes(shown), 'no character is cut')
        reached = byteEnd
      }
    }),
    { numRuns: 3000 },
  )
})

test('a link between any two words is marked whole', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed())
  fc.assert(
    fc.property(words, words, (before, behind) => {
      const marks = marked(`${before} https://example.com/path ${behind}`)
      assert(marks.includes('https://example.com/path'))
    }),
    { numRuns: 1000 },
  )
})
