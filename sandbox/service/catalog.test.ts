import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalog } from './catalog.ts'

test('every platform has its emulator in the list, in the order of the folders', () => {
  const platforms = join(import.meta.dirname, '../../platforms')
  const folders = readdirSync(platforms, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !['kit', 'meta'].includes(name))
  assert.deepEqual(Object.keys(catalog), folders.toSorted())
})
