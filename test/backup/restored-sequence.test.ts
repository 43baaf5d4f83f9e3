/** Numbers by which receivers of webhooks put events in order: after a restore they do not come again for other events. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { backup } from '#backup/backup.ts'
import { checkBackup, restore } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { connect } from '#database/connect.ts'
import { headOf, numberEvents, settleEpoch } from '#store/events.ts'
import { testDatabase } from '../database.ts'
import { openEngine } from '../engine.ts'

const version = '0.1.0'

test('what is told after a restore is numbered behind all that the original told', async () => {
  await using engine = await openEngine()
  await using target = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'crier-sequence-'))
  const file = join(folder, 'one.backup')
  try {
    const workspace = await engine.workspace()
    const account = await engine.connect(workspace, 'bluesky')
    await engine.post(workspace, { text: 'First', accounts: [account] })
    await engine.run()
    await numberEvents(engine.db)
    const blobs = diskBlobs(join(folder, 'blobs'))
    await backup(engine.config, blobs, file, { version, now: engine.now() })
    // The original goes on, and tells of it.
    await engine.post(workspace, { text: 'Second', accounts: [account] })
    await engine.run()
    await numberEvents(engine.db)
    const { seq: told } = await headOf(engine.db)

    await using stack = new AsyncDisposableStack()
    const client = new pg.Client(target.config)
    await client.connect()
    stack.defer(() => client.end())
    await restore(client, blobs, file, await checkBackup(file, version), engine.now())
    await using restored = connect(target.config, { max: 1, name: 'test' })
    const { seq } = await headOf(restored.db)
    assert.ok(seq >= told, `the next event has number ${seq + 1}; ${told} was told already`)
    // The first start of a service there takes nothing for another place.
    await settleEpoch(restored.db)
    assert.equal((await headOf(restored.db)).seq, seq)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
