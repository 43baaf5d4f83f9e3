/** How many follow the accounts: asked once a day, kept as told, told as it changed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { catalog } from '#platforms/catalog.ts'
import { accountMetrics } from '#platforms/kit/audience.ts'
import { pagesOf } from '#platforms/linkedin/test/testing.ts'
import { getAudience } from '#operations/analytics/get-audience.ts'
import { nextOfAccount } from '#rules/metrics.ts'
import { failureOf, openBench, openRun } from '../platform-bench.ts'
import { HOUR, openStage } from './stage.ts'

const stage = await openStage()
after(() => stage[Symbol.asyncDispose]())
const { db, engine, now, advance } = stage

const Answer = z.object({
  totals: z.object({
    followers: z.number().nullable(),
    change: z.number().nullable(),
    without: z.array(z.string()),
  }),
  accounts: z.array(
    z.looseObject({
      platform: z.string(),
      followers: z.number().nullable(),
      change: z.object({ followers: z.number().nullable() }),
      days: z.array(z.looseObject({ date: z.string(), followers: z.number().nullable() })),
    }),
  ),
})

const rowsOf = (workspace_id: number) =>
  db
    .selectFrom('account_snapshots')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .orderBy('account_id')
    .orderBy('taken_at')
    .execute()

for (const connector of Object.values(catalog)) {
  const { id, audience: part } = connector.manifest
  test(`${id} tells of an account what it offers, and nothing else`, async () => {
    assert.equal(part !== undefined, connector.audience !== undefined)
    if (!part) return
    assert.deepEqual(
      part.offers,
      accountMetrics.filter((metric) => part.offers.includes(metric)),
    )
    await using bench = await openBench(id)
    // LinkedIn tells it of Pages alone.
    const account = id === 'linkedin' ? (await pagesOf(bench)).mine : (await openRun(bench)).account
    const given = part.public ? { ...account, secret: {} } : account
    const told = await bench.connector.audience?.(given, bench.tools)
    assert.deepEqual(Object.keys(told ?? {}), [...accountMetrics])
    for (const metric of accountMetrics)
      assert.equal(typeof told?.[metric] === 'number', part.offers.includes(metric), metric)
    bench.emulator.faults.set({ account: '*', fault: 'refuse_500', on: '*' })
    const failure = await failureOf(
      bench.connector.audience?.(given, bench.tools) ?? Promise.resolve(),
      account,
    )
    assert.notEqual(failure.kind, 'reconnect')
  })
}

test('accounts are asked once a day, each for itself, and a silent one stands in no other’s way', async () => {
  const { workspace_id } = await stage.published(0)
  await stage.collect()
  await stage.collect()
  assert.equal((await rowsOf(workspace_id)).length, 2)
  engine.emulator('x').faults.set({ account: '*', fault: 'refuse_500', on: 'me' })
  advance(23 * HOUR)
  await stage.collect()
  const rows = await rowsOf(workspace_id)
  assert.equal(rows.length, 3)
  engine.emulator('x').faults.clear()
  await db.deleteFrom('circuits').execute()
  advance(HOUR)
  await stage.collect()
  assert.equal((await rowsOf(workspace_id)).length, 4)
  assert.ok(rows.every(({ followers, views }) => followers !== null && views === null))

  const answer = Answer.parse(await engine.ask(workspace_id, getAudience, {}))
  const [first] = answer.accounts
  assert.equal(answer.accounts.length, 2)
  assert.deepEqual(answer.totals.without, [])
  assert.equal(
    answer.totals.followers,
    answer.accounts.reduce((sum, { followers }) => sum + (followers ?? 0), 0),
  )
  assert.equal(first?.days.length, 2)
  assert.equal(
    first?.change.followers,
    (first?.days[1]?.followers ?? 0) - (first?.days[0]?.followers ?? 0),
  )
})

test('the last number of a local day counts, days without one are left out, and who tells none is named', async () => {
  const workspace_id = await engine.workspace()
  await db
    .updateTable('workspaces')
    .set({ timezone: 'Pacific/Kiritimati' })
    .where('id', '=', workspace_id)
    .execute()
  const x = await engine.connect(workspace_id, 'x')
  await engine.connect(workspace_id, 'linkedin')
  const none = { following: null, posts: null, views: null, likes: null }
  const told = [
    ['2026-02-27T12:00:00Z', 90],
    ['2026-03-01T00:00:00Z', 100],
    // The second of March there, since ten in the morning in UTC.
    ['2026-03-01T09:00:00Z', 101],
    ['2026-03-01T11:00:00Z', 103],
    ['2026-03-04T12:00:00Z', 99],
  ] as const
  await db
    .insertInto('account_snapshots')
    .values(
      told.map(([taken_at, followers]) => ({
        workspace_id,
        account_id: x,
        taken_at,
        followers,
        ...none,
      })),
    )
    .execute()
  const asked = { from: '2026-03-01', to: '2026-03-31' }
  const { accounts, totals } = Answer.parse(await engine.ask(workspace_id, getAudience, asked))
  const own = accounts.find(({ platform }) => platform === 'x')
  assert.deepEqual(
    own?.days.map(({ date, followers }) => [date, followers]),
    [
      ['2026-03-01', 101],
      ['2026-03-02', 103],
      ['2026-03-05', 99],
    ],
  )
  assert.deepEqual(totals, { followers: 99, change: 9, without: ['linkedin'] })
})

test('who does not answer is asked again soon, then less and less, and on the next day at the latest', () => {
  let tries = 0
  let waited = 0
  for (let round = 0; round < 5; round++) {
    const plan = nextOfAccount(now(), { tries })
    waited = plan.measure_at.getTime() - now().getTime()
    ;({ tries } = plan)
  }
  assert.equal(tries, 0)
  assert.equal(waited, 22 * HOUR)
  const until = new Date(now().getTime() + 30 * HOUR)
  assert.equal(nextOfAccount(now(), { tries: 0, until }).tries, 0)
})
