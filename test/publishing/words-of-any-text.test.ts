/** How well what a platform shows fits what was sent: what must hold for any text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gradeWords, normalise } from '../../server/publishing/words.ts'

const TEXT = 'We open at eight tomorrow morning'

/** Texts with everything in them that platforms have touched. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.lorem({ maxCount: 3 }),
      fc.constantFrom(
        ' ',
        '\n',
        '\u200b',
        '\ufe0f',
        '&',
        '&amp;',
        '<',
        '…',
        '@ada',
        '@[1:Ada]',
        '@[Ada](urn:x:1)',
        '#tag',
        'https://a.example/b?c=d&e#f',
        'a.example',
        'https://t.co/x',
        '(https://a.example/b_(c))',
        '.',
        'ﬁ',
        'é',
        'مرحبا',
        '本日',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(' '))

test('for any text: normalising twice is normalising once', () => {
  fc.assert(fc.property(text, (one) => assert.equal(normalise(normalise(one)), normalise(one))))
})

test('for any text: shown as it was sent it is the same, or too little to tell', () => {
  fc.assert(
    fc.property(text, (one) => {
      const grade = gradeWords({ text: one }, { text: one })
      assert.ok(grade === 'same' || grade === 'maybe', grade)
      assert.equal(gradeWords({ text: `${TEXT} ${one}` }, { text: `${TEXT} ${one}` }), 'same')
    }),
  )
})

/** What platforms do to a text that leaves it the same. */
const changes: readonly ((text: string) => string)[] = [
  (one) => one.replaceAll(' ', '  '),
  (one) => ` ${one}\n`,
  (one) => one.replaceAll(' ', '\u00a0'),
  (one) => one.replaceAll('\u200b', '').replaceAll('\ufe0f', ''),
  (one) => one.normalize('NFC'),
  (one) => one.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (one) => one.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
]

test('for any text: no bag of changes makes it another, nor cuts it off from itself', () => {
  fc.assert(
    fc.property(text, fc.subarray([...changes]), (one, some) => {
      const sent = `${TEXT} ${one}`
      const shown = some.reduce((before, change) => change(before), sent)
      assert.equal(gradeWords({ text: sent }, { text: shown }), 'same')
    }),
  )
})

test('for any text: cut off anywhere it is never another', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom('', '…', ' ...'), (one, where, end) => {
      const sent = `${TEXT} ${one}`
      const shown = sent.slice(0, where % sent.length) + end
      assert.notEqual(gradeWords({ text: sent }, { text: shown }), 'other')
    }),
  )
})

test('for any text: with another address it is not the same, nor surely another', () => {
  const address = fc.tuple(fc.constantFrom('a.example', 'b.example'), fc.nat({ max: 3 }))
  fc.assert(
    fc.property(text, address, address, (one, first, second) => {
      fc.pre(first.join() !== second.join())
      const [a, b] = [first, second].map((link) => ({
        text: `${TEXT} ${one} https://${link.join('/')}`,
      }))
      assert.ok(a && b)
      assert.equal(gradeWords(a, b), 'maybe')
    }),
  )
})

test('63,000 characters are graded in a moment', () => {
  const long = (step: number) =>
    Array.from({ length: 9000 }, (_, index) => `w${(index * step) % 3001}`).join(' ')
  assert.equal(gradeWords({ text: long(7919) }, { text: long(7919) }), 'same')
  assert.equal(gradeWords({ text: long(7919) }, { text: long(104_729) }), 'other')
})
