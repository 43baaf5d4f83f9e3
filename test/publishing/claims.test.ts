import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { pausePlatform } from '#store/accounts.ts'
import {
  type AccountLimits,
  claimDue,
  claimLapsed,
  claimOnTrip,
  type Lease,
} from '#store/claims.ts'
import { changeInstance } from '#store/instance.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'
import { herd } from './herd.ts'

const wide: AccountLimits = { x: { at_once: 1_000_000, per_day: null } }

function claim(
  { now, limits }: Engine,
  db: Engine['db'],
  limit: number,
  within: AccountLimits = limits,
) {
  const at = now()
  const lease_until = new Date(at.getTime() + LEASE)
  return claimDue(db, { now: at, lease_until, limit, worker: 'one of two' }, within)
}

test('two workers share 4,000 deliveries: each is claimed once', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 4_000, accounts: 40 })
  await using other = connect(engine.config, { max: 4, name: 'other' })
  const claimed: Lease[] = []
  const drain = async (db: Engine['db']) => {
    for (let got: Lease[] = []; (got = await claim(engine, db, 100, wide)).length;)
      claimed.push(...got)
  }
  await Promise.all([drain(engine.db), drain(engine.db), drain(other.db), drain(other.db)])
  assert.equal(claimed.length, 4_000)
  assert.equal(new Set(claimed.map(({ id }) => id)).size, 4_000)
  assert.ok(claimed.every(({ attempt, lease_token }) => attempt === 1 && lease_token === 1))
})

test('while publishing is held no worker claims anything, whatever it believes', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 10, accounts: 10 })
  const claimed = async () => (await claim(engine, engine.db, 4, wide)).length
  const lapsed = async () => {
    const now = new Date(engine.now().getTime() + 2 * LEASE)
    const lease_until = new Date(now.getTime() + LEASE)
    const got = await claimLapsed(engine.db, { now, lease_until, limit: 4, worker: 'another' })
    return got.length
  }
  assert.equal(await claimed(), 4)
  await changeInstance(engine.db, { held_at: engine.now() })
  assert.deepEqual([await claimed(), await lapsed()], [0, 0])
  await changeInstance(engine.db, { held_at: null })
  assert.deepEqual([await claimed(), await lapsed()], [4, 4])
})

test('a claim tells when there is something to claim next, and when the first lease of all ends', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 1 })
  await herd(engine, { posts: 1, age: -300 })
  const claimed = async (since = engine.now()) => {
    const now = engine.now()
    const lease_until = new Date(now.getTime() + LEASE)
    const options = { now, lease_until, limit: 10, worker: 'one' }
    const { leases, next, lapse } = await claimOnTrip(engine, options, wide, since)
    const behind = (at: Date | undefined) => at && at.getTime() - began
    return [leases.length, behind(next), behind(lapse)]
  }
  const began = engine.now().getTime()
  assert.deepEqual(await claimed(), [1, LEASE, LEASE])
  engine.advance(LEASE)
  // It has ended, and is taken by whoever asks for that: nothing new is due before the other post.
  assert.deepEqual(await claimed(), [0, 300_000, LEASE])
  engine.advance(300_001 - LEASE)
  // Due since the look of before, and taken by this one.
  assert.deepEqual(await claimed(new Date(began + LEASE)), [1, 300_001 + LEASE, LEASE])
})

test('no account has more under way than its platform likes, however many workers ask at once', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 200, accounts: 10 })
  await using other = connect(engine.config, { max: 4, name: 'other' })
  const limits = { x: { at_once: 3, per_day: null } }
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      [engine.db, other.db, engine.db, other.db].map((db) => claim(engine, db, 7, limits)),
    )
    const { rows } = await sql<{ most: number }>`
      select max(n) as most from (select count(*) as n from deliveries where status = 'publishing' group by account_id) c`.execute(
      engine.db,
    )
    assert.equal(rows[0]?.most, 3)
  }
  const { count } = await engine.db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'publishing')
    .executeTakeFirstOrThrow()
  assert.equal(count, 30)
})

test('an account publishes no more in 24 hours than its platform allows, and goes on when the day has moved', async () => {
  await using engine = await openEngine()
  engine.limits['x'] = { at_once: 2, per_day: 3 }
  const workspace = await engine.workspace()
  const accounts = [await engine.connect(workspace, 'x')]
  for (let n = 1; n <= 5; n++) await engine.post(workspace, { text: `Post ${n}`, accounts })
  await engine.run()
  assert.equal(engine.texts('x').length, 3)
  engine.advance(23 * 3600_000)
  await engine.run()
  assert.equal(engine.texts('x').length, 3)
  await sql`update deliveries set wanted_at = ${engine.now()} where status = 'pending'`.execute(
    engine.db,
  )
  engine.advance(3600_001)
  await engine.run()
  assert.equal(engine.texts('x').length, 5)
})

test('what waits is not claimed: a paused account, a paused platform, a post in the future', async () => {
  await using engine = await openEngine()
  const until = new Date(engine.now().getTime() + 60_000)
  const paused = await herd(engine, { posts: 3 })
  await engine.db
    .updateTable('accounts')
    .set({ paused_until: until })
    .where('workspace_id', '=', paused)
    .execute()
  await herd(engine, { posts: 3, platform: 'bluesky' })
  await pausePlatform(engine.db, { platform: 'bluesky', sandbox: true, until, reason: 'credits' })
  await herd(engine, { posts: 3, age: -60 })
  assert.deepEqual(await claim(engine, engine.db, 100), [])
  engine.advance(61_000)
  assert.equal((await claim(engine, engine.db, 100)).length, 2 + 3 + 2)
})

test('2,000 due posts of one workspace do not delay the single one of another', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 2_000, accounts: 100 })
  const small = await herd(engine, { posts: 1, age: 1 })
  const claimed = await claim(engine, engine.db, 10)
  assert.equal(claimed.length, 10)
  assert.ok(claimed.some(({ workspace_id }) => workspace_id === small))
})

test('workspaces take turns from claim to claim, and the oldest of one goes first', async () => {
  await using engine = await openEngine()
  const older = await herd(engine, { posts: 3, age: 60 })
  const newer = await herd(engine, { posts: 3, age: 30 })
  await engine.db.updateTable('deliveries').set({ due_at: engine.now() }).execute()
  const claimed: Lease[] = []
  for (let turn = 0; turn < 6; turn++) claimed.push(...(await claim(engine, engine.db, 1, wide)))
  for (const at of [0, 2, 4]) {
    const turn = claimed.slice(at, at + 2).map(({ workspace_id }) => workspace_id)
    assert.deepEqual(
      turn.toSorted((a, b) => a - b),
      [older, newer],
    )
  }
  for (const workspace of [older, newer]) {
    const ids = claimed.filter(({ workspace_id }) => workspace_id === workspace).map(({ id }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  }
})

test('of accounts that fell due in the same moment the one with most waiting goes first', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 2 })
  const full = await herd(engine, { posts: 5 })
  await herd(engine, { posts: 3 })
  await engine.db.updateTable('deliveries').set({ due_at: engine.now() }).execute()
  const [first] = await claim(engine, engine.db, 1)
  assert.equal(first?.workspace_id, full)
})

test('a platform whose hands are all full gets nothing, and the others what is theirs', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 2 })
  const other = await herd(engine, { posts: 2, platform: 'bluesky' })
  const real = await herd(engine, { posts: 1 })
  const change = { sandbox: false }
  await engine.db.updateTable('deliveries').set(change).where('workspace_id', '=', real).execute()
  const now = engine.now()
  const lease_until = new Date(now.getTime() + LEASE)
  const options = { now, lease_until, limit: 10, worker: 'one', free: { 'x true': 0 } }
  const claimed = await claimDue(engine.db, options, engine.limits)
  assert.deepEqual(
    claimed.map(({ workspace_id }) => workspace_id).toSorted((a, b) => a - b),
    [other, other, real],
  )
})

test('behind full hands a spare one is for a workspace that has nothing under way there, and for nobody where the platform is silent or all is held', async () => {
  await using engine = await openEngine()
  const { db, limits, now } = engine
  await herd(engine, { posts: 4, accounts: 4 })
  assert.equal((await claim(engine, db, 1)).length, 1)
  const small = await herd(engine, { posts: 2, accounts: 2, age: 1 })
  const claimed = async () => {
    const lease_until = new Date(now().getTime() + LEASE)
    const options = { now: now(), lease_until, limit: 10, spare: 2, worker: 'one' }
    const leases = await claimDue(db, { ...options, free: { 'x true': 0 } }, limits)
    return leases.map(({ workspace_id }) => workspace_id)
  }
  await changeInstance(db, { held_at: now() })
  assert.deepEqual(await claimed(), [])
  await changeInstance(db, { held_at: null })
  const until = new Date(now().getTime() + 1_000)
  await sql`insert into circuits (platform, sandbox, accounts, until) values ('x', true, '{}', ${until})`.execute(
    db,
  )
  assert.deepEqual(await claimed(), [])
  engine.advance(2_000)
  // Whoever finds out whether it is back has a hand of its own.
  assert.deepEqual(await claimed(), [])
  await sql`delete from circuits`.execute(db)
  assert.deepEqual(await claimed(), [small])
  assert.deepEqual(await claimed(), [])
})

test('nothing hides behind 25,000 posts of one account, nor behind a platform that waits', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 25_000 })
  const small = await herd(engine, { posts: 1, age: 1 })
  const claimed = await claim(engine, engine.db, 10)
  assert.equal(claimed.length, 3)
  assert.ok(claimed.some(({ workspace_id }) => workspace_id === small))

  const until = new Date(engine.now().getTime() + 60_000)
  await pausePlatform(engine.db, { platform: 'x', sandbox: true, until, reason: 'credits' })
  await herd(engine, { posts: 1, age: 1, platform: 'bluesky' })
  const took: number[] = []
  for (const found of [1, 0, 0, 0, 0]) {
    const began = performance.now()
    assert.equal((await claim(engine, engine.db, 10)).length, found)
    took.push(performance.now() - began)
  }
  // Who looks once more goes past as many; the quickest is what it takes, whatever the machine does beside it.
  assert.ok(Math.min(...took) < 1_000, `${took.join(', ')} ms`)
})

test('a claim is planned once a connection, not each time', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 5_000, accounts: 100, age: -3600 })
  await using one = connect(engine.config, { max: 1, name: 'one' })
  for (let each = 0; each < 20; each++) await claim(engine, one.db, 10)
  const { rows } = await sql<{ planned: number }>`
    select custom_plans as planned from pg_prepared_statements where statement like '%picked%' and generic_plans + custom_plans = 20`.execute(
    one.db,
  )
  // PostgreSQL tries five with what was asked for, and then whether one for anything costs more.
  assert.deepEqual(rows, [{ planned: 5 }])
})

test('a platform that this instance no longer knows ends its deliveries instead of leaving them due for ever', async () => {
  await using engine = await openEngine()
  const workspace = await herd(engine, { posts: 1, platform: 'gone' })
  await engine.run()
  const { status, error_code } = await engine.db
    .selectFrom('deliveries')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  assert.deepEqual([status, error_code], ['failed', 'not_configured'])
})
