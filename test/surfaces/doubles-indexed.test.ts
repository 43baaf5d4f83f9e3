/** An equal post is found by its words, also in tables that grew faster than PostgreSQL could look at them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { connect } from '#database/connect.ts'
import { doubleFor } from '#store/doubles.ts'
import type { Schema } from '#store/schema.ts'
import { toWire } from '#store/trip.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'
import { newAccount } from './kit.ts'

const POSTS = 3_000
/** A page is 8 kB. All posts are on more than a hundred, and their indexes on more. */
const PAGES = 60

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})

async function grow(at: Kysely<Schema>) {
  for (const table of ['posts', 'deliveries'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(at)
  const now = new Date()
  const { id } = await insertWorkspace(at, { name: 'Grown', plan: 'unlimited' }, now)
  const account = await newAccount({ db: at }, id, 'x')
  await sql`
    with made as (
      insert into posts (workspace_id, content, platform_options, platform_content, status, scheduled_at, created_via, created_by, created_at, updated_at)
      select ${id}, 'Words ' || i, '{}', '[]', 'scheduled', '2999-01-01T09:00:00Z', 'rest', 'key:1', ${now}, ${now} from generate_series(1, ${POSTS}) i
      returning id
    )
    insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at)
    select ${id}, made.id, 0, ${account.id}, 'x', true, '2999-01-01T09:00:00Z' from made`.execute(
    at,
  )
  return { workspace_id: id, account_id: account.id }
}

interface Read {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

test('who makes a post in a workspace that has just got thousands waits for none of them', async () => {
  const { workspace_id, account_id } = await grow(db)
  const { text, values } = doubleFor(
    { workspace_id },
    {
      content: 'Words of nobody',
      account_ids: [account_id],
      media_ids: [],
      scheduled_at: '2999-01-01T09:00:00Z',
    },
    { hours: 24, now: new Date() },
  )
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    const types = 'bigint, text, timestamptz, timestamptz, int, bigint[], bigint[], bigint[]'
    await client.query(`prepare sought (${types}) as ${text}`)
    const given = values.map((value) => {
      const one = toWire(value)
      return typeof one === 'string' ? client.escapeLiteral(one) : 'null'
    })
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Read }] }>(
        `explain (analyze, buffers, format json) execute sought (${given.join(', ')})`,
      )
      const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? assert.fail()
      const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      assert.ok(pages < PAGES, `${mode}: ${pages} pages`)
    }
  } finally {
    await client.end()
  }
})
