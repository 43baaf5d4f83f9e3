import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { limiter } from '#access/limiter.ts'
import { connect } from '#database/connect.ts'
import { leaseOf, type Policy, slotOf } from '#rules/rate.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'

const database = await testDatabase()
const { db, ...connected } = connect(database.config, { max: 8, name: 'crier-test' })
after(async () => {
  await connected[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})
const { id: workspace_id } = await insertWorkspace(db, { name: 'W', plan: 'free' }, new Date())
const began = Date.parse('2997-03-05T12:00:00Z')
const at = (ms: number) => new Date(began + ms)
let keys = 0
const newKey = () => ({ workspace_id, credential: `key:${++keys}` })
const policyOf = (limit: number, seconds: number): Policy => ({ name: 'read', limit, seconds })

/** Processes as far as the database can tell: each knows nothing of the others. */
function processes(count: number) {
  return Array.from({ length: count }, () => limiter(db))
}

/** The most that were let in within any window, by the times at which they came. */
function densest(times: readonly number[], window_ms: number) {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  return sorted.reduce((most, time, index) => {
    while (time - (sorted[first] ?? 0) >= window_ms) first++
    return Math.max(most, index - first + 1)
  }, 0)
}

test('no window ever has more than the limit, whoever asks when, in any number of processes', async () => {
  const worlds = fc.record({
    limit: fc.integer({ min: 1, max: 300 }),
    seconds: fc.integer({ min: 1, max: 20 }),
    count: fc.integer({ min: 1, max: 5 }),
    // Milliseconds since the call before, and the process that is asked.
    calls: fc.array(
      fc.record({
        pause: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 40 }),
          fc.integer({ min: 0, max: 3_000 }),
        ),
        process: fc.nat(4),
        together: fc.integer({ min: 1, max: 60 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(worlds, async ({ limit, seconds, count, calls }) => {
      const policy = policyOf(limit, seconds)
      const holder = newKey()
      const all = processes(count)
      const allowed: number[] = []
      let now = 0
      for (const { pause, process, together } of calls) {
        now += pause
        const chosen = all[process % count]
        assert.ok(chosen)
        const asked = Array.from({ length: together }, () => chosen.take(holder, policy, at(now)))
        for (const taken of await Promise.all(asked)) {
          if (taken.allowed) allowed.push(now)
          else assert.ok(taken.standing.resets_at > at(now), 'a refusal tells a later time')
        }
      }
      await Promise.all(all.map((each) => each[Symbol.asyncDispose]()))
      const most = densest(allowed, seconds * 1000)
      assert.ok(most <= limit, `${most} of ${limit} within ${seconds} s`)
    }),
    { numRuns: 60 },
  )
})

for (const [limit, seconds] of [
  [600, 60],
  [120, 60],
  [5000, 10],
] as const) {
  test(`four processes that are asked evenly give at least 98 % of ${limit} in ${seconds} s`, async () => {
    const policy = policyOf(limit, seconds)
    const holder = newKey()
    const all = processes(4)
    const allowed: number[] = []
    const windows = 3
    // Half as many again as are allowed, for three windows.
    const step = (seconds * 1000) / (limit * 1.5)
    const calls = Math.floor((windows * seconds * 1000) / step)
    for (let call = 0; call < calls; call++) {
      const now = Math.floor(call * step)
      const taken = await all[call % 4]?.take(holder, policy, at(now))
      if (taken?.allowed) allowed.push(now)
    }
    await Promise.all(all.map((each) => each[Symbol.asyncDispose]()))
    assert.ok(densest(allowed, seconds * 1000) <= limit)
    assert.ok(allowed.length >= windows * limit * 0.98, `${allowed.length} of ${windows * limit}`)
  })
}

test('a refusal names the time from which the next call is allowed, and not a moment earlier', async () => {
  const policy = policyOf(10, 60)
  const holder = newKey()
  await using only = limiter(db)
  for (let call = 0; call < 10; call++)
    assert.equal((await only.take(holder, policy, at(call * 1000))).allowed, true)
  const { allowed, standing } = await only.take(holder, policy, at(20_000))
  assert.equal(allowed, false)
  assert.equal(standing.remaining, 0)
  const reset = standing.resets_at.getTime()
  assert.ok(reset >= at(60_000).getTime() && reset <= at(60_000 + slotOf(policy)).getTime())
  assert.equal((await only.take(holder, policy, new Date(reset - 1))).allowed, false)
  assert.equal((await only.take(holder, policy, new Date(reset))).allowed, true)
})

test('what a process took ahead and did not use is everybody’s again', async () => {
  const policy = policyOf(100, 60)
  const holder = newKey()
  const [one, two] = processes(2)
  assert.ok(one && two)
  // Often enough to be given some ahead.
  for (let call = 0; call < 10; call++) await one.take(holder, policy, at(call))
  await one[Symbol.asyncDispose]()
  let more = 0
  while ((await two.take(holder, policy, at(10 + more))).allowed) more++
  assert.equal(more, 90)
  await two[Symbol.asyncDispose]()
})

test('what a killed process had taken ahead is at most a fiftieth, and free again after the window', async () => {
  const policy = policyOf(500, 60)
  const holder = newKey()
  const [killed, other] = processes(2)
  assert.ok(killed && other)
  for (let call = 0; call < 50; call++) await killed.take(holder, policy, at(call))
  let more = 0
  while ((await other.take(holder, policy, at(50 + more))).allowed) more++
  assert.ok(more <= 450 && more >= 450 - leaseOf(policy), `${more} were left`)
  let later = 0
  while ((await other.take(holder, policy, at(70_000 + later))).allowed) later++
  assert.equal(later, 500)
  await other[Symbol.asyncDispose]()
  await killed[Symbol.asyncDispose]()
})

test('what is given back was never asked for', async () => {
  const policy = policyOf(3, 60)
  const holder = newKey()
  await using only = limiter(db)
  for (let call = 0; call < 9; call++) {
    const taken = await only.take(holder, policy, at(call * 2_000))
    assert.equal(taken.allowed, true)
    taken.giveBack()
    taken.giveBack()
  }
  for (let call = 0; call < 4; call++) {
    const { allowed, standing } = await only.take(holder, policy, at(30_000))
    assert.equal(allowed, call < 3)
    assert.equal(standing.remaining, Math.max(0, 2 - call))
  }
})

test('callers and policies do not use each other’s', async () => {
  const policy = policyOf(1, 60)
  await using only = limiter(db)
  const holder = newKey()
  const others = [
    [newKey(), policy],
    [holder, { ...policy, name: 'write' }],
  ] as const
  assert.equal((await only.take(holder, policy, at(0))).allowed, true)
  assert.equal((await only.take(holder, policy, at(1))).allowed, false)
  for (const [who, what] of others) assert.equal((await only.take(who, what, at(2))).allowed, true)
})
