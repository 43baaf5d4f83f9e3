import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from '#platforms/catalog.ts'
import { stage } from '../../platforms/kit/test/stage.ts'

/** Bluesky's stand in its client metadata. */
const fixed = new Set(['bluesky'])

for (const [id, connector] of Object.entries(catalog)) {
  const { manifest } = connector
  if (fixed.has(id)) continue
  test(`${id} asks for the permissions that the operator names, and for no others`, async () => {
    const { tools } = stage(manifest)
    const named = manifest.scopes.slice(0, 1)
    const asked = async () => {
      const { searchParams } = new URL((await connector.authorize({ state: 's' }, tools)).url)
      return (searchParams.get('scope') ?? '').split(/[ ,]/)
    }
    const usual = await asked()
    tools.config.scopes = named
    assert.deepEqual([await asked(), usual.length], [named, manifest.scopes.length])
  })
}
