import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { connect } from '#database/connect.ts'
import { startNumberer } from '#events/numberer.ts'
import { eventsBehind, headOf, numberEvents, settleEpoch } from '#store/events.ts'
import { testDatabase } from '../database.ts'

const database = await testDatabase()
const { db, ...connected } = connect(database.config, { max: 4, name: 'order' })
after(async () => {
  await connected[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function plain() {
  const client = new pg.Client(database.config)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** What any transaction that changes a post does, so far as readers are concerned. */
const write = (word: string) =>
  `insert into fresh_events (workspace_id, type, actor, data) values (1, 'schedule.changed', 'crier', '{"updated_at":"${word}"}')`

async function wordsBehind(after: number) {
  const rows = await eventsBehind(db, after, 10_000)
  return rows.map(({ data }) => data['updated_at'])
}

test('what commits late is read, though its id and the number of its transaction are lower', async () => {
  await using early = await plain()
  await using late = await plain()
  await early.query('begin')
  const { rows: first } = await early.query('select pg_current_xact_id()::text as xid')
  await late.query('begin')
  await late.query(write('late, with the lower id'))
  const { rows: second } = await late.query('select pg_current_xact_id()::text as xid')
  await early.query(write('early, with the higher id'))
  // The transaction with the lower number has the higher id, and commits first.
  assert.ok(BigInt(first[0].xid) < BigInt(second[0].xid))
  await early.query('commit')

  const { seq } = await headOf(db)
  await numberEvents(db)
  assert.deepEqual(await wordsBehind(seq), ['early, with the higher id'])
  const seen = await headOf(db)
  await late.query('commit')
  await numberEvents(db)
  assert.deepEqual(await wordsBehind(seen.seq), ['late, with the lower id'])
})

test('what is rolled back never happened', async () => {
  await using client = await plain()
  const { seq } = await headOf(db)
  await client.query('begin')
  await client.query(write('rolled back'))
  await client.query('rollback')
  await client.query(write('stays'))
  await numberEvents(db)
  assert.deepEqual(await wordsBehind(seq), ['stays'])
})

test('while one process gives numbers no other does, and no reader sees a number before its commit', async () => {
  await using client = await plain()
  const { seq } = await headOf(db)
  await client.query(write('numbered by the other'))
  await client.query('begin')
  await client.query('select number_events(100)')
  await using another = await plain()
  await another.query(write('after that'))
  assert.deepEqual(await numberEvents(db), { numbered: 0, full: false })
  assert.deepEqual(await wordsBehind(seq), [])
  await client.query('commit')
  assert.equal((await numberEvents(db)).numbered, 1)
  assert.deepEqual(await wordsBehind(seq), ['numbered by the other', 'after that'])
})

test('a numberer that dies in the middle has numbered nothing', async () => {
  await using client = await plain()
  const { seq } = await headOf(db)
  const doomed = await plain()
  doomed.on('error', () => {})
  await client.query(write('survives'))
  await doomed.query('begin')
  const { rows } = await doomed.query('select number_events(100), pg_backend_pid() as pid')
  await client.query('select pg_terminate_backend($1)', [rows[0].pid])
  await until(async () => (await numberEvents(db)).numbered === 1)
  assert.deepEqual(await wordsBehind(seq), ['survives'])
})

test('an epoch ends when the database is another one, and only then', async () => {
  await sql`update event_counter set origin = ''`.execute(db)
  const { seq: first } = await headOf(db)
  await settleEpoch(db)
  const head = await headOf(db)
  assert.equal(head.seq, first, 'a new database begins where it is')
  await settleEpoch(db)
  assert.deepEqual(await headOf(db), head)
  await sql`update event_counter set origin = 'where it was dumped'`.execute(db)
  await settleEpoch(db)
  const { epoch, seq } = await headOf(db)
  assert.notEqual(epoch, head.epoch)
  assert.ok(seq > head.seq + 1_000_000, 'what was told there has other numbers')
})

/** A minute with `EVENTS_FOR=60000`. */
const FOR = Number(process.env['EVENTS_FOR'] ?? 3_000)

test('20 writers beside 5 readers and 3 numberers: every reader sees every event once, in one order', async (t) => {
  const log = { error: (about: object) => assert.fail(JSON.stringify(about)) }
  const start = (await headOf(db)).seq
  await using numberers = new AsyncDisposableStack()
  for (let n = 0; n < 3; n++) numberers.use(startNumberer(database.config, log))
  const written = new Set<string>()
  const rolledBack = new Set<string>()
  const ends = performance.now() + FOR
  let writing = true

  async function writer(name: number) {
    await using client = await plain()
    // On a busy machine until there is enough to be told of it.
    const isOver = () => performance.now() >= ends && written.size > 500 && rolledBack.size > 50
    for (let n = 0; !isOver(); n++) {
      const words = Array.from({ length: 1 + (n % 3) }, (_, each) => `${name}-${n}-${each}`)
      await client.query('begin')
      for (const word of words) {
        await client.query(write(word))
        // Some stay open far longer than others that began later.
        if (n % 7 === name % 7) await wait((name * 13) % 60)
      }
      const lost = n % 11 === 3
      await client.query(lost ? 'rollback' : 'commit')
      for (const word of words) (lost ? rolledBack : written).add(word)
    }
  }

  async function reader(limit: number) {
    const seen: { seq: number; word: string }[] = []
    let after = start
    for (;;) {
      const last = !writing
      const rows = await eventsBehind(db, after, limit)
      for (const { seq, data } of rows) seen.push({ seq, word: String(data['updated_at']) })
      after = rows.at(-1)?.seq ?? after
      if (last && !rows.length) return seen
      if (!rows.length) await wait(limit % 10)
    }
  }

  const readers = [1, 7, 50, 333, 1_000].map(reader)
  await Promise.all(Array.from({ length: 20 }, (_, name) => writer(name)))
  await until(async () => {
    const { rows } = await sql<{ left: number }>`select count(*) as left from fresh_events`.execute(
      db,
    )
    return rows[0]?.left === 0
  })
  writing = false
  const seen = await Promise.all(readers)

  t.diagnostic(`${written.size} events, ${rolledBack.size} rolled back`)
  assert.ok(written.size > 500 && rolledBack.size > 50)
  const [first = []] = seen
  assert.deepEqual(first.map(({ word }) => word).toSorted(), [...written].sort())
  for (const [index, { seq }] of first.entries()) assert.equal(seq, start + index + 1)
  for (const other of seen.slice(1)) assert.deepEqual(other, first)
  assert.ok(first.every(({ word }) => !rolledBack.has(word)))
  await inOrderOfWriters(first.map(({ word }) => word))
})

/** One writer's events keep their order. */
async function inOrderOfWriters(words: readonly string[]) {
  const byWriter = Map.groupBy(words, (word) => word.split('-')[0])
  for (const each of byWriter.values()) {
    const sorted = each.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    assert.deepEqual(each, sorted)
  }
}

async function until(true_: () => Promise<boolean>) {
  const ends = performance.now() + 60_000
  while (!(await true_())) {
    assert.ok(performance.now() < ends, 'in time')
    await wait(20)
  }
}
