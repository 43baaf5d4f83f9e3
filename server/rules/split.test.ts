import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { manifests } from '#platforms/catalog.ts'
import { beginning, split } from './split.ts'

const units = (most: number) => (text: string) => text.length <= most
const one = (text: string, most: number, numbered = false) =>
  split([text], units(most), { numbered })[0] ?? []
const bare = (text: string) => text.replace(/\s/g, '')

const LINKS = [
  'https://example.com/a/b?c=d#e',
  'www.example.org/some/where',
  'crier.dev/docs',
  'http://例え.jp/道',
]
const MENTIONS = [
  '@ada',
  '@ada.bsky.social',
  '@someone@example.social',
  '#hashtag',
  '$CRIER',
  '#héllo_wörld',
]
const LETTERS = ['👩‍👩‍👧‍👦', 'é', '🇩🇪', 'நி', '✌🏽', 'a', 'ü', '漢', '。', 'か', 'ไ', '\r\n', ' ']
const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}[.,!?]?$/) },
  { weight: 1, arbitrary: fc.constantFrom(...LINKS) },
  { weight: 1, arbitrary: fc.constantFrom(...MENTIONS) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 30 })
      .map((all) => all.join('')),
  },
)
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\n\n', '. ', '。')
const text = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 80 })
  .map((all) => all.flat().join(''))

test('the parts of a text together say all of it, in order, and none of them is empty', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 200 }), (whole, most) => {
      const parts = one(whole, most)
      assert.equal(parts.map(bare).join(''), bare(whole))
      if (bare(whole)) assert.ok(parts.every((part) => part.trim() !== ''))
    }),
  )
})

test('no link, mention or tag is ever cut, however little fits', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (whole, most) => {
      const parts = one(whole, most)
      for (const each of [...LINKS, ...MENTIONS]) {
        const alone = ` ${each} `
        const times = (within: string) => ` ${within.replace(/\s/g, '  ')} `.split(alone).length - 1
        const before = times(whole)
        assert.ok(parts.reduce((sum, part) => sum + times(part), 0) >= before, each)
      }
    }),
  )
})

test('no letter is ever cut: parts begin and end where a person sees one end', () => {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, most) => {
      const seen = Array.from(letters.segment(whole), ({ segment }) => segment).filter((each) =>
        each.trim(),
      )
      const parts = one(whole, most)
      const told = parts.flatMap((part) =>
        Array.from(letters.segment(part), ({ segment }) => segment).filter((each) => each.trim()),
      )
      assert.deepEqual(told, seen)
    }),
  )
})

test('every part fits, unless it is a single thing that must not be cut', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 12, max: 120 }), fc.boolean(), (whole, most, numbered) => {
      for (const part of one(whole, most, numbered)) {
        const said = numbered ? part.replace(/ \d+\/\d+$/, '') : part
        if (part.length > most)
          assert.ok(
            !/\s/.test(said) || said.length <= 12 + most,
            `${part.length} of ${most}: ${part}`,
          )
      }
    }),
  )
})

test('what is cut fits by the measure of every platform that has threads', () => {
  const platforms = Object.values(manifests).filter(({ thread }) => thread?.as === 'chain')
  assert.ok(platforms.length > 0)
  for (const platform of platforms) {
    const fits = (said: string) =>
      platform
        .text()
        .every(({ max, unit, measure }) => /links|cashtags/.test(unit) || measure(said) <= max)
    fc.assert(
      fc.property(text, (whole) => {
        const long = `${whole} `.repeat(12)
        for (const part of split([long], fits, { numbered: true })[0] ?? [])
          assert.ok(fits(part), platform.id)
      }),
      { numRuns: 20 },
    )
  }
})

test('a text that fits is left as it is, to the letter', () => {
  fc.assert(
    fc.property(text, (whole) => {
      assert.deepEqual(one(whole, whole.length), [whole])
      assert.deepEqual(one(whole, whole.length, true), [whole])
    }),
  )
})

test('it is cut between paragraphs, else between sentences, else between words', () => {
  const paragraphs = `${'One two three four. '.repeat(4).trim()}\n\n${'Five six seven. '.repeat(4).trim()}`
  assert.deepEqual(one(paragraphs, 100), paragraphs.split('\n\n'))
  assert.deepEqual(one('This is the first one. This is the second one.', 30), [
    'This is the first one.',
    'This is the second one.',
  ])
  assert.deepEqual(one('one two three four', 9), ['one two', 'three', 'four'])
  assert.deepEqual(one('abcdefghij', 4), ['abcd', 'efgh', 'ij'])
  assert.deepEqual(one('これは最初の文です。これは二番目の文です。', 12), [
    'これは最初の文です。',
    'これは二番目の文です。',
  ])
})

test('parts are numbered on request, over all texts, and only when there are several', () => {
  assert.deepEqual(split(['one two three', 'four'], units(10), { numbered: true }), [
    ['one 1/4', 'two 2/4', 'three 3/4'],
    ['four 4/4'],
  ])
  const many = one('word '.repeat(60).trim(), 12, true)
  assert.equal(many[0], 'word 1/60')
  assert.equal(many.at(-1), 'word 60/60')
})

test('the beginning is the first part, and costs no more than that', () => {
  for (const text of ['Short', 'one two three four', 'abcdefghij', ' led by spaces, and long', ' '])
    assert.equal(beginning(text, units(9)), one(text, 9)[0] ?? '')
  let asked = 0
  const counting = (text: string) => {
    asked++
    return text.length <= 280
  }
  const text = 'word '.repeat(2_000)
  assert.equal(beginning(text, counting), one(text, 280)[0])
  assert.ok(asked < 30, `${asked} times`)
})

test('what a text is made of makes no cut long: none is looked at from each of its signs anew', () => {
  for (const sign of ['a', '漢', 'ก', '@', '-', '1', 'a.']) {
    const text = sign.repeat(50_000 / sign.length)
    const began = process.cpuUsage()
    one(text, 280)
    const { user } = process.cpuUsage(began)
    assert.ok(user < 1_200_000, `${sign} took ${user} µs of work`)
  }
})

test('what is measured of a long text to cut it is a few dozen times its length, whatever it is made of', () => {
  for (const sign of ['春', '新产品。', '😀', '👨‍👩‍👧‍👦', 'שלום עולם ', 'word ', 'e\u0301']) {
    const text = sign.repeat(10_000 / sign.length)
    let measured = 0
    const fits = (part: string) => {
      measured += part.length
      return part.length <= 280
    }
    split([text], fits, { numbered: true })
    assert.ok(measured < 50 * text.length, `${sign}: ${measured / text.length} times`)
  }
})
