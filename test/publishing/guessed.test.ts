/** What was found by its words alone may be somebody else's equal post, while ours is not listed yet: it is looked at twice more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watch } from '#publishing/watch.ts'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000
const TEXT = 'The bridge is closed until Sunday evening'

/** Its answer is lost after it landed. `beside`: somebody posts the same just before, and so many looks do not show ours. */
async function lost(platform: string, { beside = 0, pictures = 0 } = {}) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const emulator = engine.emulator(platform)
  const { platform_account_id } = await engine.account(account)
  engine.fault(platform, 'landed_cut')
  if (beside > 0) {
    engine.fault(platform, 'hidden_read', { times: beside })
    const call = { account: platform_account_id, text: TEXT, by: 'other_app' } as const
    assert.ok(emulator.appear?.(call), 'it is there')
    engine.advance(1000)
  }
  const id = await engine.post(workspace, { text: TEXT, accounts: [account], pictures })
  await engine.run()
  emulator.faults.clear()
  const look = async (minutes: number) => {
    engine.advance(minutes * MINUTE)
    await watch(engine.db, engine.deps)
    return engine.delivery(id)
  }
  return Object.assign(engine, { id, look })
}

test('somebody’s equal post that is shown while ours is not is taken for ours, and told once both are', async () => {
  await using engine = await lost('google_business', { beside: 9 })
  const [theirs, ours] = engine.emulator('google_business').posts()
  const found = await engine.delivery(engine.id)
  assert.deepEqual([found.status, found.platform_post_id], ['published', theirs?.id])
  const { warnings, watch_at, platform_post_id } = await engine.look(10)
  assert.ok(
    JSON.stringify(warnings).includes(
      `maybe_another: the platform shows another post that says the same (${ours?.url})`,
    ),
  )
  // Which of them is ours nothing tells.
  assert.deepEqual([watch_at, platform_post_id], [null, theirs?.id])
  assert.deepEqual(engine.texts('google_business'), [TEXT, TEXT], 'nothing is sent')
})

test('…but where our uploads have numbers words are not believed while those may still be shown', async () => {
  await using engine = await lost('facebook', { beside: 1, pictures: 1 })
  const [, ours] = engine.emulator('facebook').posts()
  const found = await engine.delivery(engine.id)
  assert.deepEqual([found.status, found.platform_post_id], ['published', ours?.id])
  assert.equal(found.watch_at, null, 'a number of ours has told it')
})

test('where it stays alone it is looked at after ten minutes and an hour, and nothing is told', async () => {
  await using engine = await lost('google_business')
  const first = await engine.look(10)
  assert.equal(first.watch_at, new Date(engine.now().getTime() + 50 * MINUTE).toISOString())
  const second = await engine.look(50)
  assert.deepEqual([second.warnings, second.watch_at], [[], null])
})

test('nothing is looked at again where more than words has told it, or the platform takes no twin', async () => {
  for (const [platform, pictures] of [
    ['x', 0],
    ['x', 1],
    ['bluesky', 0],
  ] as const) {
    await using engine = await lost(platform, { pictures })
    const { status, watch_at } = await engine.delivery(engine.id)
    assert.deepEqual([status, watch_at], ['published', null], platform)
  }
})
