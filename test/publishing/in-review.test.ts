/** A post that the platform has and is still checking is neither published nor failed until the platform says which. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function reviewed(fault: string, ms: number) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'google_business')
  engine.fault('google_business', fault, { on: 'post', ms })
  const id = await engine.post(workspace, {
    text: 'Open on Sunday, from nine in the morning until the bread is sold',
    accounts: [account],
  })
  return Object.assign(engine, { id })
}

/** What happens until then, and not a moment longer. */
async function until(engine: Awaited<ReturnType<typeof reviewed>>, time: Date) {
  while (engine.now() < time) {
    for (const work of await engine.claim()) await engine.carry(work)
    engine.advance(MINUTE)
  }
}

test('one that Google refuses after three hours says publishing until then, and failed with the reason', async () => {
  await using at = await reviewed('rejected_later', 3 * HOUR)
  const began = at.now().getTime()
  await until(at, new Date(began + 2 * HOUR))
  const waiting = await at.delivery(at.id)
  assert.deepEqual([waiting.status, waiting.platform_post_id], ['publishing', null])
  await at.run()
  const { status, error_code, error_message } = await at.delivery(at.id)
  assert.deepEqual([status, error_code], ['failed', 'against_policy'])
  assert.match(error_message ?? '', /content policy/)
  assert.equal((await at.postRow(at.id)).status, 'failed')
})

test('a process that dies while it is checked changes nothing', async () => {
  await using at = await reviewed('rejected_later', 2 * HOUR)
  assert.ok(await at.kill('after', (url) => url.endsWith('/localPosts')))
  await until(at, new Date(at.now().getTime() + HOUR))
  assert.equal((await at.delivery(at.id)).status, 'publishing')
  await at.run()
  const { status, error_code } = await at.delivery(at.id)
  assert.deepEqual([status, error_code], ['failed', 'against_policy'])
})

test('one that takes minutes is published once, with its address', async () => {
  await using at = await reviewed('slow_processing', 0)
  await at.run()
  const { status, platform_url } = await at.delivery(at.id)
  assert.equal(status, 'published')
  assert.ok(platform_url)
  assert.equal(at.texts('google_business').length, 1)
})
