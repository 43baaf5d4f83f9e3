/** The backup of a copy that nobody has resumed: its original sent things before that backup was made, and the copy knows nothing of them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { backup } from '#backup/backup.ts'
import { checkBackup, restore } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { connect } from '#database/connect.ts'
import { numberEvents } from '#store/events.ts'
import { changeInstance, heldSince, lockInstance, seekRestored } from '#store/instance.ts'
import { testDatabase } from '../database.ts'
import { type Engine, openEngine } from '../engine.ts'

const HOUR = 3600_000
const version = '0.1.0'

test('the backup of a held copy is looked for from the last that happened before the copy, and a backup of that as well', async () => {
  await using engine = await openEngine()
  const { id, copied_at, held_at } = await copy(engine)
  await using first = await restored(engine, engine.config)
  assert.equal(first.held_at, held_at.toISOString())
  assert.equal(await soughtFrom(first, id), copied_at.toISOString())
  assert.equal((await lockInstance(first.db)).restored_from, copied_at.toISOString())

  // That one waits for resume as well, and has a backup of its own; its deliveries know since when.
  engine.advance(HOUR)
  await using second = await restored(engine, first.config)
  assert.equal(second.held_at, null)
  const sought = await second.db.transaction().execute((tx) => seekRestored(tx, engine.now()))
  assert.equal(sought, 1)
  assert.equal(await soughtFrom(second, id), copied_at.toISOString())
})

test('the backup of a held copy of which no event is kept is looked for from its first start', async () => {
  await using engine = await openEngine()
  const { id, held_at } = await copy(engine)
  await engine.db.deleteFrom('events').execute()
  await using target = await restored(engine, engine.config)
  assert.equal(await soughtFrom(target, id), held_at.toISOString())
})

test('the backup of an instance that publishes tells of no hold', async () => {
  await using engine = await openEngine()
  const { id } = await copy(engine)
  await changeInstance(engine.db, { held_at: null })
  await using target = await restored(engine, engine.config)
  assert.equal(target.held_at, null)
  assert.equal(await soughtFrom(target, id), target.taken_at)
  assert.ok(await heldSince(target.db))
})

/** Of an original that works on: started an hour after it was made, and held for five since. */
async function copy(engine: Engine) {
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'bluesky')
  const copied_at = engine.now()
  const at = new Date(copied_at.getTime() + 2 * HOUR)
  const id = await engine.post(workspace, { text: 'Once', accounts: [account], at })
  await numberEvents(engine.db)
  await sql`update events set at = ${copied_at}`.execute(engine.db)
  engine.advance(HOUR)
  const held_at = engine.now()
  await changeInstance(engine.db, { held_at })
  // It takes posts meanwhile, and tells of them.
  engine.advance(4 * HOUR)
  await engine.post(workspace, { text: 'Taken meanwhile', accounts: [] })
  await numberEvents(engine.db)
  await sql`update events set at = ${engine.now()} where at <> ${copied_at}`.execute(engine.db)
  engine.advance(HOUR)
  return { id, copied_at, held_at }
}

/** Another instance, of the backup of this one that is made now. */
async function restored(engine: Engine, config: pg.PoolConfig) {
  await using stack = new AsyncDisposableStack()
  const target = stack.use(await testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'crier-copied-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [file, blobs] = [join(folder, 'one.backup'), diskBlobs(join(folder, 'blobs'))]
  await backup(config, blobs, file, { version, now: engine.now() })
  engine.advance(HOUR)
  const about = await checkBackup(file, version)
  const client = new pg.Client(target.config)
  await client.connect()
  try {
    await restore(client, blobs, file, about, engine.now())
  } finally {
    await client.end()
  }
  const { db } = stack.use(connect(target.config, { max: 1, name: 'test' }))
  const { held_at, taken_at } = about
  const owned = stack.move()
  const dispose = () => owned.disposeAsync()
  return { db, config: target.config, held_at, taken_at, [Symbol.asyncDispose]: dispose }
}

async function soughtFrom({ db }: Pick<Engine, 'db'>, id: number) {
  const delivery = await db
    .selectFrom('deliveries')
    .select('restored_from')
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow()
  return delivery.restored_from
}
