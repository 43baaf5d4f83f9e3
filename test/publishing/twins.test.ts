import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

/** One profile on LinkedIn, whose posts nobody can look at, and a post on it through `fault`. */
async function published(fault: string, times: number) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', fault, { times })
  const again = async () => engine.post(workspace, { text: 'Said once', accounts: [account] })
  const id = await again()
  await engine.run()
  return Object.assign(engine, { id, again })
}

for (const fault of ['landed_500', 'landed_cut', 'landed_garbage', 'refuse_500', 'cut_before']) {
  test(`where nobody can look, ${fault} is settled by an identical call: there is one post`, async () => {
    await using engine = await published(fault, 1)
    const [post, ...others] = engine.emulator('linkedin').posts()
    assert.equal(others.length, 0)
    const delivery = await engine.delivery(engine.id)
    assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
  })
}

for (const fault of ['landed_500', 'refuse_500']) {
  test(`a twin whose answer is lost as well (${fault}) is followed by a third: there is one post`, async () => {
    await using engine = await published(fault, 2)
    const [post] = engine.emulator('linkedin').posts()
    const delivery = await engine.delivery(engine.id)
    assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
    assert.deepEqual(engine.texts('linkedin'), ['Said once'])
  })
}

test('whoever swallows the fifth answer is not asked again', async () => {
  await using engine = await published('refuse_500', 6)
  const delivery = await engine.delivery(engine.id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.equal(engine.emulator('linkedin').faults.played['refuse_500'], 5)
})

/** The first answer is lost though the post is out, and its twin is refused for now so many times. */
async function refusedForNow(times: number) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'landed_500')
  engine.fault('linkedin', 'rate_limited', { times })
  const id = await engine.post(workspace, { text: 'Said once', accounts: [account] })
  await engine.run()
  return Object.assign(engine, { id })
}

test('a twin that is refused for now leaves the doubt, and is sent once more', async () => {
  await using engine = await refusedForNow(1)
  const delivery = await engine.delivery(engine.id)
  const [post] = engine.emulator('linkedin').posts()
  assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a twin that is refused to the end leaves the question to a person, for the first may be out', async () => {
  await using engine = await refusedForNow(1_000)
  const delivery = await engine.delivery(engine.id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a doubt that is older than the platform’s memory for twins is a person’s to settle', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'landed_500')
  const id = await engine.post(workspace, { text: 'Said once', accounts: [account] })
  for (const work of await engine.claim()) await engine.carry(work)
  engine.advance(25 * 3600_000)
  await engine.run()
  const delivery = await engine.delivery(id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a duplicate without a doubt is somebody’s own earlier post, and fails', async () => {
  await using engine = await published('refuse_500', 0)
  const again = await engine.again()
  await engine.run()
  const delivery = await engine.delivery(again)
  assert.deepEqual([delivery.status, delivery.error_code], ['failed', 'duplicate_content'])
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a post of ours that the platform names is not taken twice', async () => {
  await using engine = await published('refuse_500', 0)
  engine.fault('linkedin', 'refuse_500')
  const again = await engine.again()
  await engine.run()
  const delivery = await engine.delivery(again)
  assert.deepEqual([delivery.status, delivery.error_code], ['failed', 'duplicate_content'])
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a twin that the platform names by a number as new as the refusal is nobody’s: a person decides', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'refuse_500')
  engine.fault('linkedin', 'ghost_twin')
  const id = await engine.post(workspace, { text: 'Said once', accounts: [account] })
  await engine.run()
  const delivery = await engine.delivery(id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.match(JSON.stringify(delivery.candidates), /urn:li:share:/)
  assert.deepEqual(engine.texts('linkedin'), [])
})

test('a twin is told from an older post on a platform whose clock is far behind, and was measured by its refusal only', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'clock', { ms: -20 * 60_000 })
  const id = await engine.post(workspace, { text: 'Said once', accounts: [account] })
  assert.ok(await engine.kill('after', (url) => url.endsWith('/rest/posts')))
  engine.advance(60_000)
  await engine.run()
  const [post, ...others] = engine.emulator('linkedin').posts()
  assert.equal(others.length, 0)
  const delivery = await engine.delivery(id)
  assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
})

test('where nobody can look, a picture whose answer is lost is a person’s to settle', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'landed_500', { on: 'post' })
  const id = await engine.post(workspace, { text: 'Shown once', accounts: [account], pictures: 1 })
  await engine.run()
  const delivery = await engine.delivery(id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.deepEqual(engine.texts('linkedin'), ['Shown once'])
})

/** A text whose answer was lost and whose twin is refused; each read of the post that LinkedIn names says that there is none. */
async function denied(times: number) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'landed_500')
  engine.fault('linkedin', 'reads_lie', { times })
  const id = await engine.post(workspace, { text: 'Said once', accounts: [account] })
  await engine.run()
  return Object.assign(engine, { id })
}

test('a post that the platform names and denies is asked for again: that may have been an outage', async () => {
  for (const times of [1, 4]) {
    await using engine = await denied(times)
    const [post] = engine.emulator('linkedin').posts()
    const delivery = await engine.delivery(engine.id)
    assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
    assert.deepEqual(engine.texts('linkedin'), ['Said once'])
  }
})

test('…and a person is asked after the sixth denial', async () => {
  await using engine = await denied(6)
  const delivery = await engine.delivery(engine.id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.match(JSON.stringify(delivery.candidates), /urn:li:share:/)
  assert.equal(engine.emulator('linkedin').faults.played['reads_lie'], 6)
  assert.deepEqual(engine.texts('linkedin'), ['Said once'])
})

test('a comment in doubt that says the same takes nothing from a post whose twin is refused', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'refuse_500', { on: 'comment' })
  const thread = ['Said twice, of bread']
  const first = await engine.post(workspace, { text: 'Bread', accounts: [account], thread })
  for (const work of await engine.claim()) await engine.carry(work)
  engine.fault('linkedin', 'landed_500', { on: 'post' })
  const second = await engine.post(workspace, { text: 'Said twice, of bread', accounts: [account] })
  await engine.run()
  const [one, other] = [await engine.delivery(first), await engine.delivery(second)]
  assert.deepEqual([one.status, one.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.equal(other.status, 'published')
})

test('whose call of unknown time a refused twin is, is told by the clock of the calls beside it', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.limits = { linkedin: { at_once: 2, per_day: null } }
  const id = await engine.post(workspace, { text: 'Said once, of bread', accounts: [account] })
  const isPost = (url: string) => url.endsWith('/rest/posts')
  assert.ok(await engine.kill('after', isPost))
  engine.advance(20_000)
  await engine.post(workspace, {
    text: 'Said once, of butter',
    accounts: [account],
    in_doubt: 'ask',
  })
  assert.ok(await engine.kill('after', isPost))
  const [first] = engine.emulator('linkedin').posts()
  await engine.run()
  const delivery = await engine.delivery(id)
  assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', first?.id])
})
