/** What a manifest says of taking down, changing and places, its connector can. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from './catalog.ts'

for (const { manifest, ...can } of Object.values(catalog).map((each) => ({
  manifest: each.manifest,
  remove: each.remove !== undefined,
  edit: each.edit !== undefined,
  shows: each.shows !== undefined,
  places: each.places !== undefined,
}))) {
  test(`${manifest.name} takes posts down exactly when it says so`, () => {
    assert.equal(can.remove, manifest.removal.by === 'api')
    if (manifest.removal.by === 'person') assert.ok(URL.canParse(manifest.removal.at))
  })

  test(`${manifest.name} changes posts exactly when it says so, and can look`, () => {
    const { editing } = manifest
    assert.deepEqual([can.edit, can.shows], [editing !== undefined, editing !== undefined])
    const { success } = editing?.options?.safeParse({}) ?? { success: true }
    assert.equal(success, true, 'whoever changes nothing names nothing')
  })

  test(`${manifest.name} finds places exactly when its posts may name one`, () => {
    const { place_option: option, options } = manifest
    assert.equal(can.places, option !== undefined)
    assert.ok(option === undefined || option in options.shape)
  })
}
