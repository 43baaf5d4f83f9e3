import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observer } from '#rules/observer.ts'
import { openEngine } from '../engine.ts'

/** One account on X, and a post on it after `faults`, carried out until nothing is left to do. */
async function published(faults: (engine: Awaited<ReturnType<typeof openEngine>>) => void) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  faults(engine)
  const id = await engine.post(workspace, {
    text: 'Said once, and heard by everybody',
    accounts: [account],
  })
  await engine.run()
  return Object.assign(engine, { id, workspace, account })
}

test('a post that the first look does not see is found by the next, and not sent again', async () => {
  await using engine = await published((at) => {
    at.fault('x', 'landed_500')
    at.fault('x', 'hidden_read', { on: 'read' })
  })
  assert.deepEqual(engine.texts('x'), ['Said once, and heard by everybody'])
  assert.deepEqual(await engine.timeline(engine.id), ['look server_error', 'look', 'published'])
})

test('each look is told with what came of it', async () => {
  await using engine = await openEngine()
  const findings: string[] = []
  const looked: Observer['looked'] = ({ platform, sandbox, finding }) =>
    findings.push(`${platform} ${sandbox} ${finding}`)
  const none = () => {}
  engine.deps.observer = {
    answered: none,
    claimed: none,
    began: none,
    attempted: none,
    refreshed: none,
    choreRan: none,
    webhookSent: none,
    mailSent: none,
    looked,
  }
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const told = async (text: string) => {
    const id = await engine.post(workspace, { text, accounts: [account] })
    await engine.run()
    return { id, findings: findings.splice(0) }
  }
  const all = (...words: string[]) => words.map((word) => `x true ${word}`)

  engine.fault('x', 'landed_500')
  engine.fault('x', 'refuse_500', { on: 'read' })
  engine.fault('x', 'hidden_read', { on: 'read' })
  assert.deepEqual(
    (await told('Said once, and heard by everybody')).findings,
    all('failed', 'wait', 'found'),
  )
  engine.fault('x', 'refuse_500', { times: 2 })
  const looks = ['wait', 'wait', 'wait']
  assert.deepEqual(
    (await told('Nobody has ever read this one')).findings,
    all(...looks, 'send', 'wait', 'wait', 'send'),
  )

  engine.fault('x', 'refuse_500')
  const id = await engine.post(workspace, {
    text: 'Something that nobody wants any more',
    accounts: [account],
  })
  for (const work of await engine.claim()) await engine.carry(work)
  await engine.db
    .updateTable('posts')
    .set({ deleted_at: engine.now() })
    .where('id', '=', id)
    .execute()
  await engine.run()
  assert.deepEqual(findings, all(...looks, 'over'))
})

test('looks come when the platform says they are worth something', async () => {
  await using engine = await published((at) => at.fault('x', 'refuse_500'))
  const rows = await engine.db
    .selectFrom('attempts')
    .select('started_at')
    .orderBy('number')
    .execute()
  const seconds = rows.map(
    ({ started_at }) => (Date.parse(started_at) - Date.parse(rows[0]!.started_at)) / 1000,
  )
  // The last one is no sooner than whatever landed is shown.
  assert.deepEqual(seconds, [0, 10, 40, 100, 305])
})

test('lost so often and never seen: a person decides, and it is not sent again', async () => {
  await using engine = await published((at) => at.fault('x', 'refuse_500', { times: 5 }))
  const delivery = await engine.delivery(engine.id)
  assert.deepEqual([delivery.status, delivery.blocked_reason], ['blocked', 'outcome_unknown'])
  assert.equal((await engine.postRow(engine.id)).status, 'failed')
  assert.deepEqual(engine.texts('x'), [])
  assert.equal(engine.emulator('x').faults.played['refuse_500'], 5)
})

test('a duplicate after a doubt is our own post, and is adopted', async () => {
  await using engine = await published((at) => {
    at.fault('x', 'landed_500')
    at.fault('x', 'hidden_read', { on: 'read', times: 4 })
  })
  const [post, ...others] = engine.emulator('x').posts()
  assert.equal(others.length, 0)
  const delivery = await engine.delivery(engine.id)
  assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', post?.id])
  const looks = ['look server_error', 'look', 'look', 'look', 'look duplicate_content']
  assert.deepEqual(await engine.timeline(engine.id), [...looks, 'published'])
})

test('a duplicate without a doubt is somebody else’s earlier post: the delivery fails', async () => {
  await using engine = await published(() => {})
  const again = await engine.post(engine.workspace, {
    text: 'Said once, and heard by everybody',
    accounts: [engine.account],
  })
  await engine.run()
  const { status, error_code } = await engine.delivery(again)
  assert.deepEqual([status, error_code], ['failed', 'duplicate_content'])
})

test('a look that fails is no look: absence must be seen as often as the platform asks', async () => {
  await using engine = await published((at) => {
    at.fault('x', 'landed_500')
    at.fault('x', 'refuse_500', { on: 'read', times: 3 })
    at.fault('x', 'hidden_read', { on: 'read', times: 2 })
  })
  assert.deepEqual(engine.texts('x'), ['Said once, and heard by everybody'])
  const failed = Array.from({ length: 4 }, () => 'look server_error')
  assert.deepEqual(await engine.timeline(engine.id), [...failed, 'look', 'look', 'published'])
})

test('a token that ends during a look is refreshed, and the look is not counted twice', async () => {
  await using engine = await published((at) => {
    at.fault('x', 'refuse_500')
    at.fault('x', 'token_expired', { on: 'read' })
  })
  assert.deepEqual(await engine.timeline(engine.id), [
    'look server_error',
    'look',
    'look',
    'look',
    'published',
  ])
})

test('a platform that refuses to be looked at for an hour leaves the decision to a person', async () => {
  await using engine = await published((at) => {
    at.fault('x', 'landed_cut')
    at.fault('x', 'scope_missing', { on: 'read', times: 100 })
  })
  const { status, blocked_reason } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
  const timeline = await engine.timeline(engine.id)
  assert.deepEqual([timeline[0], timeline.at(-1)], ['look no_answer', 'blocked outcome_unknown'])
})

test('a worker that dies on the second sending leaves as many looks as the first', async () => {
  await using engine = await published(() => {})
  engine.fault('x', 'refuse_500')
  const id = await engine.post(engine.workspace, {
    text: 'Something else, for another day',
    accounts: [engine.account],
  })
  for (const wait of [0, 10_000, 30_000, 60_000]) {
    engine.advance(wait)
    for (const work of await engine.claim()) await engine.carry(work)
  }
  engine.advance(205_000)
  assert.ok(await engine.kill('after', (url) => url.endsWith('/2/tweets')), 'the second sending')
  engine.fault('x', 'hidden_read', { on: 'read', times: 2 })
  await engine.run()
  assert.deepEqual(engine.texts('x'), [
    'Said once, and heard by everybody',
    'Something else, for another day',
  ])
  assert.equal((await engine.delivery(id)).status, 'published')
})

test('files that were sent once more are what a lost post is known by', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'media_lost')
  const id = await engine.post(workspace, { text: 'Two loaves', accounts: [account], pictures: 2 })
  engine.wire.around = async (call, url, method) => {
    const answer = await call()
    if (method !== 'POST' || !url.endsWith('/2/tweets') || answer.status !== 201) return answer
    engine.wire.around = undefined
    throw Object.assign(new Error('cut'), { code: 'ECONNRESET' })
  }
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Two loaves'])
  assert.equal(engine.emulator('x').posts()[0]?.media.length, 2)
  const { status, platform_post_id } = await engine.delivery(id)
  assert.deepEqual([status, platform_post_id], ['published', engine.emulator('x').posts()[0]?.id])
})

test('files that are refused again and again behind a lost answer are given up', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'cut_before', { on: 'post' })
  const id = await engine.post(workspace, { text: 'Two loaves', accounts: [account], pictures: 2 })
  for (const work of await engine.claim()) await engine.carry(work)
  engine.fault('x', 'media_lost', { times: 1_000 })
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'media_not_there'])
})

test('what is found by a look was published when it went out, not when it was found', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'clock', { ms: 90_000, times: 1_000 })
  engine.fault('x', 'landed_500')
  engine.fault('x', 'refuse_500', { on: 'read', times: 12 })
  const began = engine.now()
  const id = await engine.post(workspace, { text: 'Said an hour ago', accounts: [account] })
  await engine.run()
  const { status, published_at, measure_at } = await engine.delivery(id)
  assert.equal(status, 'published')
  assert.ok(engine.now().getTime() - began.getTime() > 60 * 60_000)
  const late = Date.parse(published_at ?? '') - began.getTime()
  assert.ok(late >= 0 && late < 10_000, `${late} ms`)
  assert.ok(measure_at && new Date(measure_at) > engine.now())
  assert.equal((await engine.postRow(id)).published_at, published_at)
})
