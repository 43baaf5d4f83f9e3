/** However a list is read, walked or looked up or week by week: its pages hold what reading all posts one by one finds. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { connect } from '#database/connect.ts'
import type { PostFilter, PostOrder } from '#store/post-filter.ts'
import { countPosts, listPosts } from '#store/posts.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount, noteHalfOut } from './kit.ts'
import { walkedIds } from './many-posts.ts'

const POSTS = 4_000
const ZONE = 'Europe/Berlin'

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})
const now = new Date('2026-03-15T00:00:00Z')
const { id: workspace_id } = await insertWorkspace(db, { name: 'Agree', plan: 'unlimited' }, now)
await sql`update workspaces set timezone = ${ZONE} where id = ${workspace_id}`.execute(db)
const many = await newAccount({ db }, workspace_id, 'x')
const few = await newAccount({ db }, workspace_id, 'bluesky')
const broken = await newAccount({ db }, workspace_id, 'linkedin')
await sql`update accounts set health = 'needs_reconnect' where id = ${broken.id}`.execute(db)
await plantMixed()
await noteHalfOut({ db }, workspace_id)

interface Row {
  id: number
  status: string
  labels: string[]
  account_ids: number[]
  /** Of its deliveries. */
  states: string[]
  reasons: string[]
  awaited: boolean
  risky: boolean
  series: number
  deleted: boolean
  created_at: string
  updated_at: string
  scheduled_at: string | null
  published_at: string | null
}
const { rows } = await sql<Row>`
  select p.id, p.status, p.labels, p.deleted_at is not null as deleted, p.created_at, p.updated_at, p.scheduled_at, p.published_at,
    array_agg(d.account_id::int) as account_ids, array_agg(d.status) as states, array_agg(coalesce(d.blocked_reason, '')) as reasons,
    bool_or(d.status = 'pending' and d.due_at is not null and d.account_id = ${broken.id}) as awaited,
    exists (select from standing_risks r where r.workspace_id = p.workspace_id and r.post_id = p.id) as risky,
    (select o.series_id from occurrences o where o.workspace_id = p.workspace_id and o.post_id = p.id) as series
  from posts p join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
  where p.workspace_id = ${workspace_id} group by p.workspace_id, p.id`.execute(db)

const month = { from: '2026-03-01', to: '2026-03-31' }
const filters: PostFilter[] = [
  month,
  { from: '2026-03-20' },
  { to: '2026-01-31' },
  { from: '2026-03-29T02:30:00', to: '2026-03-29T05:00:00' },
  { from: '2026-03-02T10:00:00Z', to: '2026-03-02T13:00:00Z' },
  { from: '2031-01-01', to: '2031-02-01' },
  { ...month, status: 'scheduled' },
  { ...month, status: 'failed' },
  { ...month, status: 'draft', account_ids: [many.id] },
  { ...month, labels: ['many'] },
  { ...month, labels: ['few', 'none'] },
  { ...month, labels: ['none'] },
  { ...month, account_ids: [many.id] },
  { ...month, account_ids: [few.id, broken.id] },
  { ...month, account_ids: [few.id], labels: ['many'] },
  { ...month, deleted: true },
  { ...month, at_risk: true },
  { ...month, at_risk: false },
  { ...month, outcome: ['failed', 'partial'] },
  { ...month, needs: ['reconnect'] },
  { status: 'draft', account_ids: [many.id] },
  { status: 'draft', account_ids: [few.id] },
  { status: 'draft', account_ids: [few.id, many.id], labels: ['many'] },
  { status: 'draft', account_ids: [] },
  { status: 'draft', account_ids: [few.id], deleted: true },
  { outcome: ['draft'] },
  { outcome: ['failed'] },
  { outcome: ['failed'], deleted: true },
  { outcome: ['publishing'] },
  { outcome: ['publishing'], account_ids: [few.id] },
  { outcome: ['publishing'], account_ids: [many.id], labels: ['many'], at_risk: false },
  { outcome: ['publishing'], status: 'published' },
  { outcome: ['publishing'], ...month },
  { outcome: ['publishing'], deleted: true },
  { outcome: ['publishing', 'partial'] },
  { outcome: ['scheduled'] },
  { at_risk: true },
  { at_risk: true, account_ids: [broken.id], status: 'scheduled' },
  { at_risk: true, labels: ['many'] },
  { at_risk: true, deleted: true },
  { needs: ['reconnect'] },
  { needs: ['decision'] },
  { needs: ['decision', 'reconnect'] },
  { search: 'post', labels: ['many'] },
  { search: 'post', labels: ['few'] },
  { search: 'post 390', labels: ['many'] },
  { search: 'post 390', labels: ['many'], account_ids: [many.id], at_risk: false },
  { search: 'post 390', labels: ['many'], deleted: true },
  { search: 'post 39', labels: ['many'], outcome: ['deleted'] },
  { search: '39', labels: ['more'], ...month },
  { search: 'post 7', labels: ['none', 'more'] },
  { search: 'unheard', labels: ['many'] },
  { updated_since: '2026-03-01T10:00:00Z' },
  { updated_since: '2026-03-01T10:00:00Z', labels: ['few'] },
  { updated_since: '2026-03-01T10:00:00Z', outcome: ['publishing', 'partial'] },
  { updated_since: '2026-03-01T10:00:00Z', ...month },
  { updated_since: '2026-03-01T10:00:00Z', status: 'draft' },
  { updated_since: '2026-03-01T06:20:00Z' },
  { updated_since: '2026-03-01T06:20:00Z', at_risk: false },
  { updated_since: '2026-03-01T02:00:00Z', status: 'published' },
  { updated_since: '2026-03-01T02:00:00Z', status: 'scheduled', labels: ['many'] },
  { updated_since: '2026-03-01T02:00:00Z', status: 'failed' },
  { updated_since: '2026-03-01T02:00:00Z', created_by: 'key:1', account_ids: [broken.id] },
  { updated_since: '2026-03-01T02:00:00Z', created_by: 'key:1' },
  { updated_since: '2026-03-01T02:00:00Z', created_via: 'rest', status: 'draft' },
  { updated_since: '2026-03-01T02:00:00Z', created_by: 'key:none' },
  { ...month, created_by: 'key:none' },
  { updated_since: '2027-03-01' },
  { series_id: 2, account_ids: [many.id] },
  { series_id: 2, account_ids: [few.id, broken.id], labels: ['many'] },
  { series_id: 2, account_ids: [few.id], status: 'published' },
  { series_id: 1, account_ids: [few.id] },
  { series_id: 1, account_ids: [] },
  { series_id: 1, status: 'draft' },
  { series_id: 1, status: 'failed', labels: ['many'], account_ids: [many.id] },
  { series_id: 1, status: 'published' },
  { series_id: 2, status: 'scheduled' },
  { series_id: 2, status: 'scheduled', ...month },
  { series_id: 3, status: 'draft' },
]
const orders: PostOrder[] = [
  { sort: 'created_at', order: 'desc' },
  { sort: 'created_at', order: 'asc' },
  { sort: 'scheduled_at', order: 'asc' },
  { sort: 'published_at', order: 'desc' },
  { sort: 'scheduled_at', order: 'desc' },
  { sort: 'published_at', order: 'asc' },
]

for (const filter of filters) {
  test(`${JSON.stringify(filter)}: its pages hold what one by one is found`, async () => {
    let found = 0
    for (const by of orders) {
      const right = inOrder(
        rows.filter((row) => isIn(row, filter, by)),
        by,
      )
      found += right.length
      assert.deepEqual(await walked(filter, by, right.length), right, JSON.stringify(by))
      const second = await listPosts({ db, workspace_id }, filter, { limit: 4, offset: 3 }, by)
      assert.deepEqual(
        second.map(({ id }) => id),
        right.slice(3, 7),
      )
      assert.equal(await countPosts({ db, workspace_id }, filter, { by }), right.length)
    }
    const isEmpty =
      /2031|"series_id":3|none"\]|draft".*"deleted"|deleted".*at_risk|at_risk.*deleted|"deleted":true|\[\]|unheard|2027|key:none/
    assert.ok(found > 0 || isEmpty.test(JSON.stringify(filter)), 'nothing was compared')
  })
}

test('the same words with the same label, of another workspace, are not among them', async () => {
  const { id: other } = await insertWorkspace(db, { name: 'Other', plan: 'unlimited' }, now)
  await sql`
    insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at, labels)
    select ${other}, content, 'draft', created_via, created_by, created_at, updated_at, labels from posts
    where workspace_id = ${workspace_id} and id % 3 = 0`.execute(db)
  await sql`vacuum analyze posts`.execute(db)
  const filter: PostFilter = { search: 'post 39', labels: ['many'] }
  for (const by of orders.slice(0, 2)) {
    const right = inOrder(
      rows.filter((row) => isIn(row, filter, by)),
      by,
    )
    assert.deepEqual(await walked(filter, by, right.length), right)
    assert.ok((await walked(filter, by, right.length, other)).every((id) => !right.includes(id)))
  }
})

function walked(filter: PostFilter, by: PostOrder, most: number, where = workspace_id) {
  return walkedIds({ db, workspace_id: where }, filter, by, most)
}

function isIn(row: Row, filter: PostFilter, by: PostOrder) {
  const {
    status,
    labels,
    account_ids,
    outcome,
    needs,
    at_risk,
    from,
    to,
    series_id,
    search,
    updated_since,
    created_by,
  } = filter
  const wanted = outcome?.includes('deleted') ? true : row.deleted === (filter.deleted ?? false)
  return (
    wanted &&
    (by.sort !== 'published_at' || row.published_at !== null) &&
    (!status || row.status === status) &&
    (!series_id || row.series === series_id) &&
    created_by !== 'key:none' &&
    (!search || has(row, search)) &&
    (!updated_since || Date.parse(row.updated_at) >= startOf(updated_since, 0)) &&
    (!labels || labels.some((label) => row.labels.includes(label))) &&
    (!account_ids || account_ids.some((id) => row.account_ids.includes(id))) &&
    (!outcome || outcome.some((each) => each === outcomeOf(row))) &&
    (!needs || needs.some((need) => !row.deleted && needsOf(row).includes(need))) &&
    (at_risk === undefined || row.risky === at_risk) &&
    (!(from || to) || isWithin(row.scheduled_at, from, to))
  )
}

/** Each of the words is the beginning of one of `Post` and its number. */
function has({ id }: Row, search: string) {
  return search.split(' ').every((word) => 'post'.startsWith(word) || String(id).startsWith(word))
}

function outcomeOf({ deleted, status, states }: Row) {
  if (deleted) return 'deleted'
  const has = (state: string) => states.includes(state)
  if (status === 'draft' || status === 'failed') return status
  if (has('publishing') || (has('pending') && has('published'))) return 'publishing'
  if (status === 'published' && (has('failed') || has('blocked'))) return 'partial'
  return status
}

function needsOf({ reasons, awaited }: Row) {
  return [
    ...(reasons.includes('outcome_unknown') ? ['decision'] : []),
    ...(awaited || reasons.includes('account_disconnected') ? ['reconnect'] : []),
  ]
}

function isWithin(at: string | null, from: string | undefined, to: string | undefined) {
  if (at === null) return false
  const time = Date.parse(at)
  if (from && time < startOf(from, 0)) return false
  if (!to) return true
  return to.length === 10 ? time < startOf(to, 1) : time <= startOf(to, 0)
}

function startOf(text: string, days: number) {
  if (text.endsWith('Z')) return Date.parse(text)
  return Temporal.PlainDateTime.from(text).add({ days }).toZonedDateTime(ZONE).epochMilliseconds
}

function inOrder(some: readonly Row[], { sort, order }: PostOrder) {
  const at = (row: Row) => (row[sort] === null ? Infinity : Date.parse(row[sort]))
  const sign = order === 'asc' ? 1 : -1
  return some
    .toSorted((a, b) => sign * (at(a) === at(b) ? a.id - b.id : at(a) < at(b) ? -1 : 1))
    .map(({ id }) => id)
}

/**
 * Half a year of posts whose times lie apart from when they were made, several made at once, at the beginnings of weeks, days and
 * hours that do not exist: with one or two accounts, and every state that a delivery can have in a post of that status.
 */
async function plantMixed() {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into posts (workspace_id, id, content, status, scheduled_at, published_at, created_via, created_by, created_at, updated_at, deleted_at, labels)
      overriding system value
      select ${workspace_id}, i, 'Post ' || i, status,
        case when i % 7 <> 3 then '2025-12-01T23:00:00Z'::timestamptz + ((i * 7919) % 4000) * interval '1 hour' end,
        case when status = 'published' then '2026-03-01T00:00:00Z'::timestamptz + ((i * 31) % 900) * interval '1 hour' end, 'rest', 'key:1',
        '2026-01-01T00:00:00Z'::timestamptz + (i / 3) * interval '1 minute', '2026-03-01T00:00:00Z'::timestamptz + (i / 5) * interval '1 minute',
        case when i % 23 = 0 then ${now}::timestamptz end,
        case when i % 400 = 5 then array['few'] when i % 2 = 0 then array['many', 'more'] else '{}' end
      from generate_series(1, ${POSTS}) i, lateral (select (array['draft', 'scheduled', 'published', 'failed'])[1 + (i / 2) % 4] as status) s`.execute(
      tx,
    )
    await sql`
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, lease_until, due_at, blocked_reason, published_at)
      select ${workspace_id}, p.id, place, account, 'x', true, state, case when state = 'publishing' then ${now}::timestamptz end,
        case when state = 'pending' and p.status <> 'draft' and p.deleted_at is null then coalesce(p.scheduled_at, ${now}) end,
        case when state = 'blocked' then (array['outcome_unknown', 'account_disconnected', 'account_removed'])[1 + p.id % 3] end,
        case when state = 'published' then p.published_at end
      from posts p, lateral (values (0, case when p.id % 37 = 0 then ${few.id}::bigint else ${many.id} end), (1, ${broken.id})) a (place, account),
        lateral (select case
          when p.status = 'draft' then 'pending'
          when p.status = 'scheduled' then (array['pending', 'pending', 'published', 'publishing', 'failed', 'blocked'])[1 + (p.id / (1 + place * 6)) % 6]
          when p.status = 'published' then (array['published', 'published', 'failed', 'blocked', 'pending'])[1 + (p.id / (1 + place * 5)) % 5]
          else (array['failed', 'blocked'])[1 + (p.id / (1 + place)) % 2] end as state) s
      where p.workspace_id = ${workspace_id} and (place = 0 or p.id % 5 = 0)`.execute(tx)
    await sql`
      insert into risks (workspace_id, post_id, account_id, code, since, over_at)
      select workspace_id, post_id, case when post_id % 3 = 0 then 0 else account_id end, 'account_needs_reconnect', ${now}::timestamptz,
        case when post_id % 11 = 0 then ${now}::timestamptz end
      from deliveries where workspace_id = ${workspace_id} on conflict do nothing`.execute(tx)
    // The first made few, the second more than are looked up one by one, and what could not be made is no post.
    await sql`
      insert into occurrences (workspace_id, series_id, local_at, at, post_id)
      select workspace_id, case when id % 11 = 0 then 1 else 2 end, 'T' || id, created_at, id from posts
      where workspace_id = ${workspace_id}
      union all select ${workspace_id}, 1, 'T', ${now}, null`.execute(tx)
  })
  for (const table of ['posts', 'deliveries', 'risks', 'occurrences'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
