/** A move of a database under way, and somebody else who moves or reopens the same one. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { move, reopen } from '#backup/move.ts'
import { connect } from '#database/connect.ts'
import { closeInstance } from '#store/instance.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { newAccount } from '../surfaces/kit.ts'
import { testDatabase } from '../database.ts'
import { NOW, options, stateOf, write } from './moving.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())

const BESIDE = /Another command moves this database.*pg_terminate_backend\(\d+\)/

test('nobody reopens a database, or moves it elsewhere, while a move of it goes on', async () => {
  const { source, target, moving, release } = await halfMoved()
  await using third = await testDatabase()
  const other = options({ target_name: 'postgres://third/crier' })
  await assert.rejects(reopen(source, NOW), BESIDE)
  await assert.rejects(move(source, third.config, other), BESIDE)
  assert.equal(await stateOf(source), 'moving')
  await assert.rejects(write(source), /read-only/)
  await release()
  assert.ok(!((await moving) instanceof Error))
  assert.equal(await stateOf(source), 'moved')
  assert.equal(await stateOf(target), undefined)
})

test('two databases are not moved into one', async () => {
  const { target, moving, release } = await halfMoved()
  const { source: other } = await filled()
  await assert.rejects(move(other, target, options()), BESIDE)
  assert.equal(await stateOf(other), undefined)
  await write(other)
  await release()
  assert.ok(!((await moving) instanceof Error))
})

test('a move whose connection was ended, and whose database was opened again, opens no other', async () => {
  const { source, target, moving, release } = await halfMoved()
  const refused = await reopen(source, NOW).then(
    () => '',
    (error: unknown) => String(error),
  )
  // As whoever believes it dead is told to.
  await endConnection(source, Number(/\((\d+)\)/.exec(refused)?.[1]))
  assert.equal(await reopen(source, NOW), true)
  await write(source)
  await release()
  assert.ok((await moving) instanceof Error)
  assert.equal(await stateOf(source), undefined)
  await write(source)
  assert.equal(await workspacesIn(target), 0)
})

test('what ends a move, or opens after it, does so of that one alone', async () => {
  const { source } = await filled()
  await using connected = connect(source, { max: 1, name: 'test' })
  const { db } = connected
  const [since, later] = [NOW.toISOString(), new Date(NOW.getTime() + 1).toISOString()]
  await closeInstance(db, 'moving', { now: new Date(later) })
  for (const from of [{ as: 'moving', since } as const, 'open' as const]) {
    assert.equal(await closeInstance(db, 'moved', { now: NOW, from }), false)
    assert.equal(await closeInstance(db, undefined, { now: NOW, from }), false)
  }
  assert.equal(await stateOf(source), 'moving')
  assert.equal(
    await closeInstance(db, 'moved', { now: NOW, from: { as: 'moving', since: later } }),
    true,
  )
})

/** A move that has begun to copy, and waits for a lock on the other side. */
async function halfMoved() {
  const { source } = await filled()
  const { config: target } = stack.use(await testDatabase())
  const blocker = new pg.Client({ ...target, application_name: 'test-blocker' })
  await blocker.connect()
  stack.defer(() => blocker.end())
  await blocker.query('begin; lock table accounts in access share mode')
  const moving = move(source, target, options()).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  for (;;) {
    const { rows } = await blocker.query(
      `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length) break
    await pause(20)
  }
  return { source, target, moving, release: async () => blocker.query('rollback') }
}

async function filled() {
  const { config: source } = stack.use(await testDatabase())
  await using connected = connect(source, { max: 1, name: 'test' })
  const { id } = await insertWorkspace(connected.db, { name: 'Before', plan: 'free' }, NOW)
  await newAccount(connected, id)
  return { source }
}

async function endConnection(config: pg.PoolConfig, pid: number) {
  await using connected = connect(config, { max: 1, name: 'test' })
  await sql`select pg_terminate_backend(${pid}::int, 5000)`.execute(connected.db)
}

async function workspacesIn(config: pg.PoolConfig) {
  await using connected = connect(config, { max: 1, name: 'test' })
  return (await connected.db.selectFrom('workspaces').select('id').execute()).length
}
