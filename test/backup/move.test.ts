/** Moving a database: what stands in the way of it, and what is left when it does not come to its end. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { move, type MoveOptions, reopen } from '#backup/move.ts'
import { connect } from '#database/connect.ts'
import { calendarId, noteCalendarId } from '#store/calendars.ts'
import { closeInstance } from '#store/instance.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { newAccount } from '../surfaces/kit.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { NOW, options, stateOf, write } from './moving.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const source = await filled()

test('what is broken off leaves the old one at work and the new one empty', async () => {
  await using target = await testDatabase()
  const abort = new AbortController()
  const moving = move(source.config, target.config, {
    ...options({ signal: abort.signal }),
    say: () => abort.abort(new Error('enough')),
  })
  await assert.rejects(moving, /enough/)
  assert.equal(await stateOf(source.config), undefined)
  assert.equal(await rowsOf(target.config, 'accounts'), 0)
  await write(source.config)
})

test('a move that was killed is reopened, or done once more', async () => {
  await using target = await testDatabase()
  const killed = await filled()
  await close(killed.config, 'moving')
  await close(target.config, 'moving')
  assert.equal(await reopen(killed.config, NOW), true)
  assert.equal(await reopen(killed.config, NOW), false)
  await write(killed.config)

  await close(killed.config, 'moving')
  const { rows } = await move(killed.config, target.config, options())
  assert.ok(rows > 2)
  assert.equal(await stateOf(target.config), undefined)
  assert.equal(await rowsOf(target.config, 'accounts'), 2)
  await assert.rejects(write(killed.config), /read-only/)
  // Killed behind the very last step of the old one.
  await close(target.config, 'moving')
  assert.equal((await move(killed.config, target.config, options())).rows, 0)
  assert.equal(await stateOf(target.config), undefined)
  await assert.rejects(
    move(killed.config, target.config, options({ target_name: 'postgres://third/crier' })),
    /was moved to postgres:\/\/other\/crier already/,
  )
})

test('numbers go on where they were, and events of calendars keep theirs', async () => {
  const from = await filled()
  await using target = await testDatabase()
  const { db } = stack.use(connect(from.config, { max: 1, name: 'test' }))
  await db.deleteFrom('accounts').execute()
  await noteCalendarId(db, undefined)
  await move(from.config, target.config, options())
  await using there = connect(target.config, { max: 1, name: 'test' })
  const { id } = await newAccount({ db: there.db }, from.workspace_id)
  assert.equal(id, from.last + 1)
  assert.ok(await calendarId(db))
  assert.equal(await calendarId(there.db), await calendarId(db))
})

const refusals: [string, (target: TestDatabase) => Promise<unknown>, RegExp][] = [
  ['itself', async () => move(source.config, source.config, options()), /works with already/],
  [
    'one that is not empty',
    async () => move(source.config, (await filled()).config, options()),
    /The other database: This instance is not empty: it has accounts/,
  ],
  [
    'what is sealed with another key',
    async ({ config }) => move(source.config, config, options({ isOurs: async () => false })),
    /SECRET_KEY is not the one/,
  ],
  [
    'one that another instance was moved away from',
    async ({ config }) => {
      await close(config, 'moved')
      const own = await nameOf(source.config)
      const isOurs: MoveOptions['isOurs'] = async (db) => (await currentOf(db)) === own
      return move(source.config, config, options({ isOurs }))
    },
    /holds another instance/,
  ],
]
const MIGRATIONS: [string, string, RegExp][] = [
  [
    'one that this version has not changed yet',
    `delete from kysely_migration where name = '0077-closed'`,
    /start this version once first, then move it \(missing: 0077-closed\)/,
  ],
  [
    'one that a newer version has changed',
    `insert into kysely_migration values ('9999-future', now())`,
    /changed by a newer version: .*unknown here: 9999-future/,
  ],
]
for (const [what, change, words] of MIGRATIONS)
  test(`it refuses to move ${what}, and the old one works on`, async () => {
    const older = await filled()
    await using target = await testDatabase()
    const { db } = stack.use(connect(older.config, { max: 1, name: 'test' }))
    await sql.raw(change).execute(db)
    await assert.rejects(move(older.config, target.config, options()), {
      name: 'BackupError',
      message: words,
    })
    assert.equal(await stateOf(older.config), undefined)
    assert.equal(await rowsOf(target.config, 'accounts'), 0)
    await write(older.config)
  })

for (const [what, run, words] of refusals)
  test(`it refuses ${what}, and works on`, async () => {
    await using target = await testDatabase()
    await assert.rejects(run(target), words)
    assert.equal(await stateOf(source.config), undefined)
    await write(source.config)
  })

async function filled() {
  const database = stack.use(await testDatabase())
  await using connected = connect(database.config, { max: 1, name: 'test' })
  const { db } = connected
  const { id: workspace_id } = await insertWorkspace(db, { name: 'Ünï', plan: 'free' }, NOW)
  await newAccount({ db }, workspace_id)
  const { id: last } = await newAccount({ db }, workspace_id)
  return { config: database.config, workspace_id, last }
}

async function close(config: pg.PoolConfig, as: 'moving' | 'moved') {
  await using connected = connect(config, { max: 1, name: 'test' })
  await closeInstance(connected.db, as, { now: NOW })
}

async function rowsOf(config: pg.PoolConfig, table: 'accounts') {
  await using connected = connect(config, { max: 1, name: 'test' })
  return (await connected.db.selectFrom(table).select('id').execute()).length
}

async function nameOf(config: pg.PoolConfig) {
  await using connected = connect(config, { max: 1, name: 'test' })
  return await currentOf(connected.db)
}

async function currentOf(db: ReturnType<typeof connect>['db']) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name
}
