/** A service that starts between the look whether there is one and the restore itself: the restore refuses, or it is held. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { requireSame, settleInstance } from '#app/instance.ts'
import { backup } from '#backup/backup.ts'
import { checkBackup, refusalOf, restore } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { readConfig } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { manifests } from '#platforms/catalog.ts'
import { headOf } from '#store/events.ts'
import { heldSince } from '#store/instance.ts'
import { testDatabase } from '../database.ts'
import { openService } from '../service.ts'

const version = '0.1.0'
const SECRET_KEY = 'beside-beside-beside-beside-beside'

test('a restore beside which a service came up is taken back', async () => {
  // It stands for one that came up empty just behind the first look.
  await using service = await openService()
  await using place = await folder()
  const file = join(place.path, 'one.backup')
  const blobs = diskBlobs(join(place.path, 'blobs'))
  await backup(service.database, blobs, file, { version, now: new Date() })
  const before = await headOf(service.db)
  await using client = await clientOf(service.database)
  const about = await checkBackup(file, version)
  await assert.rejects(restore(client.pg, blobs, file, about, new Date()), {
    name: 'BackupError',
    message: /A service works with this database/,
  })
  assert.equal(await heldSince(service.db), undefined)
  assert.deepEqual(await headOf(service.db), before)
  assert.deepEqual(await readdir(join(place.path, 'blobs')).catch(() => []), [])
})

test('a service is seen from the moment it asks whose database this is', async () => {
  await using database = await testDatabase()
  await using client = await clientOf(database.config)
  assert.equal(await refusalOf(client.pg), undefined)
  await using starting = connect(database.config, { max: 1, name: 'crier-instance' })
  await heldSince(starting.db)
  assert.match((await refusalOf(client.pg)) ?? '', /A service works with this database/)
})

test('a service that had read what stood there before a restore does not start', async () => {
  await using database = await testDatabase()
  await using place = await folder()
  const file = join(place.path, 'one.backup')
  const blobs = diskBlobs(join(place.path, 'blobs'))
  const config = readConfig(manifests, { SECRET_KEY, DATA_DIR: place.path })
  const settled = await settleInstance(database.config, config, {
    home: undefined,
    now: new Date(),
  })
  assert.equal(settled.held, false)
  await using connected = connect(database.config, { max: 1, name: 'test' })
  await requireSame(connected.db, settled)
  await backup(database.config, blobs, file, { version, now: new Date() })
  await using client = await clientOf(database.config)
  await restore(client.pg, blobs, file, await checkBackup(file, version), new Date())
  await assert.rejects(requireSame(connected.db, settled), {
    name: 'StartError',
    message: /brought back into this database just now/,
  })
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'crier-beside-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function clientOf(config: pg.PoolConfig) {
  const client = new pg.Client({ ...config, application_name: 'crier-restore' })
  await client.connect()
  return { pg: client, [Symbol.asyncDispose]: () => client.end() }
}
