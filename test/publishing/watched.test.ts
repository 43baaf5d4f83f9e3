/** What is settled and not certain is looked for again: a question, and a post of which two calls were made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watch } from '#publishing/watch.ts'
import { kinds } from '#rules/event.ts'
import { removeAccount } from '#store/accounts.ts'
import { eventsBehind, numberEvents } from '#store/events.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3600_000
const TEXT = 'The bridge is closed until Sunday evening'

/** Out, hidden from every look until a person is asked. */
async function asked() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'landed_cut')
  engine.fault('x', 'hidden_read', { times: 100 })
  const id = await engine.post(workspace, { text: TEXT, accounts: [account], in_doubt: 'ask' })
  await engine.run()
  const { blocked_reason, watch_at } = await engine.delivery(id)
  assert.equal(blocked_reason, 'outcome_unknown')
  assert.equal(watch_at, new Date(engine.now().getTime() + HOUR).toISOString())
  engine.emulator('x').faults.clear()
  return Object.assign(engine, { id, space: workspace, owner: account })
}

test('a question closes itself once the platform shows the post, and nothing is sent', async () => {
  await using engine = await asked()
  assert.equal(await watch(engine.db, engine.deps), 0, 'an hour later, and not before')
  engine.advance(HOUR)
  assert.equal(await watch(engine.db, engine.deps), 1)
  await engine.run()
  const { status, blocked_reason, platform_post_id } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason], ['published', null])
  assert.equal(platform_post_id, engine.emulator('x').posts()[0]?.id)
  assert.equal((await engine.postRow(engine.id)).status, 'published')
  assert.deepEqual(engine.texts('x'), [TEXT])
})

for (const was of ['disconnected', 'removed'])
  test(`…also where its account was ${was} for some hours`, async () => {
    await using engine = await asked()
    const { db, space: workspace_id, owner } = engine
    if (was === 'removed') await removeAccount({ db, workspace_id }, owner, engine.now())
    else await db.updateTable('accounts').set({ health: 'needs_reconnect' }).execute()
    engine.advance(HOUR)
    assert.equal(await watch(db, engine.deps), 1)
    assert.equal((await engine.delivery(engine.id)).blocked_reason, 'outcome_unknown')
    await engine.connect(workspace_id, 'x')
    engine.advance(5 * HOUR)
    assert.equal(await watch(db, engine.deps), 1)
    await engine.run()
    assert.equal((await engine.delivery(engine.id)).status, 'published')
    assert.deepEqual(engine.texts('x'), [TEXT])
  })

test('a post of which two calls were made is told to be there twice when both are shown', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  engine.fault('x', 'landed_cut')
  engine.fault('x', 'hidden_read', { times: 100 })
  const id = await engine.post(workspace, { text: TEXT, accounts: [account], pictures: 1 })
  for (let round = 0; engine.texts('x').length < 2; round++) {
    assert.ok(round < 20)
    for (const work of await engine.claim()) await engine.carry(work)
    engine.advance(60_000)
  }
  engine.emulator('x').faults.clear()
  assert.deepEqual((await engine.delivery(id)).warnings, [])
  engine.advance(10 * 60_000)
  assert.equal(await watch(engine.db, engine.deps), 1)
  const [first] = engine.emulator('x').posts()
  const { status, warnings } = await engine.delivery(id)
  assert.equal(status, 'published')
  assert.match(JSON.stringify(warnings), new RegExp(`maybe_twice: .*${first?.id}`))
  await numberEvents(engine.db)
  const told = await eventsBehind(engine.db, 0, 100, ['delivery.updated'])
  assert.deepEqual(
    told.map(({ data }) => kinds['delivery.updated'].data.parse(data).warnings),
    [warnings],
    'whoever does not look is told',
  )
})

test('the number of a post that is out is asked for until it is shown', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'threads')
  engine.fault('threads', 'landed_cut')
  engine.fault('threads', 'hidden_read', { times: 100 })
  const id = await engine.post(workspace, { text: TEXT, accounts: [account] })
  await engine.run()
  const { status, platform_post_id } = await engine.delivery(id)
  assert.deepEqual([status, platform_post_id], ['published', null])
  engine.emulator('threads').faults.clear()
  // Shown twice, ten minutes apart, it is ours.
  for (const minutes of [10, 50]) {
    engine.advance(minutes * 60_000)
    assert.equal(await watch(engine.db, engine.deps), 1)
  }
  const [post] = engine.emulator('threads').posts()
  const after = await engine.delivery(id)
  assert.deepEqual([after.platform_post_id, after.watch_at], [post?.id, null])
  assert.ok(after.platform_url)
  assert.deepEqual(engine.texts('threads'), [TEXT])
})

test('what is looked for of a thread is the part that is asked about, whatever was sent twice before it', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const thread = ['Whoever wants to cross takes the ferry, every ten minutes']
  engine.fault('x', 'cut_before')
  const id = await engine.post(workspace, { text: TEXT, accounts: [account], thread })
  // The first part is sent twice; the answer to the second part is lost, and no list shows it.
  engine.wire.around = async (call, url, method) => {
    const answer = await call()
    if (method !== 'POST' || !url.endsWith('/2/tweets') || engine.texts('x').length < 2)
      return answer
    engine.wire.around = undefined
    engine.fault('x', 'hidden_read', { times: 1_000 })
    throw Object.assign(new Error('cut'), { code: 'ECONNRESET' })
  }
  await engine.run()
  assert.equal((await engine.delivery(id)).blocked_reason, 'outcome_unknown')
  engine.advance(HOUR)
  assert.equal(await watch(engine.db, engine.deps), 1)
  assert.equal((await engine.delivery(id)).status, 'blocked')
})
