/** A delivery that goes back for want of a hand keeps its place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

test('a delivery that was given back for want of a hand goes out before what fell due behind it on its account', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const minute = (minutes: number) => new Date(engine.now().getTime() + minutes * 60_000)
  for (const [at, text] of [
    [minute(5), 'First half'],
    [minute(10), 'Second half'],
  ] as const)
    await engine.post(workspace, { text, accounts: [account], at })
  // The service was away for half an hour.
  engine.advance(30 * 60_000)
  const [work, ...others] = await engine.claim(1)
  assert.ok(work && others.length === 0)
  assert.equal(await engine.carry(work, { hand: async () => false }), true)
  assert.deepEqual(engine.texts('bluesky'), [])
  await engine.run()
  assert.deepEqual(engine.texts('bluesky'), ['First half', 'Second half'])
})
