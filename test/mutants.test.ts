import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EQUIVALENTS } from '../scripts/mutate/equivalents.ts'
import { mutantsOf } from '../scripts/mutate/mutants.ts'
import { TARGETS } from '../scripts/mutate/targets.ts'

const root = join(import.meta.dirname, '..')
const files = [...new Set(Object.values(TARGETS).map(({ file }) => join(root, file)))]
const mutants = mutantsOf(files, root)
const names = new Set(mutants.map(({ name }) => name))

test('a mutant is a file with one thing changed, under a name of its own', () => {
  const texts = new Set(files.map((file) => readFileSync(file, 'utf8')))
  assert.ok(mutants.length > 500)
  assert.equal(names.size, mutants.length)
  assert.ok(mutants.every(({ source }) => !texts.has(source)))
})

test('what is listed as equivalent is a mutant of today’s code, and says why', () => {
  for (const [name, why] of Object.entries(EQUIVALENTS)) {
    assert.ok(names.has(name), name)
    assert.ok(why.length > 20, name)
  }
})
