import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from './index.ts'
import { namesOfMigrations } from './names.ts'

test('what a start compares the database with is every migration that there is', async () => {
  const names = await namesOfMigrations()
  assert.deepEqual(names.toSorted(), Object.keys(migrations).toSorted())
})
