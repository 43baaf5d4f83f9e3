import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000

test('what waits for its twin in doubt asks seldom, and goes as soon as that is settled', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'facebook')
  const post = async (link: string) =>
    engine.post(workspace, { text: `New on the blog: ${link}`, accounts: [account] })
  engine.fault('facebook', 'refuse_500')
  const first = await post('https://example.com/1')
  for (const work of await engine.claim()) await engine.carry(work)
  const began = engine.now().getTime()
  const second = await post('https://example.com/2')
  await engine.run()

  const timeline = await engine.timeline(second)
  const waits = timeline.filter((line) => line === 'later twin_in_doubt')
  assert.ok(waits.length > 1 && waits.length < 8, timeline.join(', '))
  const [one, other] = [await engine.delivery(first), await engine.delivery(second)]
  assert.deepEqual([one.status, other.status], ['published', 'published'])
  const [ended, followed] = [one, other].map(({ published_at }) => Date.parse(published_at ?? ''))
  assert.ok(ended && followed && ended - began > 4 * MINUTE)
  assert.ok(followed >= ended && followed - ended < 1_000, `${followed - ended} ms later`)
  assert.equal(engine.texts('facebook').length, 2)
})

test('of two equal posts that begin in one moment one takes what landed, and nobody is asked', async () => {
  for (const faults of [
    ['landed_500', 'refuse_500'],
    ['refuse_500', 'landed_500'],
  ]) {
    await using engine = await openEngine()
    const workspace = await engine.workspace()
    const account = await engine.connect(workspace, 'facebook')
    engine.limits = { facebook: { at_once: 2, per_day: null } }
    const post = async () =>
      engine.post(workspace, { text: 'Closed today, see you tomorrow', accounts: [account] })
    const ids = [await post(), await post()]
    for (const fault of faults) engine.fault('facebook', fault, { on: 'post' })
    await engine.run()
    const ends = await Promise.all(ids.map(async (id) => engine.delivery(id)))
    // Facebook refuses what its Page said last.
    const told = ends.map(({ status, error_code }) => `${status} ${error_code}`).toSorted()
    assert.deepEqual(told, ['failed duplicate_content', 'published null'])
    assert.equal(engine.texts('facebook').length, 1)
  }
})
