/** Of a new database nothing is known about its tables, and many posts are changed in it all the same: each by an index. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { lockDeliveries, setTargets } from '#store/deliveries.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount } from './kit.ts'

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})

const POSTS = 500

test('where a post goes is changed without reading where all others go', async () => {
  const now = new Date()
  const { id: workspace_id } = await insertWorkspace(db, { name: 'New', plan: 'unlimited' }, now)
  const accounts = [await newAccount({ db }, workspace_id), await newAccount({ db }, workspace_id)]
  const plans: string[] = []
  await db.transaction().execute(async (tx) => {
    // Nobody has analysed them, and in here nobody will.
    await sql`lock table posts, deliveries, attempts in share update exclusive mode`.execute(tx)
    await sql`
      insert into posts (workspace_id, content, platform_options, platform_content, status, created_via, created_by, created_at, updated_at)
      select ${workspace_id}, 'Post ' || i, '{}', '[]', 'draft', 'rest', 'key:1', ${now}, ${now} from generate_series(1, ${POSTS}) i`.execute(
      tx,
    )
    for (const { id, platform } of accounts)
      await sql`
        insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox)
        select workspace_id, id, 0, ${id}, ${platform}, true from posts where workspace_id = ${workspace_id}`.execute(
        tx,
      )
    const { id } = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirstOrThrow()
    const asked: CompiledQuery[] = []
    const spied = tx.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(tx.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const [first] = accounts
    assert.ok(first)
    const target = { account_id: first.id, platform: first.platform, sandbox: true }
    const locked = await lockDeliveries({ db: tx, workspace_id }, id)
    await setTargets({ db: spied, workspace_id }, id, [target], { due_at: null, locked })
    for (const { sql: text, parameters } of asked) {
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      )
      plans.push(rows.map((row) => z.string().parse(row['QUERY PLAN'])).join('\n'))
    }
    const left = await tx
      .selectFrom('deliveries')
      .select('account_id')
      .where('post_id', '=', id)
      .execute()
    assert.deepEqual(left, [{ account_id: first.id }])
  })
  assert.ok(plans.length > 2)
  // Neither a table as a whole, nor all of a workspace.
  const all = /Seq Scan on|Index Cond: \(workspace_id = '\d+'::bigint\)$/m
  for (const plan of plans) assert.doesNotMatch(plan, all)
})
