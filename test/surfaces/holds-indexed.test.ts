/** A page asks what keeps the accounts of its own posts: how many posts of anybody are due soon must not matter. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { holdsFor } from '#store/holds.ts'
import { accountsDueIn } from '#store/posts.ts'
import { written } from '#store/trip.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount } from './kit.ts'

const POSTS = 5000
/** Beside it, with few posts each: of an average workspace everything is near at hand. */
const OTHERS = 60
const FEW = 100
const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})

test('what a page waits for is found post by post', async () => {
  const now = new Date()
  const { id: workspace_id } = await insertWorkspace(db, { name: 'Late', plan: 'unlimited' }, now)
  await plant(workspace_id, POSTS, sql`case when n > 1000 then now() - interval '1 hour' end`)
  for (let other = 0; other < OTHERS; other++) {
    const { id } = await insertWorkspace(db, { name: 'Later', plan: 'unlimited' }, now)
    await plant(id, FEW, sql`timestamptz '2999-01-01'`)
  }
  await sql`vacuum analyze posts, deliveries, accounts`.execute(db)

  const by = { sort: 'created_at', order: 'desc' } as const
  const window = { limit: 21, offset: 0 }
  const accounts = accountsDueIn({ db, workspace_id }, {}, window, { by, before: now })
  assert.ok(accounts)
  const { text, values } = holdsFor({ workspace_id }, accounts, { x: 2400 }, now)
  // As a statement that is prepared and has been asked a few times: planned for any workspace.
  await sql`set plan_cache_mode = force_generic_plan`.execute(db)
  await sql.raw(`prepare asked as ${text}`).execute(db)
  const given = sql.join(values.map((value) => sql.lit(written(value))))
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (analyze, buffers, format json) execute asked(${given})`.execute(db)
  const [{ Plan: plan }] = z.tuple([Explained]).parse(rows[0]?.['QUERY PLAN'])
  assert.ok(mostRead(plan) <= window.limit, JSON.stringify(plan, null, 2))
})

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

async function plant(workspace_id: number, count: number, due_at: ReturnType<typeof sql>) {
  const { id } = await newAccount({ db }, workspace_id)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with made as (
        insert into posts (workspace_id, content, platform_options, platform_content, status, created_via, created_by, created_at, updated_at)
        select ${workspace_id}, 'Post ' || i, '{}', '[]', 'scheduled', 'rest', 'key:1', now() - i * interval '1 minute', now()
        from generate_series(1, ${count}::int) i returning id)
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at)
      select ${workspace_id}, id, 0, ${id}, 'x', true, ${due_at} from (select id, row_number() over (order by id) as n from made) m`.execute(
      tx,
    )
  })
}
