import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Measured, nothing, openBooks } from './books.ts'

const books = await openBooks()
after(() => books[Symbol.asyncDispose]())
const { db } = books

const numbers = [
  'posts',
  'reach',
  'impressions',
  'likes',
  'comments',
  'shares',
  'engagements',
  'engagement_rate',
]
const march = { from: '2026-03-01', to: '2026-03-31' }
const at = (text: string) => new Date(`2026-${text}Z`)
const told = (text: string, counts: Partial<Measured>): Measured => ({
  ...nothing,
  ...counts,
  taken_at: at(text),
})
const left = (...metrics: string[]) => metrics

/** Two posts on X and Bluesky, of which one goes to X only. */
async function twoPosts() {
  const workspace_id = await books.workspace('UTC')
  const x = await books.account(workspace_id, 'x')
  const bluesky = await books.account(workspace_id, 'bluesky')
  const one = await books.post(workspace_id, [x, bluesky], at('03-02T10:00:00'), 'Both')
  const two = await books.post(workspace_id, [x], at('03-05T10:00:00'), 'One')
  const [onX = 0, onBluesky = 0] = one.deliveries
  await books.measure(workspace_id, onX, [
    told('03-02T11:00:00', { impressions: 100, likes: 4, comments: 1, shares: 0, engagements: 5 }),
    told('03-03T10:00:00', { impressions: 300, likes: 9, comments: 1, shares: 2, engagements: 12 }),
  ])
  await books.measure(workspace_id, onBluesky, [
    told('03-02T11:00:00', { likes: 50, comments: 0, shares: 10, engagements: 60 }),
  ])
  await books.measure(workspace_id, two.deliveries[0] ?? 0, [
    told('03-05T11:00:00', { impressions: 10, likes: 0, comments: 0, shares: 0, engagements: 0 }),
  ])
  return { workspace_id, x, bluesky, one, two }
}

test('a workspace in which nothing happened gets zeros and nulls in the full shape', async () => {
  const report = await books.report(await books.workspace('Europe/Berlin'), march)
  assert.deepEqual(report.window, { ...march, timezone: 'Europe/Berlin' })
  const { incomplete, ...totals } = report.totals
  assert.deepEqual(Object.keys(totals), numbers)
  assert.deepEqual(Object.values(totals), [0, 0, 0, 0, 0, 0, 0, null])
  assert.deepEqual(incomplete, [])
  assert.equal(report.timeline.length, 31)
  assert.deepEqual([report.by_platform, report.by_account, report.top_posts], [[], [], []])
  assert.deepEqual(
    [report.previous.from, report.previous.to, report.previous.posts],
    ['2026-01-29', '2026-02-28', 0],
  )
})

test('an account that has published nothing has zeros where its platform tells numbers, and null elsewhere', async () => {
  const workspace_id = await books.workspace('UTC')
  await books.account(workspace_id, 'bluesky')
  const { totals, by_account, timeline } = await books.report(workspace_id, march)
  assert.deepEqual(
    [totals.reach, totals.impressions, totals.likes, totals.engagement_rate],
    [null, null, 0, null],
  )
  assert.deepEqual(totals.incomplete, [
    { platform: 'bluesky', metrics: left('reach', 'impressions') },
  ])
  assert.equal(by_account[0]?.likes, 0)
  assert.ok(timeline.every(({ likes, impressions }) => likes === 0 && impressions === null))
})

test('sums say what is not in them, and the rate leaves out whoever tells no impressions', async () => {
  const { workspace_id, x, bluesky, one, two } = await twoPosts()
  const report = await books.report(workspace_id, march)
  const { incomplete, ...totals } = report.totals
  assert.deepEqual(totals, {
    posts: 2,
    reach: null,
    impressions: 310,
    likes: 59,
    comments: 1,
    shares: 12,
    engagements: 72,
    engagement_rate: 0.03871, // 12 / 310, without the 60 of Bluesky
  })
  assert.deepEqual(incomplete, [
    { platform: 'bluesky', metrics: left('reach', 'impressions') },
    { platform: 'x', metrics: left('reach') },
  ])
  assert.deepEqual(
    report.by_platform.map(({ platform, posts, likes }) => [platform, posts, likes]),
    [
      ['bluesky', 1, 50],
      ['x', 2, 9],
    ],
  )
  assert.deepEqual(
    report.by_account.map(({ account_id, posts, impressions }) => [account_id, posts, impressions]),
    [
      [x.id, 2, 310],
      [bluesky.id, 1, null],
    ],
  )
  const day = (date: string) => report.timeline.find((each) => each.date === date)
  assert.deepEqual([day('2026-03-02')?.likes, day('2026-03-02')?.posts], [54, 1])
  assert.deepEqual([day('2026-03-03')?.likes, day('2026-03-03')?.posts], [5, 0])
  assert.deepEqual([day('2026-03-04')?.likes, day('2026-03-04')?.engagement_rate], [0, null])
  assert.deepEqual(
    report.top_posts.map(({ post_id, content, platforms, engagements }) => [
      post_id,
      content,
      platforms,
      engagements,
    ]),
    [
      [one.post_id, 'Both', ['bluesky', 'x'], 72],
      [two.post_id, 'One', ['x'], 0],
    ],
  )
})

test('filters narrow every part, and both at once narrow more', async () => {
  const { workspace_id, x, bluesky, one } = await twoPosts()
  const onBluesky = await books.report(workspace_id, { ...march, platform: 'bluesky' })
  assert.deepEqual([onBluesky.totals.posts, onBluesky.totals.likes], [1, 50])
  assert.deepEqual(
    onBluesky.top_posts.map(({ post_id, engagements }) => [post_id, engagements]),
    [[one.post_id, 60]],
  )
  const onX = await books.report(workspace_id, { ...march, account_ids: [x.id] })
  assert.deepEqual(
    [onX.totals.posts, onX.totals.likes, onX.by_platform.length, onX.by_account.length],
    [2, 9, 1, 1],
  )
  const none = await books.report(workspace_id, {
    ...march,
    account_ids: [bluesky.id],
    platform: 'x',
  })
  assert.deepEqual([none.totals.posts, none.totals.likes, none.by_account], [0, 0, []])
  assert.equal(none.by_platform[0]?.platform, 'x')
})

test('a number that is missing from one snapshot comes with the next, and is null until then', async () => {
  const workspace_id = await books.workspace('UTC')
  const x = await books.account(workspace_id, 'x')
  const { deliveries } = await books.post(workspace_id, [x], at('03-02T10:00:00'))
  await books.measure(workspace_id, deliveries[0] ?? 0, [
    told('03-02T11:00:00', { likes: 1 }),
    told('03-03T11:00:00', { likes: 2, impressions: 100 }),
    told('03-04T11:00:00', { likes: 3 }),
    told('03-05T11:00:00', { likes: 2, impressions: 150 }),
  ])
  const { totals, timeline } = await books.report(workspace_id, march)
  assert.deepEqual([totals.likes, totals.impressions, totals.shares], [2, 150, null])
  assert.deepEqual(
    timeline.slice(0, 6).map(({ likes, impressions }) => [likes, impressions]),
    [
      [0, 0],
      [1, null],
      [1, 100],
      [1, null],
      [-1, 50], // a like was taken back
      [0, 0],
    ],
  )
})

test('a removed account stays as long as it has a part in the numbers', async () => {
  const { workspace_id, bluesky } = await twoPosts()
  await db
    .updateTable('accounts')
    .set({ removed_at: at('04-01T00:00:00') })
    .where('id', '=', bluesky.id)
    .execute()
  const then = await books.report(workspace_id, march)
  assert.deepEqual([then.totals.likes, then.by_account.length], [59, 2])
  const later = await books.report(workspace_id, { from: '2026-06-01', to: '2026-06-30' })
  assert.equal(later.by_account.length, 1)
})

test('without dates the window is the last thirty days, where the workspace is', async () => {
  // It is 2026-11-20, 09:00 in UTC, and 23:00 on the same day in Kiritimati.
  const report = await books.report(await books.workspace('Pacific/Kiritimati'), {})
  assert.deepEqual([report.window.from, report.window.to], ['2026-10-22', '2026-11-20'])
  const apia = await books.report(await books.workspace('Pacific/Niue'), { from: '2026-11-01' })
  assert.deepEqual([apia.window.from, apia.window.to], ['2026-11-01', '2026-11-19'])
})
