/** A delivery that goes back for want of a hand keeps its place, and is as late as it is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observer } from '#rules/observer.ts'
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

test('how late its first call leaves is told once, also of a delivery that was given back before', async () => {
  await using engine = await openEngine()
  const told: number[] = []
  const none = () => {}
  engine.deps.observer = {
    answered: none,
    claimed: none,
    began: ({ late }) => void told.push(late),
    attempted: none,
    looked: none,
    refreshed: none,
    choreRan: none,
    webhookSent: none,
    mailSent: none,
  } satisfies Observer
  const workspace = await engine.workspace()
  const accounts = [await engine.connect(workspace, 'bluesky')]
  await engine.post(workspace, { text: 'Given back', accounts })
  const [work] = await engine.claim()
  assert.ok(work && (await engine.carry(work, { hand: async () => false })))
  assert.deepEqual(told, [])
  engine.advance(60_000)
  engine.fault('bluesky', 'refuse_500')
  await engine.run()
  assert.deepEqual(engine.texts('bluesky'), ['Given back'])
  assert.deepEqual(told, [60])
})
