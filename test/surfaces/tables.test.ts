/** Tables as text: what is written is read again, whatever stands in it, and nothing is carried out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellsOf, lineOf } from '#rules/csv.ts'
import { text } from './cells.ts'

test('any cells come back as they were written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (rows) => {
        // The names of columns are what tells the mark between cells.
        const names = ['a', 'b', 'c', 'd']
        const table = [names, ...rows].map((cells) => lineOf(cells)).join('')
        assert.deepEqual(cellsOf(table, 1_000), [names, ...rows])
      },
    ),
    { numRuns: 500 },
  )
})

test('what the table shows first is never carried out as a formula', () => {
  fc.assert(
    fc.property(text, (cell) => {
      const [shown] = lineOf([cell, 'x']).replace(/^"/, '')
      assert.ok(!'=+-@\t\r\n＝＋－＠'.includes(shown ?? 'x'), cell)
    }),
    { numRuns: 500 },
  )
})

test('a first line that names no mark between cells is told, and lines are counted with it', () => {
  const why = (table: string) => Object(cellsOf(table, 10)).error
  assert.match(why('sep=x\na;b\n'), /“sep=” names “x”.*comma, semicolon, tab or \|/)
  assert.match(why('sep=;\na;b\n"never closed;1\n'), /Close the last quote.*\(Line 3\.\)/)
  assert.deepEqual(cellsOf('sep=;\r\n', 10), [])
  assert.deepEqual(cellsOf('sep=;x\n', 10), [['sep=', 'x']])
})
