/** What a manifest says of taking down, its connector can. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from './catalog.ts'

for (const { manifest, remove } of Object.values(catalog).map((each) => ({
  manifest: each.manifest,
  remove: each.remove !== undefined,
})))
  test(`${manifest.name} takes posts down exactly when it says so`, () => {
    assert.equal(remove, manifest.removal.by === 'api')
    if (manifest.removal.by === 'person') assert.ok(URL.canParse(manifest.removal.at))
  })
