import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accountMetrics as knownOfAccounts } from '#platforms/kit/audience.ts'
import { metrics as known } from '#platforms/kit/metrics.ts'
import { accountMetrics, measureAges, metrics } from '#rules/metrics.ts'
import { HOUR, openStage } from './stage.ts'

const stage = await openStage()
after(() => stage[Symbol.asyncDispose]())
const { db, now, advance, asked } = stage

test('the service and its platforms count by the same words', () => {
  assert.deepEqual([...metrics], [...known])
  assert.deepEqual([...accountMetrics], [...knownOfAccounts])
})

test('a delivery is measured at six ages and never again', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(1)
  const began = now().getTime()
  await stage.collect()
  assert.equal((await stage.snapshotsOf(workspace_id)).length, 0, 'nothing is due at once')
  for (const [index, age] of measureAges.entries()) {
    advance(began + age + 60_000 - now().getTime())
    await stage.collect()
    await stage.collect()
    assert.equal((await stage.snapshotsOf(workspace_id)).length, 2 * (index + 1))
  }
  for (const { measure_at, gone_at } of await stage.deliveriesOf(workspace_id))
    assert.deepEqual([measure_at, gone_at], [null, null])
  const calls = asked.length
  advance(90 * 24 * HOUR)
  await stage.collect()
  assert.equal(asked.length, calls)

  const rows = await stage.snapshotsOf(workspace_id)
  const x = rows.filter(({ platform }) => platform === 'x')
  assert.deepEqual(
    x.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6],
  )
  assert.ok(x.every(({ reach, impressions }) => reach === null && impressions !== null))
  assert.ok((x[5]?.impressions ?? 0) > (x[0]?.impressions ?? 0))
  const bluesky = rows.filter(({ platform }) => platform === 'bluesky')
  assert.ok(bluesky.every(({ impressions, likes }) => impressions === null && likes !== null))
})

test('posts of one account are asked for together, as many as the platform takes', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(30, ['bluesky'])
  advance(2 * HOUR)
  asked.length = 0
  await stage.collect()
  assert.deepEqual(
    asked.map((url) => new URL(url).searchParams.getAll('uris').length),
    [25, 5],
  )
  assert.equal((await stage.snapshotsOf(workspace_id)).length, 30)
})

test('ages that were missed are left out, not made up', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(1)
  advance(4 * 24 * HOUR)
  await stage.collect()
  const rows = await stage.snapshotsOf(workspace_id)
  assert.deepEqual(
    rows.map(({ number }) => number),
    [4, 4],
  )
  for (const { measure_at, published_at } of await stage.deliveriesOf(workspace_id))
    assert.equal(Date.parse(measure_at ?? '') - Date.parse(published_at ?? ''), 7 * 24 * HOUR)
})

test('a post that the platform says is gone twice in a row is marked, and not asked for again', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(2)
  const rows = await stage.deliveriesOf(workspace_id)
  for (const platform of ['x', 'bluesky']) {
    const id = rows.find(
      ({ platform_post_id }) => platform_post_id?.startsWith('at:') === (platform === 'bluesky'),
    )
    const wrong =
      id?.platform_post_id?.replace(/...$/, (end) => (end === '222' ? '333' : '222')) ?? ''
    await db
      .updateTable('deliveries')
      .set({ platform_post_id: wrong })
      .where('id', '=', id?.id ?? 0)
      .execute()
  }
  advance(HOUR + 60_000)
  await stage.collect()
  const missing = (await stage.deliveriesOf(workspace_id)).filter(({ gone_at }) => gone_at)
  assert.equal(missing.length, 2)
  assert.ok(
    missing.every(({ measure_at }) => measure_at),
    'it may only be slow to be shown',
  )
  advance(HOUR)
  await stage.collect()
  const gone = (await stage.deliveriesOf(workspace_id)).filter(({ gone_at }) => gone_at)
  assert.deepEqual(
    gone.map(({ id, measure_at }) => [id, measure_at]),
    missing.map(({ id }) => [id, null]),
  )
  assert.equal((await stage.snapshotsOf(workspace_id)).length, 2, 'the others are measured')
})

test('a platform that fails takes nothing from another, and is asked again later', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(2)
  stage.engine.fault('x', 'refuse_500', { on: 'read', times: 3 })
  advance(HOUR + 60_000)
  await stage.collect()
  const first = await stage.snapshotsOf(workspace_id)
  assert.deepEqual(
    first.map(({ platform }) => platform),
    ['bluesky', 'bluesky'],
  )
  for (let again = 0; again < 4; again++) {
    advance(HOUR)
    await stage.collect()
  }
  assert.equal(
    (await stage.snapshotsOf(workspace_id)).filter(({ platform }) => platform === 'x').length,
    2,
  )
})

test('a limit of the platform is kept to the second it names', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(2, ['x'])
  advance(HOUR + 60_000)
  stage.engine.fault('x', 'rate_limited', { on: 'read', ms: 90_000 })
  await stage.collect()
  const rows = await stage.deliveriesOf(workspace_id)
  for (const { measure_at, measure_tries } of rows) {
    assert.equal(measure_tries, 0)
    const wait = Date.parse(measure_at ?? '') - now().getTime()
    assert.ok(wait >= 89_000 && wait <= 120_000, String(wait))
  }
  advance(60_000)
  asked.length = 0
  await stage.collect()
  assert.equal(asked.length, 0)
  advance(70_000)
  await stage.collect()
  assert.equal((await stage.snapshotsOf(workspace_id)).length, 2)
})

test('a token that has ended is refreshed first, and an account without one is given up in the end', async () => {
  await stage.forget()
  const { workspace_id, accounts } = await stage.published(1, ['x'])
  advance(24 * HOUR)
  await stage.collect()
  assert.equal((await stage.snapshotsOf(workspace_id)).length, 1, 'its token ended hours ago')
  await db
    .updateTable('accounts')
    .set({ health: 'needs_reconnect', token_expires_at: now() })
    .where('id', 'in', accounts)
    .execute()
  asked.length = 0
  for (let days = 0; days < 40; days++) {
    advance(24 * HOUR)
    await stage.collect()
  }
  assert.equal(asked.length, 0)
  const [row] = await stage.deliveriesOf(workspace_id)
  assert.deepEqual([row?.measure_at, row?.gone_at], [null, null])
})

test('two runs at once take each snapshot once, and add it to its day once', async () => {
  await stage.forget()
  const { workspace_id } = await stage.published(3)
  advance(HOUR + 60_000)
  await Promise.all([stage.collect(), stage.collect(), stage.collect()])
  const rows = await stage.snapshotsOf(workspace_id)
  assert.equal(rows.length, 6)
  const days = await db
    .selectFrom('account_days')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .execute()
  const sum = (list: readonly { likes: number | null }[]) =>
    list.reduce((total, { likes }) => total + (likes ?? 0), 0)
  assert.equal(sum(days), sum(rows))
})
