/** One suite over every platform: its connector against its emulator, over real HTTP, with injected time. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { breakingOff } from '../test/conformance/breaking-off.ts'
import { connecting } from '../test/conformance/connecting.ts'
import { failing } from '../test/conformance/failing.ts'
import { garbling } from '../test/conformance/garbling.ts'
import { kinds } from '../test/conformance/kinds.ts'
import { measuring } from '../test/conformance/measuring.ts'
import { publishing } from '../test/conformance/publishing.ts'
import { recovering } from '../test/conformance/recovering.ts'
import { threads } from '../test/conformance/threads.ts'
import { catalog, manifests } from './catalog.ts'

test('every platform folder is in the catalog, under the id of its manifest', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !['kit', 'meta'].includes(name))
  assert.deepEqual(Object.keys(catalog), folders.toSorted())
  assert.deepEqual(
    Object.values(manifests).map(({ id }) => id),
    Object.keys(catalog),
  )
})

for (const platform of Object.keys(catalog)) {
  connecting(platform)
  publishing(platform)
  kinds(platform)
  threads(platform)
  failing(platform)
  garbling(platform)
  breakingOff(platform)
  recovering(platform)
  measuring(platform)
}
