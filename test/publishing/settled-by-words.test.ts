/** What was found by its words may have been another one: then its own is shown beside it, and is nobody else's by a guess. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '#publishing/judge.ts'
import { rivalsIn } from '#publishing/rivals.ts'
import { openEngine } from '../engine.ts'
import { entry, lostCall, looks, rival } from './lost-call.ts'

test('what its rival may have left behind is no guess of ours, and what says exactly ours is', () => {
  const alike = { looks: looks([entry('a', { words: 'alike' })]) }
  assert.equal(judge(lostCall(alike)).is, 'found')
  const settled = rival(['a'], { yields: true })
  assert.equal(judge(lostCall({ ...alike, rivals: [settled] })).is, 'ask')
  const same = { looks: looks([entry('a', { words: 'same' })]), rivals: [settled] }
  assert.equal(judge(lostCall(same)).is, 'found')
})

test('a step that was found by its words stays a rival of those that were in doubt with it', async () => {
  await using engine = await openEngine()
  const workspace_id = await engine.workspace()
  const account = await engine.connect(workspace_id, 'google_business')
  const { platform_account_id } = await engine.account(account)
  const place = { platform: 'google_business', sandbox: true, platform_account_id }
  const began = engine.now()
  engine.fault('google_business', 'landed_cut')
  const lost = await engine.post(workspace_id, {
    text: 'New on the blog: https://example.com/one and more of it',
    accounts: [account],
  })
  await engine.run()
  await engine.post(workspace_id, { text: 'Told at once, as most are', accounts: [account] })
  await engine.run()
  const { id, status } = await engine.delivery(lost)
  assert.equal(status, 'published')
  const none = { workspace_id, delivery_id: 0 }
  const found = await rivalsIn(engine.db, place, none, began)
  assert.deepEqual(
    found.map(({ step_of, settled, in_flight }) => [step_of.delivery_id, settled, in_flight]),
    [[id, true, false]],
  )
  engine.advance(60 * 60_000)
  assert.deepEqual(await rivalsIn(engine.db, place, none, engine.now()), [])
  assert.deepEqual(await rivalsIn(engine.db, place, { workspace_id, delivery_id: id }, began), [])
})
