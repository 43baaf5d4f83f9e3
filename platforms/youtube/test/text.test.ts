import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMidnight } from '../pacific.ts'
import { angleBrackets, bytes, tagsLength, titleOf } from '../text.ts'

test('the title is the first line that says anything, without angle brackets', () => {
  assert.equal(titleOf('\n\n  A <b>fine</b> day \nMore'), 'A bfine/b day')
  assert.equal(titleOf(''), '')
  assert.equal(titleOf('x'.repeat(120)).length, 100)
})

test('a title is cut between characters as people see them', () => {
  const family = '👩‍👩‍👧‍👦'
  const title = titleOf(family.repeat(20))
  assert.ok(title.length <= 100 && title.length % family.length === 0)
})

test('a text counts in bytes, tags with their commas and quotes', () => {
  assert.equal(bytes('日本'), 6)
  assert.equal(angleBrackets('a < b > c'), 2)
  assert.equal(tagsLength([]), 0)
  assert.equal(tagsLength(['one', 'two words']), 3 + 1 + 11)
})

test('quotas end at midnight in California, in winter, in summer and when the clocks change', () => {
  const next = (time: string) => nextMidnight(new Date(time)).toISOString()
  assert.equal(next('2026-11-20T12:00:00Z'), '2026-11-21T08:00:00.000Z')
  assert.equal(next('2026-11-20T07:59:59.500Z'), '2026-11-20T08:00:00.000Z')
  assert.equal(next('2026-07-01T12:00:00Z'), '2026-07-02T07:00:00.000Z')
  // 8 March 2026 has 23 hours, 1 November 25.
  assert.equal(next('2026-03-08T09:00:00Z'), '2026-03-09T07:00:00.000Z')
  assert.equal(next('2026-11-01T08:00:00Z'), '2026-11-02T08:00:00.000Z')
})

test('a first character of more marks than a title has room for is cut within', () => {
  const title = titleOf(`a${'\u0301'.repeat(150)} and more`)
  assert.equal(title, `a${'\u0301'.repeat(99)}`)
})

test('a blank that angle brackets leave behind is not the title', () => {
  assert.equal(titleOf(`<> a${'\u0301'.repeat(150)}`), `a${'\u0301'.repeat(99)}`)
})
