import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disconnect } from '#connecting/disconnect.ts'
import { openEngine } from '../engine.ts'

test('one consent at Google is ended with the last account that may have come by it', async () => {
  await using engine = await openEngine()
  const revoked: string[] = []
  engine.wire.around = async (call, url) => {
    if (url.endsWith('/revoke')) revoked.push(url)
    return call()
  }
  const mine = await engine.workspace()
  const other = await engine.workspace()
  const first = await engine.connect(mine, 'youtube')
  const second = await engine.connect(other, 'youtube')
  assert.ok(await disconnect(engine.deps, { workspace_id: mine, account_id: first }))
  assert.deepEqual(revoked, [])
  // The other one still publishes by the same consent.
  const { health } = await engine.account(second)
  assert.equal(health, 'healthy')
  assert.ok(await disconnect(engine.deps, { workspace_id: other, account_id: second }))
  assert.equal(revoked.length, 1)

  const profile = await engine.connect(mine, 'google_business')
  const again = await engine.connect(mine, 'youtube')
  assert.ok(await disconnect(engine.deps, { workspace_id: mine, account_id: again }))
  assert.equal(revoked.length, 1)
  assert.equal((await engine.account(profile)).health, 'healthy')
})
