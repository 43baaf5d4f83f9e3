/**
 * A large workspace among many small ones. A statement that PostgreSQL plans once for all of them is planned for one of
 * average size, where everything is near at hand: none of these may read what is there over and over.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { countPublished } from '#store/analytics.ts'
import { holdsFor } from '#store/holds.ts'
import { listPlannedDays } from '#store/planned-days.ts'
import { toWire } from '#store/trip.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount } from './kit.ts'

const POSTS = 5000
/** The newest of them, by when they were made. */
const OUT = 1000
const OTHERS = 60
const FEW = 100
const HOUR = 3_600_000
const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})
const now = new Date()
const { id: workspace_id } = await insertWorkspace(db, { name: 'Large', plan: 'unlimited' }, now)
const account_id = await plant(workspace_id, POSTS)
for (let other = 0; other < OTHERS; other++) {
  const { id } = await insertWorkspace(db, { name: 'Small', plan: 'unlimited' }, now)
  await plant(id, FEW)
}
await sql`vacuum analyze posts, deliveries, accounts`.execute(db)
const scope = { db, workspace_id }
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()

test('what keeps an account is found by as many of its posts as the platform takes a day', async () => {
  const a_day = 17
  const { text, values } = holdsFor({ workspace_id }, [account_id], { x: a_day }, now)
  // As a statement that has been asked a few times.
  await sql`set plan_cache_mode = force_generic_plan`.execute(db)
  await sql.raw(`prepare asked as ${text}`).execute(db)
  const given = sql.join(values.map((value) => sql.lit(toWire(value))))
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (analyze, buffers, format json) execute asked(${given})`.execute(db)
  await sql`set plan_cache_mode = auto`.execute(db)
  const [{ Plan: plan }] = z.tuple([Explained]).parse(rows[0]?.['QUERY PLAN'])
  assert.ok(mostRead(plan) <= a_day, JSON.stringify(plan, null, 2))
})

const reads: Record<string, () => Promise<unknown[]>> = {
  'the posts of each day': async () => {
    const days = { from: ago(48).slice(0, 10), to: now.toISOString().slice(0, 10) }
    return countPublished(scope, [account_id], days, 'UTC')
  },
  'the days of a calendar': async () => {
    const { told } = await listPlannedDays(
      scope,
      {},
      { starts: [ago(48), ago(24), ago(0)], most: 3 },
    )
    return told
  },
}

for (const [name, read] of Object.entries(reads))
  test(`${name} are read a few times at the most`, async () => {
    const kept = await prepared()
    // The sixth time a statement may be planned for any values.
    for (let time = 0; time < 6; time++) assert.ok((await read()).length)
    assert.equal(await prepared(), kept, 'it is planned by its values')
    const before = await readSoFar()
    await read()
    const rows = (await readSoFar()) - before
    assert.ok(rows < 4 * POSTS, `${rows} rows`)
  })

/** Statements that this connection keeps the plans of. */
async function prepared() {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from pg_prepared_statements`.execute(db)
  return Number(rows[0]?.n)
}

/** Rows of both tables that were looked at, by whatever way. */
async function readSoFar() {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('posts', 'deliveries'))::bigint
      + (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('posts', 'deliveries'))::bigint as n`.execute(
    db,
  )
  return Number(rows[0]?.n)
}

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: Node[] | undefined
}

const Step: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(Step).optional(),
  }),
)
const Explained = z.object({ Plan: Step })

/** Of all steps of the plan, rows that one of them looked at. */
function mostRead(node: Node): number {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return Math.max(read, ...(node.Plans ?? []).map(mostRead))
}

/** The first are out, one a minute, all others late. Answers their account. */
async function plant(id: number, count: number) {
  const account = await newAccount({ db }, id)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with made as (
        insert into posts (workspace_id, content, platform_options, platform_content, status, scheduled_at, published_at, created_via,
          created_by, created_at, updated_at)
        select ${id}, 'Post ' || i, '{}', '[]', case when i <= ${OUT} then 'published' else 'scheduled' end, at, case when i <= ${OUT} then at end,
          'rest', 'key:1', at, at
        from (select i, ${now}::timestamptz - i * interval '1 minute' as at from generate_series(1, ${count}::int) i) made
        returning id, published_at)
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, published_at, due_at)
      select ${id}, id, 0, ${account.id}, 'x', true, case when published_at is null then 'pending' else 'published' end, published_at,
        case when published_at is null then ${now}::timestamptz - interval '1 hour' end
      from made`.execute(tx)
  })
  return account.id
}
