/** Other posts of an account that may be what a look shows are found without reading what the account published before. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { rivalsQuery } from '#store/receipts.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { newAccount } from '../surfaces/kit.ts'
import { testDatabase } from '../database.ts'

const PUBLISHED = 6_000
/** A page is 8 kB. What was published fills more than a thousand. */
const PAGES = 100

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})

test('rivals of a step are read from indexes, however much the account has published', async () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const { id } = await insertWorkspace(db, { name: 'Busy', plan: 'unlimited' }, now)
  const account = await newAccount({ db }, id, 'linkedin')
  await sql`
    with made as (
      insert into posts (workspace_id, content, platform_options, platform_content, status, scheduled_at, created_via, created_by, created_at, updated_at)
      select ${id}, 'Words ' || i, '{}', '[]', 'published', ${now}, 'rest', 'key:1', ${now}, ${now} from generate_series(1, ${PUBLISHED}) i
      returning id
    )
    insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at, status, published_at, platform_post_id, steps)
    select ${id}, made.id, 0, ${account.id}, 'linkedin', true, ${now}, 'published',
      ${now}::timestamptz - interval '1 day' - made.id * interval '1 minute', 'urn:li:share:' || made.id,
      jsonb_build_object('post', jsonb_build_object('proof', 'words', 'sends', repeat('x', 900))) from made`.execute(
    db,
  )
  const row = await db
    .selectFrom('accounts')
    .select(['platform', 'sandbox', 'platform_account_id'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const query = rivalsQuery(row, { workspace_id: id, delivery_id: 1 }, now)
  const { sql: text, parameters } = query.compile(db)
  await sql`analyze posts, deliveries`.execute(db)
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Read }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
  )
  const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? assert.fail()
  const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  assert.ok(pages < PAGES, `${pages} pages`)
})

interface Read {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}
