import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf, drawOddities, oddities, shownOddly } from './oddities.ts'

const text = [
  ' Two  spaces & a <tag>, "quoted" — cafe\u0301 \u2460,',
  'a \u2764 with @ada_types and @[104000000000000], zero\u200Bwidth \u2600\uFE0F  ',
  '',
  '',
  'HTTPS://Example.ORG/Path?a=1 and #tags that go on for long enough to be cut somewhere',
].join('\n')

test('every change of the bag changes a text that holds what it is about', () => {
  for (const { name, change } of oddities)
    assert.notEqual(change(text, chanceOf(1)), text, `${name} changes nothing`)
})

test('a plain short text survives every change', () => {
  for (const { name, change } of oddities) assert.equal(change('Hello', chanceOf(1)), 'Hello', name)
})

test('the same seed shows the same text in the same way, and every change is drawn by some seed', () => {
  const drawn = new Set<string>()
  for (let seed = 0; seed < 500; seed++) {
    assert.equal(shownOddly(text, seed), shownOddly(text, seed))
    const changes = drawOddities(seed).map(({ name }) => name)
    assert.ok(
      changes.length >= 1 && changes.length <= 3 && new Set(changes).size === changes.length,
    )
    for (const name of changes) drawn.add(name)
  }
  assert.deepEqual(
    oddities.map(({ name }) => name).filter((name) => !drawn.has(name)),
    [],
  )
})

test('a text is cut between two characters, never within an emoji', () => {
  const families = '👨‍👩‍👧'.repeat(100)
  const cut = oddities.find(({ name }) => name === 'truncated')?.change(families, chanceOf(1))
  assert.equal(cut, `${'👨‍👩‍👧'.repeat(79)}…`)
})

test('a link keeps its path when its host is written in small letters', () => {
  const lower = oddities.find(({ name }) => name === 'host_case')
  assert.equal(lower?.change('HTTPS://Example.ORG/A?B', chanceOf(1)), 'https://example.org/A?B')
})
