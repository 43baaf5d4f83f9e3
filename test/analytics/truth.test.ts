/** The numbers against another way of counting them: from raw snapshots, in plain SQL that knows nothing of days. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Metric, metrics } from '#rules/metrics.ts'
import { addDays, daysIn } from '#rules/window.ts'
import { rebuildDays } from '#store/snapshots.ts'
import { type Measured, nothing, openBooks, type Report } from './books.ts'

const books = await openBooks()
after(() => books[Symbol.asyncDispose]())
const { db } = books

const HOUR = 3600_000
const START = Date.parse('2026-03-01T00:00:00Z')
/** Around days of 23 and 25 hours, a day that begins at one o'clock, and zones off the hour. */
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Apia',
)
const time = fc
  .integer({ min: 0, max: 70 * 24 * 4 })
  .map((quarters) => new Date(START + quarters * (HOUR / 4)))
const number = fc.option(fc.nat({ max: 1000 }), { freq: 4 })
const series = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 300 }),
    reach: fc.constant(null),
    impressions: number,
    likes: number,
    comments: number,
    shares: number,
    engagements: number,
  }),
  { maxLength: 6 },
)
const post = fc.record({
  at: time,
  on: fc.subarray([0, 1, 2], { minLength: 1 }),
  measured: fc.tuple(series, series, series),
})
const story = fc.record({
  zone: zones,
  posts: fc.array(post, { maxLength: 5 }),
  first: fc.integer({ min: -5, max: 70 }),
  length: fc.integer({ min: 1, max: 60 }),
  cut: fc.nat({ max: 100 }),
})
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never

const platforms = ['x', 'bluesky', 'x'] as const
/** As their documents say, and not as our manifests do. */
const offered = (platform: string, metric: Metric) =>
  metric !== 'reach' && (metric !== 'impressions' || platform === 'x')

async function written({ zone, posts }: Story) {
  const workspace_id = await books.workspace(zone)
  const accounts: { id: number; platform: string }[] = []
  for (const platform of platforms) accounts.push(await books.account(workspace_id, platform))
  for (const { at, on, measured } of posts) {
    const chosen = accounts.filter((_, index) => on.includes(index))
    const { deliveries } = await books.post(workspace_id, chosen, at)
    for (const [index, delivery_id] of deliveries.entries()) {
      let taken = at.getTime()
      const list = (measured[index] ?? []).map(({ hours, ...counts }): Measured => {
        taken += hours * HOUR
        const own = metrics.map((metric) => [
          metric,
          offered(chosen[index]?.platform ?? '', metric) ? counts[metric] : null,
        ])
        return { ...nothing, ...Object.fromEntries(own), taken_at: new Date(taken) }
      })
      await books.measure(workspace_id, delivery_id, list)
    }
  }
  return { workspace_id, accounts }
}

/** What was added between two moments, by platform: each number less the last one before it that is known. */
async function recounted(workspace_id: number, zone: string, from: string, to: string) {
  const columns = metrics.map(
    (metric) => sql`
      sum(s.${sql.ref(metric)} - coalesce((
        select b.${sql.ref(metric)} from snapshots b
        where b.workspace_id = s.workspace_id and b.delivery_id = s.delivery_id and b.number < s.number
          and b.${sql.ref(metric)} is not null
        order by b.number desc limit 1), 0))::float8 as ${sql.ref(metric)}`,
  )
  const { rows } = await sql<Record<Metric, number | null> & { platform: string }>`
    select d.platform, ${sql.join(columns)}
    from snapshots s join deliveries d on d.id = s.delivery_id
    where s.workspace_id = ${workspace_id}
      and s.taken_at >= (${from} || ' 00:00')::timestamp at time zone ${zone}
      and s.taken_at < ((${to}::date + 1)::text || ' 00:00')::timestamp at time zone ${zone}
    group by d.platform`.execute(db)
  const posts = await sql<{ count: number }>`
    select count(*) from posts
    where workspace_id = ${workspace_id} and (published_at at time zone ${zone})::date between ${from} and ${to}`.execute(
    db,
  )
  return { rows, posts: posts.rows[0]?.count }
}

test('every sum is what the raw snapshots say, and the sum of its parts', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { workspace_id } = await written(told)
      const from = addDays('2026-03-01', told.first)
      const to = addDays(from, told.length - 1)
      const report = await books.report(workspace_id, { from, to })
      assert.deepEqual(report.window, { from, to, timezone: told.zone })
      assert.equal(report.timeline.length, daysIn({ from, to }))

      const { rows, posts } = await recounted(workspace_id, told.zone, from, to)
      assert.equal(report.totals.posts, posts)
      for (const metric of metrics) {
        const known = rows.flatMap((row) => (row[metric] === null ? [] : [row[metric]]))
        const expected = known.reduce((sum, each) => sum + each, 0)
        assert.equal(report.totals[metric] ?? 0, expected, metric)
        // Null exactly when all who would tell it have left it out, or nobody would.
        const silent = ['x', 'bluesky'].every(
          (platform) =>
            !offered(platform, metric) ||
            rows.some((row) => row.platform === platform && row[metric] === null),
        )
        assert.equal(report.totals[metric] === null, silent, metric)
        for (const parts of [report.timeline, report.by_account, report.by_platform])
          assert.equal(sum(parts, metric), expected, metric)
      }
      assert.equal(sum(report.timeline, 'posts'), posts)

      const before = await recounted(
        workspace_id,
        told.zone,
        report.previous.from,
        report.previous.to,
      )
      assert.equal(addDays(report.previous.to, 1), from)
      assert.equal(daysIn(report.previous), daysIn(report.window))
      assert.equal(report.previous.posts, before.posts)
      for (const metric of metrics)
        assert.equal(report.previous[metric] ?? 0, sum(before.rows, metric), metric)
    }),
    { numRuns: 40 },
  )
})

test('two windows side by side add up to the one over both, for any filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      story,
      fc.constantFrom({}, { platform: 'x' }, { platform: 'bluesky' }),
      async (told, filter) => {
        const { workspace_id, accounts } = await written(told)
        const from = addDays('2026-03-01', told.first)
        const to = addDays(from, told.length)
        const cut = addDays(from, told.cut % told.length)
        const asked = { ...filter, account_ids: accounts.slice(told.cut % 3).map(({ id }) => id) }
        const all = await books.report(workspace_id, { ...asked, from, to })
        const left = await books.report(workspace_id, { ...asked, from, to: cut })
        const right = await books.report(workspace_id, { ...asked, from: addDays(cut, 1), to })
        for (const field of ['posts', ...metrics] as const)
          assert.equal(
            (left.totals[field] ?? 0) + (right.totals[field] ?? 0),
            all.totals[field] ?? 0,
            field,
          )
        const dated = ({ timeline }: Report) => timeline.map(({ date, posts }) => [date, posts])
        assert.deepEqual([...dated(left), ...dated(right)], dated(all))
      },
    ),
    { numRuns: 20 },
  )
})

test('what is kept while measuring is what a rebuild makes, in any zone', async () => {
  await fc.assert(
    fc.asyncProperty(story, zones, async (told, other) => {
      const { workspace_id } = await written(told)
      const live = await books.days(workspace_id)
      await rebuildDays({ db, workspace_id })
      assert.deepEqual(await books.days(workspace_id), live)

      await db
        .updateTable('workspaces')
        .set({ timezone: other })
        .where('id', '=', workspace_id)
        .execute()
      const moved = await books.days(workspace_id)
      await rebuildDays({ db, workspace_id })
      assert.deepEqual(await books.days(workspace_id), moved, 'a new zone moves the days by itself')
      await db
        .updateTable('workspaces')
        .set({ timezone: told.zone })
        .where('id', '=', workspace_id)
        .execute()
      assert.deepEqual(await books.days(workspace_id), live)
    }),
    { numRuns: 20 },
  )
})

for (const [zone, day, hours] of [
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Asia/Kathmandu', '2026-03-29', 24],
] as const) {
  test(`${day} has ${hours} hours in ${zone}, of which none is lost or counted twice`, async () => {
    const workspace_id = await books.workspace(zone)
    const account = await books.account(workspace_id, 'bluesky')
    const began = Date.parse(addDays(day, -2))
    const { deliveries } = await books.post(workspace_id, [account], new Date(began))
    // One like every half hour for five days, as seen in the middle of it.
    const list = Array.from({ length: 5 * 48 }, (_, index) => ({
      ...nothing,
      likes: index + 1,
      taken_at: new Date(began + (index + 0.5) * (HOUR / 2)),
    }))
    await books.measure(workspace_id, deliveries[0] ?? 0, list)
    const report = await books.report(workspace_id, { from: addDays(day, -3), to: addDays(day, 3) })
    const likes = Object.fromEntries(report.timeline.map((each) => [each.date, each.likes]))
    assert.equal(likes[day], hours * 2)
    assert.equal(likes[addDays(day, 1)], 48)
    assert.equal(report.totals.likes, 240)
    assert.equal(sum(report.timeline, 'likes'), 240)
  })
}

function sum<Field extends string>(
  parts: readonly Partial<Record<Field, number | null>>[],
  field: Field,
): number {
  return parts.reduce((total, part) => total + (part[field] ?? 0), 0)
}
