/** Where much is due, claims between two looks at all of it: they take what is first in line, and what fell due since. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type AccountLimits, type Claimer, claimerOn, type Lease } from '#store/claims.ts'
import { changeInstance } from '#store/instance.ts'
import { chanceOf } from './strange-texts.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'
import { herd } from './herd.ts'

/** Between two claims of these tests: everything is looked at anew behind 250 ms. */
const MOMENT = 20
const LIMIT = 40

const limits: AccountLimits = {
  x: { at_once: 2, per_day: 2400 },
  bluesky: { at_once: 1, per_day: 4 },
}

function claim(
  engine: Engine,
  claimer: Claimer,
  more: { limit?: number; free?: Record<string, number> } = {},
) {
  const now = engine.now()
  const lease_until = new Date(now.getTime() + LEASE)
  return claimer.claim({ now, lease_until, limit: LIMIT, worker: 'one', ...more }, now)
}

/** They went out. */
async function settle({ db, now }: Engine, leases: readonly Lease[]) {
  const ids = leases.map(({ id }) => id)
  await sql`
    update deliveries set status = 'published', published_at = ${now()}, due_at = null, lease_until = null
    where id = any (${ids}::bigint[])`.execute(db)
}

/** One more of the account that has the lowest number, or of the highest; due at once. */
async function oneMore({ db, now }: Engine, workspace_id: number, which: 'min' | 'max' = 'min') {
  const { rows } = await sql<{ id: number }>`
    with p as (
      insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
      values (${workspace_id}, 'More', 'scheduled', 'rest', 'key:1', ${now()}, ${now()}) returning id)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, wanted_at, due_at)
    select ${workspace_id}, p.id, a.id, 0, a.platform, true, ${now()}, ${now()}
    from p, accounts a where a.workspace_id = ${workspace_id}
      and a.id = (select ${sql.raw(which)}(id) from accounts where workspace_id = ${workspace_id})
    returning id`.execute(db)
  return rows[0]?.id ?? assert.fail()
}

const idsOf = (leases: readonly Lease[]) => leases.map(({ id }) => id)

/** 3,000 due of one workspace on 60 accounts, and a first claim, which has looked at all of it; what it took is under way. */
async function begun(engine: Engine) {
  const big = await herd(engine, { posts: 3_000, accounts: 60 })
  const claimer = claimerOn(engine.db, engine.trip, limits)
  const { leases } = await claim(engine, claimer)
  assert.equal(leases.length, LIMIT)
  engine.advance(MOMENT)
  return { big, claimer, first: leases }
}

test('a post that falls due beside a herd is taken by the next claim, before the herd’s', async () => {
  await using engine = await openEngine()
  const small = await herd(engine, { posts: 1, age: -3600 })
  const { claimer } = await begun(engine)
  const lone = await oneMore(engine, small)
  engine.advance(MOMENT)
  const { leases } = await claim(engine, claimer, { limit: LIMIT, free: { 'x true': 1 } })
  assert.deepEqual(idsOf(leases), [lone])
})

test('between two looks, claims take as many as there are hands, each once, in the order of their account', async () => {
  await using engine = await openEngine()
  const { claimer, first } = await begun(engine)
  const taken = first.toSorted((a, b) => a.id - b.id)
  await settle(engine, first)
  while (taken.length < 3_000) {
    const { leases } = await claim(engine, claimer)
    assert.equal(leases.length, Math.min(LIMIT, 3_000 - taken.length))
    // What is claimed at once has no order.
    taken.push(...leases.toSorted((a, b) => a.id - b.id))
    await settle(engine, leases)
    engine.advance(MOMENT)
  }
  // Their numbers are in the order in which they fell due.
  const accounts = new Map<number, number[]>()
  const { rows } = await sql<{
    id: number
    account_id: number
  }>`select id, account_id from deliveries`.execute(engine.db)
  const accountOf = new Map(rows.map(({ id, account_id }) => [id, account_id]))
  for (const id of idsOf(taken)) {
    const account = accountOf.get(id) ?? assert.fail()
    accounts.set(account, [...(accounts.get(account) ?? []), id])
  }
  assert.equal(new Set(idsOf(taken)).size, 3_000)
  for (const [account, ids] of accounts)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
      `account ${account}`,
    )
})

test('what falls due of a workspace that has more than is remembered stands behind that', async () => {
  await using engine = await openEngine()
  const { big, claimer } = await begun(engine)
  const late = await oneMore(engine, big)
  engine.advance(MOMENT)
  for (let claims = 0; claims < 30; claims++) {
    const { leases } = await claim(engine, claimer)
    assert.ok(!idsOf(leases).includes(late))
    await settle(engine, leases)
    engine.advance(MOMENT)
  }
})

test('what ceases to wait behind the last look is seen within a quarter of a second, whether there is news or not', async () => {
  await using engine = await openEngine()
  const small = await herd(engine, { posts: 1, age: 7200 })
  await engine.db
    .updateTable('accounts')
    .set({ held_at: engine.now() })
    .where('workspace_id', '=', small)
    .execute()
  const { claimer } = await begun(engine)
  await engine.db
    .updateTable('accounts')
    .set({ held_at: null })
    .where('workspace_id', '=', small)
    .execute()
  const { leases, next } = await claim(engine, claimer)
  assert.ok(!leases.some(({ workspace_id }) => workspace_id === small))
  assert.ok(next && next.getTime() - engine.now().getTime() <= 250)
  engine.advance(next.getTime() - engine.now().getTime())
  const { leases: then } = await claim(engine, claimer)
  assert.ok(then.some(({ workspace_id }) => workspace_id === small))
})

test('what goes back to the place that it had is seen at once by whoever let go of it', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 3_000, accounts: 60 })
  const claimer = claimerOn(engine.db, engine.trip, limits)
  const { leases } = await claim(engine, claimer)
  await engine.db
    .updateTable('deliveries')
    .set({ status: 'pending', lease_until: null })
    .where('status', '=', 'publishing')
    .execute()
  claimer.forget()
  const { leases: again } = await claim(engine, claimer)
  assert.deepEqual(new Set(idsOf(again)), new Set(idsOf(leases)))
})

test('what is remembered is asked about as anything else: accounts, workspaces and platforms that wait, and what is deleted', async () => {
  await using engine = await openEngine()
  const { big, claimer } = await begun(engine)
  const { db } = engine
  const until = new Date(engine.now().getTime() + 100)
  const none = async (why: string) =>
    assert.deepEqual((await claim(engine, claimer)).leases, [], why)

  await db.updateTable('accounts').set({ paused_until: until }).execute()
  await none('accounts pause')
  await db.updateTable('accounts').set({ paused_until: null }).execute()
  await db.updateTable('workspaces').set({ held_at: until }).where('id', '=', big).execute()
  await none('the workspace is held')
  await db.updateTable('workspaces').set({ held_at: null }).execute()
  await changeInstance(db, { held_at: until })
  await none('publishing is held')
  await changeInstance(db, { held_at: null })
  await db
    .updateTable('deliveries')
    .set({ due_at: until })
    .where('status', '=', 'pending')
    .execute()
  await none('all were moved')
  await db
    .updateTable('deliveries')
    .set({ due_at: engine.now(), status: 'failed' })
    .where('status', '=', 'pending')
    .execute()
  await none('all were taken back')
})

test('a platform that had no hands when all was looked at has not to wait for the next look', async () => {
  await using engine = await openEngine()
  await herd(engine, { posts: 1_500, accounts: 30 })
  await herd(engine, { posts: 1_500, accounts: 30, platform: 'bluesky' })
  const claimer = claimerOn(engine.db, engine.trip, limits)
  const { leases } = await claim(engine, claimer, { free: { 'bluesky true': 0 } })
  assert.equal(leases.length, LIMIT)
  engine.advance(MOMENT)
  const { leases: then } = await claim(engine, claimer, { free: { 'x true': 0 } })
  assert.equal(then.length, 30)
})

for (const seed of [1, 2, 3])
  test(`at random, seed ${seed}: never more at once than an account and a platform may have, nor in a day, and in order`, async () => {
    await using engine = await openEngine()
    const chance = chanceOf(seed)
    const workspaces: [number, ...number[]] = [
      await herd(engine, { posts: 1_200, accounts: 20 }),
      await herd(engine, { posts: 400, accounts: 100, platform: 'bluesky', age: 60 }),
      await herd(engine, { posts: 30, accounts: 3, age: 5 }),
      await herd(engine, { posts: 1, age: -3600 }),
    ]
    const claimers = [0, 1].map(() => claimerOn(engine.db, engine.trip, limits))
    let running: Lease[] = []
    for (let turn = 0; turn < 80; turn++) {
      const claimer = claimers[chance.whole(0, 1)] ?? assert.fail()
      const free = { 'x true': chance.whole(0, 20), 'bluesky true': chance.whole(0, 20) }
      const { leases } = await claim(engine, claimer, { free })
      running.push(...leases)
      await holds(engine, leases, free)
      const ends = running.filter(() => chance.odds(0.5))
      await settle(engine, ends)
      running = running.filter((lease) => !ends.includes(lease))
      if (chance.odds(0.3))
        await oneMore(engine, chance.pick(workspaces), chance.pick(['min', 'max']))
      engine.advance(chance.whole(0, 90))
    }
  })

async function holds({ db, now }: Engine, leases: readonly Lease[], free: Record<string, number>) {
  const { rows: crowded } = await sql`
    select account_id from deliveries where status = 'publishing' group by account_id, platform
    having count(*) > case platform when 'x' then 2 else 1 end`.execute(db)
  assert.deepEqual(crowded, [])
  const { rows: busy } = await sql`
    select account_id from deliveries
    where platform = 'bluesky' and (status = 'publishing' or published_at > ${now()}::timestamptz - interval '1 day')
    group by account_id having count(*) > 4`.execute(db)
  assert.deepEqual(busy, [])
  const { rows: overtaken } = await sql`
    select d.id from deliveries d
    where d.id = any (${idsOf(leases)}::bigint[]) and exists (
      select from deliveries older
      where older.workspace_id = d.workspace_id and older.account_id = d.account_id
        and older.status = 'pending' and older.due_at < d.due_at)`.execute(db)
  assert.deepEqual(overtaken, [])
  const { rows: each } = await sql<{ side: string; n: number }>`
    select platform || ' true' as side, count(*)::int as n from deliveries where id = any (${idsOf(leases)}::bigint[]) group by 1`.execute(
    db,
  )
  for (const { side, n } of each) assert.ok(n <= (free[side] ?? 0), `${n} of ${side}`)
}
