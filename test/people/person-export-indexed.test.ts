/** What a person did is found among the events of everybody without a look at those of others. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { deedsAfter, deedsOf } from '#store/person-export.ts'
import { testDatabase } from '../database.ts'

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})

/** A page is 8 kB. All events are on more than a thousand. */
const [EVENTS, PAGES] = [60_000, 90]

interface Read {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

test('an export reads the events of its person, whoever else did much more', async () => {
  await sql`alter table events set (autovacuum_enabled = false)`.execute(db)
  await sql`
    insert into events (seq, workspace_id, uuid, type, actor, data, at)
    select i, 1 + i % 7, gen_random_uuid(), 'post.created', case when i % 600 = 0 then 'person:1'
      when i % 600 = 1 then 'person:10' when i % 3 = 0 then 'person:2' else 'key:1' end, '{"text": "of an event"}', now()
    from generate_series(1, ${EVENTS}) i`.execute(db)
  const own: number[] = []
  for await (const rows of deedsOf(db, 1)) own.push(...rows.map(({ seq }) => seq))
  assert.deepEqual(
    own,
    Array.from({ length: 100 }, (_, index) => 600 * (index + 1)),
  )
  // Before anybody has looked at the table, and afterwards.
  for (const looked of [false, true]) {
    if (looked) await sql`analyze events`.execute(db)
    for (const [person, after_seq] of [
      [1, 0],
      [1, EVENTS / 2],
      [2, EVENTS - 3_000],
    ] as const) {
      const query = deedsAfter(db, person, after_seq).compile()
      const asked = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Read }] }>({
        ...query,
        sql: `explain (analyze, buffers, format json) ${query.sql}`,
      })
      const [{ Plan }] = asked.rows[0]?.['QUERY PLAN'] ?? assert.fail()
      const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      // A row of person 1 is alone on its page; a thousand of person 2 lie on forty.
      const most = person === 1 ? 100 + 20 : PAGES
      assert.ok(pages <= most, `${looked}: person ${person} after ${after_seq}: ${pages} pages`)
      if (person === 1) assert.match(JSON.stringify(Plan), /events_by_person/)
    }
  }
})
