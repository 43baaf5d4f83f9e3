/** The whole way, by the program's own backup and restore: a second restore looks for what the first one had looked for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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
import { seekRestored } from '#store/instance.ts'
import { SERVER_VARIABLE, testDatabase } from '../database.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3600_000
const version = '0.1.0'

test('deliveries that were looked for after one restore are looked for after the next', async () => {
  await using engine = await openEngine()
  await using target = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'crier-twice-'))
  const file = join(folder, `${randomUUID()}.backup`)
  try {
    const workspace = await engine.workspace()
    const account = await engine.connect(workspace, 'bluesky')
    const at = new Date(engine.now().getTime() + 48 * HOUR)
    const id = await engine.post(workspace, { text: 'Once', accounts: [account], at })
    // As one restore leaves it: it was looked for, was not there, and waits for its time.
    const steps = { post: { recovered: 'absent' } }
    const before = new Date(engine.now().getTime() - HOUR)
    await sql`
      update deliveries set restored_from = ${before}, restored_until = ${engine.now()}, steps = ${JSON.stringify(steps)}::jsonb
      where post_id = ${id}`.execute(engine.db)
    const { rows: named } = await sql<{ name: string }>`select current_database() as name`.execute(
      engine.db,
    )
    const server = JSON.parse(process.env[SERVER_VARIABLE] ?? '')
    const source = { ...server, database: named[0]?.name }
    engine.advance(HOUR)
    const blobs = diskBlobs(join(folder, 'blobs'))
    await backup(source, blobs, file, { version, now: engine.now() })
    engine.advance(HOUR)
    const client = new pg.Client(target.config)
    await client.connect()
    try {
      await restore(client, blobs, file, await checkBackup(file, version), engine.now())
    } finally {
      await client.end()
    }
    await using restored = connect(target.config, { max: 1, name: 'test' })
    const sought = await restored.db.transaction().execute((tx) => seekRestored(tx, engine.now()))
    assert.equal(sought, 1, 'it would be sent at its time, whoever sent it since the backup')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
