/** Work on a PDF is in proportion to its size, whoever made it. Measured in time of the processor, beside a good file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageObjects } from './pdf-objects.ts'
import { makePdf } from './testing-files.ts'
import { hostilePdfs } from './testing-pdfs.ts'

function workOn(bytes: Buffer) {
  const before = process.cpuUsage()
  const found = pageObjects(bytes)
  const { user, system } = process.cpuUsage(before)
  return { found, work: user + system }
}

test('no PDF of a few megabytes costs much more than a good one of three', () => {
  const good = makePdf(50_000)
  const { found, work } = workOn(good)
  assert.equal(found?.objects.size, 50_002)
  for (const [name, make] of Object.entries(hostilePdfs)) {
    const bytes = make()
    const ratio = workOn(bytes).work / work
    assert.ok(ratio < 30, `${name}, ${bytes.length} bytes: ${ratio.toFixed(1)} times as much`)
  }
})

test('what lies in the data of an object is no object of the file', () => {
  const inner = makePdf(2)
  const file = Buffer.concat([
    Buffer.from('%PDF-1.7\n800 0 obj\n<< /Type /EmbeddedFile >>\nstream\n'),
    inner,
    Buffer.from('\nendstream\nendobj\n'),
    makePdf(5).subarray(9),
  ])
  assert.deepEqual(pageObjects(file)?.objects.get(2)?.kids?.length, 5)
})

test('a word in a title ends no object, and an object without an end is ended by the next', () => {
  const file = Buffer.from(
    '%PDF-1.7\n1 0 obj << /Title (my object) /Type /Catalog /Pages 2 0 R >>\n2 0 obj << /Type /Pages /Kids [3 0 R] >> endobj trailer << /Root 1 0 R >>',
  )
  const found = pageObjects(file)
  assert.equal(found?.objects.get(1)?.pages, 2)
  assert.deepEqual(found?.objects.get(2)?.kids, [3])
})
