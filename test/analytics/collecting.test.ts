import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { collectMetrics } from '#chores/collect-metrics.ts'
import { metrics as known } from '#platforms/metrics.ts'
import { measureAges, metrics } from '#rules/metrics.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3600_000
const engine = await openEngine()
after(() => engine[Symbol.asyncDispose]())
const { db, now, advance } = engine
const collect = () => collectMetrics.run(engine.doing, AbortSignal.timeout(60_000))

/** Calls that ask for numbers, by the path that they go to. */
const asked: string[] = []
engine.wire.around = (call, url) => {
  if (/\/2\/tweets\?|getPosts/.test(url)) asked.push(url)
  return call()
}

/** A workspace with an account on each platform and `count` published posts, at once. */
async function published(count: number, platforms: readonly string[] = ['x', 'bluesky']) {
  const workspace_id = await engine.workspace()
  const accounts: number[] = []
  for (const platform of platforms) accounts.push(await engine.connect(workspace_id, platform))
  const posts: number[] = []
  for (let number = 0; number < count; number++) {
    const text = `Post ${workspace_id}.${number}`
    posts.push(await engine.post(workspace_id, { text, accounts }))
  }
  for (const work of await engine.claim()) await engine.carry(work)
  while (await anyLeft(workspace_id))
    for (const work of await engine.claim()) await engine.carry(work)
  return { workspace_id, accounts, posts }
}

async function anyLeft(workspace_id: number) {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('status', '!=', 'published')
    .executeTakeFirst()
  return row !== undefined
}

async function snapshotsOf(workspace_id: number) {
  return db
    .selectFrom('snapshots')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.workspace_id', '=', 'snapshots.workspace_id')
        .onRef('deliveries.id', '=', 'snapshots.delivery_id'),
    )
    .selectAll('snapshots')
    .select('platform')
    .where('snapshots.workspace_id', '=', workspace_id)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
}

async function deliveriesOf(workspace_id: number) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'measure_at', 'measure_tries', 'gone_at', 'published_at', 'platform_post_id'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .execute()
}

/** Nothing of earlier tests is due any more. */
async function forget() {
  await db.updateTable('deliveries').set({ measure_at: null }).execute()
  engine.emulator('x').faults.clear()
  engine.emulator('bluesky').faults.clear()
  asked.length = 0
}

test('the service and its platforms count by the same words', () => {
  assert.deepEqual([...metrics], [...known])
})

test('a delivery is measured at six ages and never again', async () => {
  await forget()
  const { workspace_id } = await published(1)
  const began = now().getTime()
  await collect()
  assert.equal((await snapshotsOf(workspace_id)).length, 0, 'nothing is due at once')
  for (const [index, age] of measureAges.entries()) {
    advance(began + age + 60_000 - now().getTime())
    await collect()
    await collect()
    assert.equal((await snapshotsOf(workspace_id)).length, 2 * (index + 1))
  }
  for (const { measure_at, gone_at } of await deliveriesOf(workspace_id))
    assert.deepEqual([measure_at, gone_at], [null, null])
  const calls = asked.length
  advance(90 * 24 * HOUR)
  await collect()
  assert.equal(asked.length, calls)

  const rows = await snapshotsOf(workspace_id)
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
  await forget()
  const { workspace_id } = await published(30, ['bluesky'])
  advance(2 * HOUR)
  asked.length = 0
  await collect()
  assert.deepEqual(
    asked.map((url) => new URL(url).searchParams.getAll('uris').length),
    [25, 5],
  )
  assert.equal((await snapshotsOf(workspace_id)).length, 30)
})

test('ages that were missed are left out, not made up', async () => {
  await forget()
  const { workspace_id } = await published(1)
  advance(4 * 24 * HOUR)
  await collect()
  const rows = await snapshotsOf(workspace_id)
  assert.deepEqual(
    rows.map(({ number }) => number),
    [4, 4],
  )
  for (const { measure_at, published_at } of await deliveriesOf(workspace_id))
    assert.equal(Date.parse(measure_at ?? '') - Date.parse(published_at ?? ''), 7 * 24 * HOUR)
})

test('a post that the platform says is gone twice in a row is marked, and not asked for again', async () => {
  await forget()
  const { workspace_id } = await published(2)
  const rows = await deliveriesOf(workspace_id)
  for (const platform of ['x', 'bluesky']) {
    const id = rows.find(
      ({ platform_post_id }) => platform_post_id?.startsWith('at:') === (platform === 'bluesky'),
    )
    const wrong = id?.platform_post_id?.replace(/...$/, '222') ?? ''
    await db
      .updateTable('deliveries')
      .set({ platform_post_id: wrong })
      .where('id', '=', id?.id ?? 0)
      .execute()
  }
  advance(HOUR + 60_000)
  await collect()
  const missing = (await deliveriesOf(workspace_id)).filter(({ gone_at }) => gone_at)
  assert.equal(missing.length, 2)
  assert.ok(
    missing.every(({ measure_at }) => measure_at),
    'it may only be slow to be shown',
  )
  advance(HOUR)
  await collect()
  const gone = (await deliveriesOf(workspace_id)).filter(({ gone_at }) => gone_at)
  assert.deepEqual(
    gone.map(({ id, measure_at }) => [id, measure_at]),
    missing.map(({ id }) => [id, null]),
  )
  assert.equal((await snapshotsOf(workspace_id)).length, 2, 'the others are measured')
})

test('a platform that fails takes nothing from another, and is asked again later', async () => {
  await forget()
  const { workspace_id } = await published(2)
  engine.fault('x', 'refuse_500', { on: 'read', times: 3 })
  advance(HOUR + 60_000)
  await collect()
  const first = await snapshotsOf(workspace_id)
  assert.deepEqual(
    first.map(({ platform }) => platform),
    ['bluesky', 'bluesky'],
  )
  for (let again = 0; again < 4; again++) {
    advance(HOUR)
    await collect()
  }
  assert.equal(
    (await snapshotsOf(workspace_id)).filter(({ platform }) => platform === 'x').length,
    2,
  )
})

test('a limit of the platform is kept to the second it names', async () => {
  await forget()
  const { workspace_id } = await published(2, ['x'])
  advance(HOUR + 60_000)
  engine.fault('x', 'rate_limited', { on: 'read', ms: 90_000 })
  await collect()
  const rows = await deliveriesOf(workspace_id)
  for (const { measure_at, measure_tries } of rows) {
    assert.equal(measure_tries, 0)
    const wait = Date.parse(measure_at ?? '') - now().getTime()
    assert.ok(wait >= 89_000 && wait <= 120_000, String(wait))
  }
  advance(60_000)
  asked.length = 0
  await collect()
  assert.equal(asked.length, 0)
  advance(70_000)
  await collect()
  assert.equal((await snapshotsOf(workspace_id)).length, 2)
})

test('a token that has ended is refreshed first, and an account without one is given up in the end', async () => {
  await forget()
  const { workspace_id, accounts } = await published(1, ['x'])
  advance(24 * HOUR)
  await collect()
  assert.equal((await snapshotsOf(workspace_id)).length, 1, 'its token ended hours ago')
  await db
    .updateTable('accounts')
    .set({ health: 'needs_reconnect', token_expires_at: now() })
    .where('id', 'in', accounts)
    .execute()
  asked.length = 0
  for (let days = 0; days < 40; days++) {
    advance(24 * HOUR)
    await collect()
  }
  assert.equal(asked.length, 0)
  const [row] = await deliveriesOf(workspace_id)
  assert.deepEqual([row?.measure_at, row?.gone_at], [null, null])
})

test('two runs at once take each snapshot once, and add it to its day once', async () => {
  await forget()
  const { workspace_id } = await published(3)
  advance(HOUR + 60_000)
  await Promise.all([collect(), collect(), collect()])
  const rows = await snapshotsOf(workspace_id)
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
