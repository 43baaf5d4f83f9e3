/** Lists of more posts than are looked up or walked at once: their pages hold what one by one is found. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import type { PostFilter, PostOrder } from '#store/post-filter.ts'
import { countPosts } from '#store/posts.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount, noteHalfOut } from './kit.ts'
import { walkedIds } from './many-posts.ts'

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
const orders: PostOrder[] = [
  { sort: 'created_at', order: 'desc' },
  { sort: 'created_at', order: 'asc' },
  { sort: 'scheduled_at', order: 'asc' },
]

test('what more posts need than are looked up holds what one by one is found', async () => {
  const { id } = await insertWorkspace(db, { name: 'Lost', plan: 'unlimited' }, now)
  const account = await newAccount({ db }, id, 'x')
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at, deleted_at, labels)
      select ${id}, 'Lost ' || i, 'failed', '2026-01-01T00:00:00Z', 'rest', 'key:1', '2026-01-01T00:00:00Z'::timestamptz + (i / 4) * interval '1 minute',
        ${now}::timestamptz, case when i % 9 = 0 then ${now}::timestamptz end, case when i % 50 = 1 then array['kept'] else '{}' end
      from generate_series(1, 3600) i`.execute(tx)
    await sql`
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, blocked_reason)
      select workspace_id, id, 0, ${account.id}, 'x', true, 'blocked', 'account_disconnected' from posts
      where workspace_id = ${id} and content not like '%7'`.execute(tx)
  })
  for (const labels of [undefined, ['kept']]) {
    for (const by of orders.slice(0, 2)) {
      const { rows: right } = await sql<{ id: number }>`
        select id from posts where workspace_id = ${id} and deleted_at is null and content not like '%7'
          and (${labels === undefined} or labels <> '{}')
        order by created_at ${sql.raw(by.order)}, id ${sql.raw(by.order)}`.execute(db)
      assert.ok(right.length > 50)
      const filter: PostFilter = { needs: ['reconnect'], labels }
      const ids = await walkedIds({ db, workspace_id: id }, filter, by, right.length)
      assert.deepEqual(
        ids,
        right.map((row) => row.id),
      )
    }
  }
})

test('what is under way of more posts than are looked up holds what one by one is found', async () => {
  const { id } = await insertWorkspace(db, { name: 'Half', plan: 'unlimited' }, now)
  const first = await newAccount({ db }, id, 'x')
  const second = await newAccount({ db }, id, 'bluesky')
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at, deleted_at)
      select ${id}, 'Half ' || i, case when i % 5 = 0 then 'published' else 'scheduled' end, '2026-01-01T00:00:00Z', 'rest', 'key:1',
        '2026-01-01T00:00:00Z'::timestamptz + (i / 4) * interval '1 minute', ${now}::timestamptz, case when i % 9 = 0 then ${now}::timestamptz end
      from generate_series(1, 3800) i`.execute(tx)
    await sql`
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, lease_until, due_at, published_at)
      select p.workspace_id, p.id, place, account, 'x', true, state, case when state = 'publishing' then ${now}::timestamptz end,
        case when state = 'pending' then ${now}::timestamptz end, case when state = 'published' then p.scheduled_at end
      from posts p, lateral (values (0, ${first.id}::bigint, 'published'),
        (1, ${second.id}, case when content like '%7' then 'publishing' when content like '%3' then 'failed' else 'pending' end)) d (place, account, state)
      where p.workspace_id = ${id}`.execute(tx)
  })
  await noteHalfOut({ db }, id)
  await sql`vacuum analyze posts, deliveries, half_out`.execute(db)
  for (const by of orders) {
    const time = sql.ref(by.sort)
    const { rows: right } = await sql<{ id: number }>`
      select id from posts where workspace_id = ${id} and deleted_at is null and content not like '%3'
      order by ${time} ${sql.raw(by.order)}, id ${sql.raw(by.order)}`.execute(db)
    assert.ok(right.length > 3_000)
    const filter: PostFilter = { outcome: ['publishing'] }
    assert.deepEqual(
      await walkedIds({ db, workspace_id: id }, filter, by, right.length),
      right.map((row) => row.id),
    )
    assert.equal(await countPosts({ db, workspace_id: id }, filter, { by }), right.length)
  }
})

test('what is under way of more posts than are walked, with a label that the last of them have', async () => {
  const { id } = await insertWorkspace(db, { name: 'Stuck', plan: 'unlimited' }, now)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const made = sql`'2026-01-01T00:00:00Z'::timestamptz + (i / 4) * interval '1 minute'`
    await sql`
      with added as (
        insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at, labels)
        select ${id}, 'Stuck', 'scheduled', case when i % 6 < 5 then ${made} end, 'rest', 'key:1', ${made}, ${now}::timestamptz,
          case when i > 10600 then array['last'] else '{}' end
        from generate_series(1, 11200) i returning workspace_id, id, created_at, scheduled_at)
      insert into half_out (workspace_id, post_id, created_at, scheduled_at) select * from added`.execute(
      tx,
    )
  })
  await sql`vacuum analyze posts, half_out`.execute(db)
  const filter: PostFilter = { outcome: ['publishing'], labels: ['last'] }
  for (const by of orders) {
    const time = sql.ref(by.sort)
    const { rows: right } = await sql<{ id: number }>`
      select id from posts where workspace_id = ${id} and labels <> '{}'
      order by coalesce(${time}, 'infinity') ${sql.raw(by.order)}, id ${sql.raw(by.order)}`.execute(
      db,
    )
    assert.equal(right.length, 600)
    assert.deepEqual(
      await walkedIds({ db, workspace_id: id }, filter, by, right.length),
      right.map((row) => row.id),
    )
  }
})
