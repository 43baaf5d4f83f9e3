/** A database behind DATABASE_URL that was restored from a dump, or copied by its server, is told from the one that it was. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { connect } from '#database/connect.ts'
import { headOf } from '#store/events.ts'
import { heldSince } from '#store/instance.ts'
import { testDatabase } from '../database.ts'
import { openEngine } from '../engine.ts'
import { configOf, settledOn } from '../secret-key/kit.ts'
import { debianPostgres } from './debian-postgres.ts'

const config = configOf({ SECRET_KEY: 'dumped-dumped-dumped-dumped-dumped' })

/** As at a start; answers whether publishing is held. */
const start = async (database: pg.PoolConfig) => (await settledOn(database, config)).held

async function run(database: pg.PoolConfig, ...statements: string[]) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('a database that its server copied holds publishing, and looks for what the original may have sent', async () => {
  await using engine = await openEngine()
  assert.equal(await start(engine.config), false)
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const at = new Date(engine.now().getTime() + 3600_000)
  await engine.post(workspace, { text: 'For later', accounts: [account], at })
  const name = `crier_copy_${randomUUID().replaceAll('-', '')}`
  const copy = { ...engine.config, database: name }
  const root = { ...engine.config, database: 'postgres' }
  await engine.db.destroy()
  await run(root, `create database ${name} template ${engine.config.database}`)
  try {
    assert.equal(await start(copy), true)
    await using there = connect(copy, { max: 1, name: 'test' })
    assert.ok(await heldSince(there.db))
    const [row] = await there.db.selectFrom('deliveries').select('restored_from').execute()
    assert.ok(row?.restored_from)
    const { epoch } = await headOf(there.db)
    assert.equal(await start(copy), true, 'until it is resumed')
    await there.db.updateTable('instance').set({ held_at: null }).execute()
    assert.equal(await start(copy), false, 'it is itself from then on')
    assert.equal((await headOf(there.db)).epoch, epoch)
  } finally {
    await run(root, `drop database ${name} with (force)`)
  }
  assert.equal(await start(engine.config), false, 'the original is what it was')
})

test('what keeps a database in order makes no copy of it', async () => {
  await using database = await testDatabase()
  assert.equal(await start(database.config), false)
  assert.equal(await start(database.config), false)
  await run(
    database.config,
    'vacuum (full, freeze) database_mark',
    'reindex table database_mark',
    // As pg_repack does: every row is written once more.
    'update database_mark set one = one',
    // As an upgrade of the server does, or a server that another one was promoted in the place of.
    `update event_counter set origin = 'elsewhere'`,
  )
  assert.equal(await start(database.config), false)
})

test('an instance of an older version is no copy at its first start with this one', async () => {
  await using database = await testDatabase()
  await start(database.config)
  await run(database.config, 'delete from database_mark')
  assert.equal(await start(database.config), false)
})

const exec = promisify(execFile)

test(
  'a dump that is restored on another server, or once more on a third, holds; a restart of the server does not',
  { skip: process.env['POSTGRES'] === undefined && 'POSTGRES=1 starts servers of Debian' },
  async () => {
    await using first = await debianPostgres()
    assert.equal(await start(first.config), false)
    await using second = await debianPostgres()
    await dumped(first, second)
    assert.equal(await start(second.config), true)
    await run(second.config, 'update instance set held_at = null')
    await using third = await debianPostgres()
    await dumped(second, third)
    // Two new servers number what a dump brings alike.
    const [two, three] = [await markOf(second.config), await markOf(third.config)]
    assert.deepEqual([three.database, three.relation], [two.database, two.relation])
    assert.equal(await start(third.config), true)
    await run(third.config, 'update instance set held_at = null')
    // Over what is there.
    await dumped(first, third, ['--clean'])
    assert.equal(await start(third.config), true)
    assert.equal(await start(first.config), false)
  },
)

type Server = Awaited<ReturnType<typeof debianPostgres>>

async function dumped(from: Server, to: Server, flags: readonly string[] = []) {
  const file = `${to.config.host}/one.dump`
  const at = ({ config: { host, user, database } }: Server) => [
    `--dbname=host=${String(host)} user=${String(user)} dbname=${String(database)}`,
  ]
  await exec(`${from.programs}/pg_dump`, ['-Fc', '-f', file, ...at(from)])
  await exec(`${to.programs}/pg_restore`, [...flags, ...at(to), file])
}

async function markOf(database: pg.PoolConfig) {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ database: string; relation: string }>(
    `select (select oid::text from pg_database where datname = current_database()) as database,
      'database_mark'::regclass::oid::text as relation`,
  )
  await client.end()
  return rows[0] ?? assert.fail()
}
