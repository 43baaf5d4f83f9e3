import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingIn } from '../../kit/mentions.ts'
import { little, MENTION, peopleOf, plain, plainLength, titleOf } from '../text.ts'

/** Plain text, and what is sent for it. */
const VECTORS: readonly [string, string][] = [
  ['Good morning', 'Good morning'],
  ['Two\nlines & more', 'Two\nlines & more'],
  ['a (b) [c] {d} <e>', String.raw`a \(b\) \[c\] \{d\} \<e\>`],
  [String.raw`back\slash | pipe`, String.raw`back\\slash \| pipe`],
  ['me@example.com *bold* _under_ ~wave~', String.raw`me\@example.com \*bold\* \_under\_ \~wave\~`],
  ['#launch day', '#launch day'],
  ['we are #1 and #2nd', String.raw`we are \#1 and #2nd`],
  ['#snake_case', String.raw`#snake\_case`],
  ['C# and a#b', String.raw`C\# and a\#b`],
  ['https://example.com/#top', String.raw`https://example.com/\#top`],
  ['#grün!', '#grün!'],
  ['@[Ada](urn:li:person:1)', String.raw`\@\[Ada\]\(urn:li:person:1\)`],
  ['1️⃣ 👩‍👩‍👧 →', '1️⃣ 👩‍👩‍👧 →'],
]

for (const [text, commentary] of VECTORS) {
  test(`${JSON.stringify(text)} is written as ${commentary}, and read back`, () => {
    assert.equal(little(text), commentary)
    assert.equal(plain(commentary), text)
  })
}

test('no reserved character leaves us without a backslash, wherever it stands', () => {
  for (const sign of '\\|{}@[]()<>#*_~') {
    for (const text of [sign, `a${sign}`, `${sign}a${sign}`, sign.repeat(3), `x ${sign} y`]) {
      const rest = little(text).replace(/#\w+/g, '')
      assert.doesNotMatch(rest.replace(/\\[\\|{}@[\]()<>#*_~]/g, ''), /[\\|{}@[\]()<>#*_~]/, text)
      assert.equal(plain(little(text)), text)
    }
  }
})

const ADA = 'Ada (urn:li:person:a-1)'
const ENGINES = 'Ada & Sons Ltd. (urn:li:organization:2414183)'

test('who is told is mentioned where the name stands, the longest name first, and nobody else', () => {
  for (const [text, commentary] of [
    ['Thanks, @Ada!', 'Thanks, @[Ada](urn:li:person:a-1)!'],
    [
      '@Ada & Sons Ltd. and @Ada',
      '@[Ada & Sons Ltd.](urn:li:organization:2414183) and @[Ada](urn:li:person:a-1)',
    ],
    ['me@Ada.example, @Adam, @ada (all)', String.raw`me\@Ada.example, \@Adam, \@ada \(all\)`],
    ['#launch by @Ada', '#launch by @[Ada](urn:li:person:a-1)'],
  ] as const) {
    assert.equal(little(text, [ADA, ENGINES]), commentary)
  }
  const people = peopleOf([ADA, ENGINES])
  assert.deepEqual(missingIn('Thanks, @Ada, and Ada & Sons Ltd.', people), ['@Ada & Sons Ltd.'])
  assert.equal(little('Thanks, @Ada!'), String.raw`Thanks, \@Ada!`)
})

test('a mention is a name and a URN', () => {
  for (const good of [ADA, ENGINES]) assert.match(good, MENTION)
  for (const wrong of [
    'Ada',
    'Ada (2414183)',
    'Ada (urn:li:share:1)',
    ' (urn:li:person:a)',
    'A (B) (urn:li:person:a)',
  ])
    assert.doesNotMatch(wrong, MENTION)
})

test('mentions and hashtag templates that other tools wrote are read by their words', () => {
  assert.equal(plain(String.raw`{hashtag|\#|launch} now`), '#launch now')
  assert.equal(plain('Thanks @[Ada L.](urn:li:person:x)!'), 'Thanks Ada L.!')
})

test('a text counts by its UTF-16 units before escaping', () => {
  assert.equal(plainLength('(a)'), 3)
  assert.equal(plainLength('👍'), 2)
})

test('a title is the first line that says something, cut to a hundred characters', () => {
  assert.equal(titleOf('\n  Deck\nmore'), 'Deck')
  assert.equal(titleOf(''), '')
  assert.equal(Array.from(titleOf('ü'.repeat(200))).length, 98)
})
