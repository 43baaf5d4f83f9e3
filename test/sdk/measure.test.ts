/** Texts are counted the same by whoever writes them and by the service, whatever is in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure } from '@crier/sdk/measure'
import { manifests } from '#platforms/catalog.ts'
import { texts } from './texts.ts'

test('what a program counts is what the service holds a post against', () => {
  for (const manifest of Object.values(manifests)) {
    const [rule] = manifest.text()
    assert.ok(rule, manifest.id)
    for (const text of texts) {
      const counted = measure(manifest.id, rule.counts, text)
      assert.equal(counted, rule.measure(text), `${manifest.id}: ${JSON.stringify(text)}`)
    }
  }
})
