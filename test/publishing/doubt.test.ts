import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { cancelPost } from '#operations/posts/cancel-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { Progress } from '#rules/progress.ts'
import { endAlone, settling } from '#store/endings.ts'
import { type Engine, openEngine } from '../engine.ts'

const HOUR = 3600_000

/** A post that is on Bluesky already, while its worker died before it heard so. */
async function landedAndDied() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const id = await engine.post(workspace, {
    text: 'Out already, as far as anybody knows',
    accounts: [account],
  })
  assert.ok(await engine.kill('after', () => engine.texts('bluesky').length === 1))
  engine.advance(60_000)
  return Object.assign(engine, { id, workspace, account })
}

async function work(engine: Engine) {
  for (const each of await engine.claim()) await engine.carry(each)
}

test('what may be out can neither be cancelled nor changed, whatever refuses the next attempt', async () => {
  await using engine = await landedAndDied()
  engine.fault('bluesky', 'rate_limited', { ms: HOUR })
  await work(engine)
  assert.equal((await engine.delivery(engine.id)).status, 'publishing')
  await assert.rejects(
    engine.ask(engine.workspace, cancelPost, { id: engine.id }),
    /being published/,
  )
  const change = { id: engine.id, content: 'Another text' }
  await assert.rejects(engine.ask(engine.workspace, updatePost, change), /being published/)
  await engine.run()
  assert.deepEqual(engine.texts('bluesky'), ['Out already, as far as anybody knows'])
  assert.equal((await engine.delivery(engine.id)).status, 'published')
})

/** The post is out, nobody knows it yet, and the platform no longer takes the account. */
async function disconnectedInDoubt() {
  const engine = await landedAndDied()
  engine.fault('bluesky', 'suspended', { on: 'read' })
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).blocked_reason, 'account_disconnected')
  assert.equal((await engine.postRow(engine.id)).status, 'failed')
  return engine
}

test('a doubt outlives the account’s reconnection: the record is found under its key, and nobody has to retry', async () => {
  await using engine = await disconnectedInDoubt()
  await engine.connect(engine.workspace, 'bluesky')
  assert.equal((await engine.delivery(engine.id)).status, 'publishing')
  const { status, error_message } = await engine.postRow(engine.id)
  assert.deepEqual([status, error_message], ['scheduled', null])
  await engine.run()
  assert.deepEqual(engine.texts('bluesky'), ['Out already, as far as anybody knows'])
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal((await engine.postRow(engine.id)).status, 'published')
})

test('…also where it was about to be sent anew when the account was lost', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'cut_before', { on: 'post' })
  engine.fault('x', 'media_lost')
  const id = await engine.post(workspace, { text: 'Old', accounts: [account], pictures: 1 })
  await work(engine)
  engine.fault('x', 'suspended', { on: 'upload' })
  await engine.run()
  assert.equal((await engine.delivery(id)).blocked_reason, 'account_disconnected')
  engine.advance(25 * HOUR)
  await engine.connect(workspace, 'x')
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'missed_window'])
})

/** An attempt that found the account disconnected ends behind the person who connects it again. */
async function endsBehindReconnection(engine: Awaited<ReturnType<typeof landedAndDied>>) {
  const [claimed] = await engine.claim()
  assert.ok(claimed)
  const steps = Progress.parse((await engine.delivery(engine.id)).steps)
  const end = {
    status: 'blocked' as const,
    blocked_reason: 'account_disconnected' as const,
    error_code: 'account_disconnected' as const,
    error_message: 'The account must be connected again.',
    candidates: [],
    steps,
  }
  const how = {
    outcome: 'blocked',
    step: 'post',
    code: null,
    words: null,
    request_id: null,
  } as const
  await engine.connect(engine.workspace, 'bluesky')
  const ending = settling(claimed, end, how, engine.now())
  assert.equal(await endAlone(engine.db, JSON.stringify(ending)), 'written')
}

test('…also where the attempt that met its end is written down behind it', async () => {
  await using engine = await landedAndDied()
  await endsBehindReconnection(engine)
  const { status, blocked_reason, error_code } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason, error_code], ['publishing', null, null])
  assert.equal((await engine.postRow(engine.id)).status, 'scheduled')
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.deepEqual(engine.texts('bluesky'), ['Out already, as far as anybody knows'])
})

test('…and where nothing was sent it says that the account is back, and can be retried', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const id = await engine.post(workspace, { text: 'Not sent yet', accounts: [account] })
  await endsBehindReconnection(Object.assign(engine, { id, workspace, account }))
  const { status, blocked_reason, error_code } = await engine.delivery(id)
  assert.deepEqual([status, blocked_reason, error_code], ['failed', null, 'account_reconnected'])
  await engine.ask(workspace, retryPost, { id })
  await engine.run()
  assert.deepEqual(engine.texts('bluesky'), ['Not sent yet'])
})

test('…a day later too', async () => {
  await using engine = await landedAndDied()
  engine.advance(25 * HOUR)
  await endsBehindReconnection(engine)
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
})

test('…and so is one of more than a day ago', async () => {
  await using engine = await disconnectedInDoubt()
  engine.advance(25 * HOUR)
  await engine.connect(engine.workspace, 'bluesky')
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal((await engine.postRow(engine.id)).status, 'published')
  assert.deepEqual(engine.texts('bluesky'), ['Out already, as far as anybody knows'])
})

test('…but nothing stale goes out by it: what is not there then has failed', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'cut_before')
  engine.fault('x', 'token_revoked', { on: 'read' })
  const id = await engine.post(workspace, { text: 'News of yesterday', accounts: [account] })
  await engine.run()
  assert.equal((await engine.delivery(id)).blocked_reason, 'account_disconnected')
  engine.advance(25 * HOUR)
  await engine.connect(workspace, 'x')
  await engine.run()
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'missed_window'])
  assert.deepEqual(engine.texts('x'), [])
})

test('a doubt on Bluesky ends even without the account: records are read without a token', async () => {
  await using engine = await landedAndDied()
  engine.fault('bluesky', 'token_revoked')
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.deepEqual(engine.texts('bluesky'), ['Out already, as far as anybody knows'])
})

test('what may be out is publishing as soon as its account is back: no cancel slips in before the look', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'landed_cut')
  engine.fault('x', 'token_revoked', { on: 'read' })
  const id = await engine.post(workspace, {
    text: 'Out already, as far as anybody knows',
    accounts: [account],
  })
  await engine.run()
  assert.equal((await engine.delivery(id)).blocked_reason, 'account_disconnected')
  await engine.connect(workspace, 'x')
  assert.equal((await engine.delivery(id)).status, 'publishing')
  await assert.rejects(engine.ask(workspace, cancelPost, { id }), /being published/)
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Out already, as far as anybody knows'])
  assert.equal((await engine.delivery(id)).status, 'published')
})

test('given up in doubt is never called failed', async () => {
  await using engine = await landedAndDied()
  engine.fault('bluesky', 'rate_limited', { on: 'read', ms: 30 * HOUR })
  await engine.run()
  const { status, blocked_reason } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
})

test('what may be out is never called failed because its options have become invalid', async () => {
  await using engine = await landedAndDied()
  const options = JSON.stringify({ bluesky: { no_such_option: true } })
  await engine.db.updateTable('posts').set({ platform_options: options }).execute()
  await engine.run()
  const { status, blocked_reason } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
})

test('a post whose files cannot be told about for a moment is tried again, not given up', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const id = await engine.post(workspace, { text: 'Soon', accounts: [account], pictures: 1 })
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(engine.db)
  const media = () => engine.db.updateTable('media')
  const { size_bytes } = await engine.db.selectFrom('media').selectAll().executeTakeFirstOrThrow()
  await media().set({ size_bytes: 3_000_000 }).execute()
  await rename('renditions', 'away')
  await work(engine)
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['pending', 'internal_error'])
  await rename('away', 'renditions')
  await media().set({ size_bytes }).execute()
  await engine.run()
  assert.equal((await engine.delivery(id)).status, 'published')
})

test('whoever says that a post is there is told of the first comment that cannot follow it', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'refuse_500', { times: 10 })
  for (const first_comment of ['More in the thread', undefined]) {
    const post = { text: `It is there, ${first_comment}`, accounts: [account] }
    const id = await engine.post(workspace, { ...post, ...(first_comment && { first_comment }) })
    await engine.run()
    const mark_published = [{ account_id: account }]
    await engine.ask(workspace, retryPost, { id, mark_published })
    const warning = 'The first comment was not sent: write it on X yourself.'
    const { status, warnings } = await engine.delivery(id)
    assert.deepEqual([status, warnings], ['published', first_comment ? [warning] : []])
  }
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
})

test('a person decides an unknown outcome: there, or not there and sent once more', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'refuse_500', { times: 10 })
  const ids = []
  for (const text of ['It is there', 'It is not there']) {
    ids.push(await engine.post(workspace, { text, accounts: [account] }))
    await engine.run()
  }
  const [there = 0, missing = 0] = ids
  await assert.rejects(
    engine.ask(workspace, retryPost, { id: missing }),
    /nobody knows whether it is out/,
  )
  const url = 'https://x.com/ada/status/1'
  await engine.ask(workspace, retryPost, {
    id: there,
    mark_published: [{ account_id: account, url }],
  })
  await engine.ask(workspace, retryPost, { id: missing, confirm_not_published: [account] })
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['It is not there'])
  assert.equal((await engine.delivery(there)).platform_url, url)
  for (const id of ids) {
    assert.equal((await engine.delivery(id)).status, 'published')
    assert.equal((await engine.postRow(id)).status, 'published')
  }
})

test('what a person says is there is that post’s, and is measured from then on', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'refuse_500', { times: 10 })
  const id = await engine.post(workspace, { text: 'Written by hand since', accounts: [account] })
  await engine.run()
  const by_hand = engine
    .emulator('x')
    .appear?.({ account: 'ada_types', text: 'Written by hand since', by: 'other_app' })
  const url = `https://x.com/ada_types/status/${by_hand}`
  await engine.ask(workspace, retryPost, { id, mark_published: [{ account_id: account, url }] })
  const { platform_post_id, measure_at, platform_url } = await engine.delivery(id)
  assert.deepEqual([platform_post_id, platform_url], [by_hand, url])
  assert.ok(measure_at && new Date(measure_at) > engine.now())
  const receipts = await engine.db.selectFrom('receipts').select(['id', 'step']).execute()
  assert.deepEqual(receipts, [{ id: by_hand, step: 'post' }])
})
