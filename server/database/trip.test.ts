import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { isRefusal, type Statement } from '#store/trip.ts'
import { testDatabase } from '../../test/database.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const database = stack.use(await testDatabase())
/** One connection, so that every test goes on with what the one before left of it. */
const { db, trip } = stack.use(connect(database.config, { max: 1, name: 'trips' }))
const other = stack.use(connect(database.config, { max: 2, name: 'others' }))
await sql`create table kept (id integer primary key, word text)`.execute(db)

const keep = (id: number, word: string | null = null): Statement => ({
  text: 'insert into kept (id, word) values ($1, $2)',
  values: [id, word],
})
const all: Statement<{ id: number; word: string | null }> = {
  text: 'select id, word from kept order by id',
  values: [],
}
const refused: Statement = { text: `select refuse('a test')`, values: [] }
const everything = async () => (await trip([all]))[0]
const empty = () => sql`delete from kept`.execute(db)

test('statements of a trip see what those before them wrote, and all are kept', async () => {
  const [, seen, , rest] = await trip([keep(1, 'one'), all, keep(2), all])
  assert.deepEqual(seen, [{ id: 1, word: 'one' }])
  assert.deepEqual(rest, [
    { id: 1, word: 'one' },
    { id: 2, word: null },
  ])
  assert.deepEqual(await everything(), rest)
})

test('values come back as any other query reads them', async () => {
  const at = new Date('2026-11-20T09:00:00.123Z')
  const [[row]] = await trip([
    {
      text: `select $1::bigint as id, $2::timestamptz as at, $3::bytea as bytes, $4::bigint[] as ids, $5::text as none,
        $6::boolean as yes, $7::jsonb as json, $8::text as text, 1.5::float8 as part`,
      values: [2 ** 40, at, Buffer.from([0, 1, 255]), [3, 1], null, true, '{"a":[1]}', 'ä\n"\\'],
    },
  ])
  assert.deepEqual(row, {
    id: 2 ** 40,
    at: at.toISOString(),
    bytes: Buffer.from([0, 1, 255]),
    ids: [3, 1].map(String),
    none: null,
    yes: true,
    json: { a: [1] },
    text: 'ä\n"\\',
    part: 1.5,
  })
})

test('a refusal undoes the whole trip, however often, and the connection goes on', async () => {
  await empty()
  for (let round = 0; round < 3; round++) {
    const more = { text: `select ${round} as round`, values: [] }
    await assert.rejects(trip([keep(1), refused, more, keep(2)]), isRefusal)
    assert.deepEqual(await everything(), [])
  }
  await trip([keep(1), keep(2)])
  assert.equal((await everything()).length, 2)
})

test('what the database says no to undoes the whole trip', async () => {
  await empty()
  await assert.rejects(trip([keep(7), keep(7)]), { code: '23505' })
  assert.deepEqual(await everything(), [])
})

test('after a wait a statement sees what was committed meanwhile', async () => {
  await empty()
  await trip([keep(1, 'before')])
  let sent: Promise<unknown> | undefined
  await other.db.transaction().execute(async (tx) => {
    await sql`update kept set word = 'meanwhile'`.execute(tx)
    sent = trip([{ text: 'select from kept where id = 1 for update', values: [] }, all])
    await waiting()
  })
  const rows = await sent
  assert.deepEqual(Array.isArray(rows) && rows[1], [{ id: 1, word: 'meanwhile' }])
})

test('a connection that is cut off in the middle keeps nothing, and the next trip goes on', async () => {
  await empty()
  await other.db.transaction().execute(async (tx) => {
    await sql`insert into kept (id) values (9)`.execute(tx)
    const sent = trip([keep(1), keep(9)])
    const failed = assert.rejects(sent)
    const pid = await waiting()
    await sql`select pg_terminate_backend(${pid})`.execute(other.db)
    await failed
    await sql`delete from kept`.execute(tx)
  })
  assert.deepEqual(await everything(), [])
  await trip([keep(1)])
  assert.equal((await everything()).length, 1)
})

test('a trip and a transaction on the same connection take turns', async () => {
  await empty()
  let sent: Promise<unknown> | undefined
  const undone = db.transaction().execute(async (tx) => {
    await sql`insert into kept (id) values (1)`.execute(tx)
    sent = trip([keep(2)])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await sent
  assert.deepEqual(
    (await everything()).map(({ id }) => id),
    [2],
  )
})

/** Resolves with the process of the trip that waits for a lock. */
async function waiting(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'trips' and wait_event_type = 'Lock'`.execute(
      other.db,
    )
    const [found] = rows
    if (found) return found.pid
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
