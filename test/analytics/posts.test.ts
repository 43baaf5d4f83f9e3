/** Each post by its numbers, hours of the week, and days as columns: against other ways of counting the same. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { getAnalyticsTimelines } from '#operations/analytics/get-analytics-timelines.ts'
import { getBestTimes } from '#operations/analytics/get-best-times.ts'
import { listPostAnalytics, PostAnalytics } from '#operations/analytics/list-post-analytics.ts'
import { type Measured, nothing, openBooks } from './books.ts'

const books = await openBooks()
after(() => books[Symbol.asyncDispose]())
const { engine } = books
const march = { from: '2026-03-01', to: '2026-03-31' }
const at = (text: string) => new Date(`2026-${text}Z`)
const told = (text: string, counts: Partial<Measured>): Measured => ({
  ...nothing,
  ...counts,
  taken_at: at(text),
})
const list = async (workspace_id: number, asked: object) =>
  PostAnalytics.parse(await engine.ask(workspace_id, listPostAnalytics, asked))

/** Seven posts: five measured on X, one on Bluesky that has no impressions, one not measured yet. */
async function week(timezone = 'UTC') {
  const workspace_id = await books.workspace(timezone)
  const x = await books.account(workspace_id, 'x')
  const bluesky = await books.account(workspace_id, 'bluesky')
  const ids: number[] = []
  for (let day = 1; day <= 5; day++) {
    const { post_id, deliveries } = await books.post(
      workspace_id,
      day === 1 ? [x, bluesky] : [x],
      at(`03-0${day}T10:00:00`),
      `Post ${day}`,
    )
    ids.push(post_id)
    for (const [index, delivery] of deliveries.entries())
      await books.measure(workspace_id, delivery, [
        told(`03-0${day}T11:00:00`, {
          likes: 1,
          engagements: 1,
          ...(index === 0 && { impressions: 10 }),
        }),
        told(`03-1${day}T11:00:00`, {
          likes: day * 2,
          engagements: day * 2,
          ...(index === 0 && { impressions: 100 }),
        }),
      ])
  }
  const alone = await books.post(workspace_id, [bluesky], at('03-06T10:00:00'), 'On Bluesky')
  await books.measure(workspace_id, alone.deliveries[0] ?? 0, [
    told('03-06T11:00:00', { likes: 3, engagements: 3 }),
  ])
  const fresh = await books.post(workspace_id, [x], at('03-07T10:00:00'), 'Not measured')
  return { workspace_id, x, bluesky, ids, alone: alone.post_id, fresh: fresh.post_id }
}

test('posts come by any number, those without it last, and a walk meets every one once', async () => {
  const { workspace_id, ids, alone, fresh } = await week()
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids
  const orders: [string, number[]][] = [
    ['engagements', [five, four, three, two, one, alone, fresh]],
    ['engagement_rate', [five, four, three, two, one, fresh, alone]],
    ['impressions', [five, four, three, two, one, fresh, alone]],
    ['reach', [fresh, alone, five, four, three, two, one]],
    ['published_at', [fresh, alone, five, four, three, two, one]],
  ]
  for (const [sort, expected] of orders) {
    const all = await list(workspace_id, { ...march, sort })
    assert.deepEqual(
      all.data.map(({ post_id }) => post_id),
      expected,
      sort,
    )
    const walked: number[] = []
    let cursor: string | null | undefined
    do {
      const page = await list(workspace_id, {
        ...march,
        sort,
        per_page: 2,
        ...(cursor && { cursor }),
      })
      walked.push(...page.data.map(({ post_id }) => post_id))
      cursor = page.next_cursor
    } while (cursor)
    assert.deepEqual(walked, expected, `${sort}, by twos`)
  }
  const up = await list(workspace_id, { ...march, sort: 'likes', order: 'asc' })
  assert.deepEqual(
    up.data.map(({ post_id }) => post_id),
    [alone, four, five, one, two, three, fresh].toSorted(
      (a, b) => rank(up.data, a) - rank(up.data, b),
    ),
  )
  await assert.rejects(
    list(workspace_id, { ...march, sort: 'likes', cursor: 'reach.desc~by~1~1' }),
    /.*/,
  )
})

test('of one account posts come by its own numbers, as when they are added up with those of one that has none', async () => {
  const { workspace_id, x, bluesky, ids, alone, fresh } = await week()
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids
  const quiet = await books.account(workspace_id, 'x')
  const order = async (account_ids: number[], sort: string) =>
    (await list(workspace_id, { ...march, account_ids, sort })).data.map(({ post_id }) => post_id)
  for (const sort of ['engagements', 'engagement_rate', 'impressions'])
    for (const chosen of [[x.id], [x.id, quiet.id]])
      assert.deepEqual(await order(chosen, sort), [five, four, three, two, one, fresh], sort)
  for (const chosen of [[bluesky.id], [bluesky.id, quiet.id]]) {
    assert.deepEqual(await order(chosen, 'likes'), [alone, one])
    assert.deepEqual(await order(chosen, 'engagement_rate'), [alone, one], 'none has one')
  }
})

const rank = (data: readonly { post_id: number }[], id: number) =>
  data.findIndex(({ post_id }) => post_id === id)

test('what is not told is null, by account too, and what was not measured has no zeros', async () => {
  const { workspace_id, x, bluesky, ids, fresh } = await week()
  const { data } = await list(workspace_id, { ...march, sort: 'published_at', order: 'asc' })
  const [first] = data
  assert.equal(first?.post_id, ids[0])
  // 2 of 100 on X; the likes of Bluesky, which tells no impressions, are not in the rate.
  assert.deepEqual(
    [first?.likes, first?.impressions, first?.engagement_rate, first?.reach],
    [4, 100, 0.02, null],
  )
  assert.deepEqual(first?.incomplete, [
    { platform: 'bluesky', metrics: ['reach', 'impressions', 'comments', 'shares'] },
    { platform: 'x', metrics: ['reach', 'comments', 'shares'] },
  ])
  assert.deepEqual(
    first?.accounts.map(({ account_id, likes, impressions }) => [account_id, likes, impressions]),
    [
      [x.id, 2, 100],
      [bluesky.id, 2, null],
    ],
  )
  const last = data.at(-1)
  assert.equal(last?.post_id, fresh)
  assert.deepEqual([last?.measured_at, last?.likes, last?.accounts[0]?.likes], [null, null, null])
})

test('filters narrow posts to accounts, platforms and labels, with their numbers there', async () => {
  const { workspace_id, bluesky, ids, alone } = await week()
  const there = await list(workspace_id, { ...march, platform: 'bluesky' })
  assert.deepEqual(
    there.data.map(({ post_id, likes }) => [post_id, likes]),
    [
      [alone, 3],
      [ids[0], 2],
    ],
  )
  await books.db
    .updateTable('posts')
    .set({ labels: ['autumn'] })
    .where('id', 'in', [ids[1] ?? 0, alone])
    .execute()
  const labelled = await list(workspace_id, { ...march, labels: ['autumn', 'spring'] })
  assert.deepEqual(
    labelled.data.map(({ post_id }) => post_id),
    [ids[1], alone],
  )
  const report = await books.report(workspace_id, { ...march, labels: ['autumn'] })
  assert.deepEqual([report.totals.posts, report.totals.likes], [2, 7])
  assert.deepEqual(
    report.top_posts.map(({ post_id }) => post_id),
    [ids[1], alone],
  )
  const both = { ...march, labels: ['autumn'], account_ids: [bluesky.id] }
  assert.equal((await list(workspace_id, both)).data.length, 1)
})

const Times = z.object({
  posts: z.number(),
  hours: z.array(
    z.object({ weekday: z.number(), hour: z.number(), posts: z.number(), median: z.number() }),
  ),
})

test('hours are those of the workspace, on both sides of a changed clock, and say of how many posts they are', async () => {
  const workspace_id = await books.workspace('Europe/Berlin')
  const x = await books.account(workspace_id, 'x')
  // Three Mondays at nine in Berlin: the clock changes before the last.
  const mondays = ['03-16T08:05:00', '03-23T08:55:00', '03-30T07:30:00']
  for (const [index, time] of mondays.entries()) {
    const { deliveries } = await books.post(workspace_id, [x], at(time))
    await books.measure(workspace_id, deliveries[0] ?? 0, [
      told('04-10T00:00:00', { impressions: 100, engagements: [1, 9, 2][index] ?? 0 }),
    ])
  }
  await books.post(workspace_id, [x], at('03-17T08:00:00'))
  const asked = { from: '2026-03-01', to: '2026-04-01' }
  const times = Times.parse(await engine.ask(workspace_id, getBestTimes, asked))
  assert.deepEqual(times, {
    posts: 3,
    hours: [{ weekday: 1, hour: 9, posts: 3, median: 0.02 }],
  })
})

test('the second before a clock changes and the one at which it does fall into the hours that are read off there', async () => {
  const asked = { from: '2026-01-01', to: '2026-12-31', by: 'engagements' }
  for (const [zone, changes] of [
    ['Europe/Berlin', ['03-29T01:00:00', '10-25T01:00:00']],
    ['America/New_York', ['03-08T07:00:00', '11-01T06:00:00']],
    ['Australia/Lord_Howe', ['04-04T15:00:00', '10-03T15:30:00']],
    ['Pacific/Chatham', ['04-04T14:00:00', '09-26T14:00:00']],
    ['Asia/Kathmandu', ['06-01T00:15:00']],
    ['UTC', ['01-01T00:00:00', '12-31T23:59:59']],
  ] as const) {
    const workspace_id = await books.workspace(zone)
    const x = await books.account(workspace_id, 'x')
    const read = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
    })
    const expected = new Map<string, number>()
    for (const change of changes) {
      for (const seconds of [-1, 0, 1_800, 3_599]) {
        const moment = new Date(at(change).getTime() + seconds * 1000)
        if (moment < at('01-01T00:00:00') || moment > at('12-31T23:59:59')) continue
        const { deliveries } = await books.post(workspace_id, [x], moment)
        const counts = { ...told('12-31T23:59:59', { engagements: 1 }), taken_at: moment }
        await books.measure(workspace_id, deliveries[0] ?? 0, [counts])
        const hour = read.format(moment)
        expected.set(hour, (expected.get(hour) ?? 0) + 1)
      }
    }
    const { hours } = Times.parse(await engine.ask(workspace_id, getBestTimes, asked))
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    const found = hours.map(({ weekday, hour, posts }) => [
      `${days[weekday - 1]} ${String(hour).padStart(2, '0')}`,
      posts,
    ])
    const sorted = (pairs: readonly unknown[]) => pairs.map(String).toSorted()
    assert.deepEqual(
      sorted(found),
      sorted([...expected].map(([hour, n]) => [hour.replace(', ', ' '), n])),
      zone,
    )
  }
})

const Lines = z.object({
  previous: z.object({ from: z.string(), to: z.string() }),
  dates: z.array(z.string()),
  lines: z.array(
    z.object({
      platform: z.string().nullable(),
      days: z.record(z.string(), z.array(z.number().nullable())),
      previous: z.record(z.string(), z.array(z.number().nullable())),
    }),
  ),
})

test('columns are the timeline, and beside them stands the window before or a year before', async () => {
  const { workspace_id } = await week('America/New_York')
  const asked = { from: '2026-03-09', to: '2026-03-16' }
  const columns = Lines.parse(
    await engine.ask(workspace_id, getAnalyticsTimelines, { ...asked, by: 'platform' }),
  )
  const { timeline } = await books.report(workspace_id, asked)
  const before = await books.report(workspace_id, columns.previous)
  const [whole, bluesky, x] = columns.lines
  assert.deepEqual([whole?.platform, bluesky?.platform, x?.platform], [null, 'bluesky', 'x'])
  for (const field of ['posts', 'impressions', 'likes', 'engagement_rate'] as const) {
    assert.deepEqual(
      whole?.days[field],
      timeline.map((day) => day[field]),
    )
    assert.deepEqual(
      whole?.previous[field],
      before.timeline.map((day) => day[field]),
    )
  }
  assert.ok(bluesky?.days['impressions']?.every((each) => each === null))
  const year = { from: '2027-03-01', to: '2027-03-31', compare: 'year_before' }
  const later = await books.report(workspace_id, year)
  assert.deepEqual([later.previous.from, later.previous.to], ['2026-03-01', '2026-03-31'])
  assert.equal(later.previous.likes, 2 + 2 + 4 + 6 + 8 + 10 + 3)
  const leap = await books.report(workspace_id, {
    from: '2028-02-01',
    to: '2028-02-29',
    compare: 'year_before',
  })
  assert.deepEqual([leap.previous.from, leap.previous.to], ['2027-01-31', '2027-02-28'])
})
