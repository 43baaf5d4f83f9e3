/** Each platform once: its folder, its line in both catalogs, its pages. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalog } from '#platforms/catalog.ts'
import { catalog as emulators } from '#sandbox/service/catalog.ts'

const root = join(import.meta.dirname, '..')

test('every platform says what it relies on, and how its credentials are got', () => {
  const pages = Object.keys(catalog).flatMap((id) => [
    `platforms/${id}/README.md`,
    `docs/platforms/${id}.md`,
  ])
  assert.deepEqual(
    pages.filter((page) => !existsSync(join(root, page))),
    [],
  )
})

test('every platform folder is in both catalogs', () => {
  const folders = readdirSync(join(root, 'platforms'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !['kit', 'meta'].includes(name))
    .sort()
  assert.deepEqual(Object.keys(catalog).sort(), folders)
  assert.deepEqual(Object.keys(emulators).sort(), folders)
  for (const id of folders) assert.equal(catalog[id]?.manifest.id, id)
})
