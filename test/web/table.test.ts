/** Tables of any program: what csv-parse reads of them, the dashboard reads too, and hands on with other names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { guess, readTable, writeTable } from '../../web/src/rooms/import/table.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'ü', '🍎', ' ', ',', ';', '\t', '"', '\n', "'"),
})

test('whatever stands in a table comes out of it as another reader reads it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }).chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: 2,
          maxLength: 6,
        }),
      ),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (rows, between, end, mark) => {
        const named = rows.map((row, at) => (at ? row : row.map((_, column) => `n${column}`)))
        const text = named
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(between))
          .join(end)
        const whole = `${mark ? '\uFEFF' : ''}${text}${end}`
        const read = readTable(whole)
        const [head, ...rest] = parse(whole, {
          bom: true,
          // A table of one column has nothing between its cells.
          delimiter: named[0]?.length === 1 ? ',' : between,
          record_delimiter: ['\r\n', '\n'],
        })
        assert.deepEqual([read.head, read.rows], [head, rest])
      },
    ),
    { numRuns: 500 },
  )
})

test('a first line that says what stands between cells is no row', () => {
  for (const [said, between] of [
    ['sep=;', ';'],
    ['"SEP=,"', ','],
    ['sep=\t', '\t'],
    ['sep=|', '|'],
  ] as const)
    assert.deepEqual(
      readTable(`\uFEFF${said}\r\nText${between}Konten\n"a, b; c"${between}x\n`),
      { head: ['Text', 'Konten'], rows: [['a, b; c', 'x']] },
      said,
    )
  assert.deepEqual(readTable('sep=x;b\n'), { head: ['sep=x', 'b'], rows: [] })
})

test('what is handed on has the names of the service, and the rows in their places', () => {
  const table = readTable('Caption;Konten;unused\n"Hello, ""you""";x:ada;1\n\nLast one;x:ada;2\n')
  assert.deepEqual(table.head, ['Caption', 'Konten', 'unused'])
  const mapping = guess(table.head)
  assert.deepEqual(mapping, ['content', 'social_account_ids', ''])
  const written: string[][] = parse(writeTable(table, mapping), { relax_column_count: true })
  assert.deepEqual(written, [
    ['content', 'social_account_ids'],
    ['Hello, "you"', 'x:ada'],
    ['', ''],
    ['Last one', 'x:ada'],
  ])
})

test('a field is one column: by its own name first, else by the first that means it', () => {
  assert.deepEqual(guess(['Text', 'content', 'Date', 'scheduled_at', 'Time', 'x']), [
    '',
    'content',
    '',
    'scheduled_at',
    '',
    '',
  ])
  assert.deepEqual(guess(['Beitrag', 'Text', 'tags']), ['content', '', 'labels'])
})
