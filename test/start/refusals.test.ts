/** Whatever stands in the way of a start is said in a sentence, and never with a stack. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '#config/config.ts'
import { StartError } from '#database/start-error.ts'
import { manifests } from '#platforms/catalog.ts'
import { start } from '#app/start.ts'
import { openService } from '../service.ts'
import { crier, launch, scratch } from './kit.ts'
import { freePort } from '../free-port.ts'

async function refused(environment: Record<string, string>, words: RegExp, user?: number) {
  await using service = await launch(environment, user)
  assert.equal(service.code, 1, service.said)
  assert.match(service.said, words)
  assert.doesNotMatch(service.said, /\n    at /)
}

test('an address at which no database answers is said to be that', async () => {
  await using place = await scratch()
  const port = await freePort()
  const DATABASE_URL = `postgresql://crier@127.0.0.1:${port}/crier`
  const words = new RegExp(`DATABASE_URL \\(127.0.0.1:${port}\\) cannot be used: .*ECONNREFUSED`)
  await refused({ DATA_DIR: place.folder, DATABASE_URL }, words)
})

test('a DATA_DIR that cannot be one is named, by the service and by a command', async () => {
  await using place = await scratch()
  const file = join(place.folder, 'file')
  await writeFile(file, '')
  await refused(
    { DATA_DIR: join(file, 'data') },
    /file.* cannot be made: a part of its path is a file/,
  )
  await refused({ DATA_DIR: file }, /file/)
  const { code, said } = await crier(['key', 'list'], { DATA_DIR: join(file, 'data') })
  assert.equal(code, 1)
  assert.doesNotMatch(said, /\n    at /)
})

test('a DATA_DIR of somebody else is named', { skip: process.getuid?.() !== 0 }, async () => {
  await using place = await scratch()
  const closed = join(place.folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  await refused({ DATA_DIR: join(closed, 'data') }, /closed.* may not be used by this user/, 65534)
})

test('what is no address of a database, and a BASE_URL with a path, are wrong settings', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'garbage'],
    ['DATABASE_URL', 'mysql://localhost/crier'],
    ['BASE_URL', 'https://example.org/crier'],
    ['BASE_URL', 'https://example.org/?a=b'],
    ['BASE_URL', 'https://me@example.org'],
  ] as const) {
    assert.throws(
      () => readConfig(manifests, { [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(`${name}: Give`),
      value,
    )
  }
})

test('a taken port is named', async () => {
  await using place = await scratch()
  await using service = await openService()
  const PORT = new URL(service.base_url).port
  const DATABASE_URL = urlOf(service)
  const SECRET_KEY = await keyOf(service)
  await refused(
    { DATA_DIR: place.folder, DATABASE_URL, SECRET_KEY, PORT },
    new RegExp(`Port ${PORT} is taken`),
  )
})

test('another key than the one that the database was sealed with stops the start, until it is reset', async () => {
  await using place = await scratch()
  await using service = await openService()
  const other = { DATA_DIR: place.folder, DATABASE_URL: urlOf(service) }
  await refused(other, /secret-key is not the one .* crier -- secret-key reset/)
  const SECRET_KEY = 'a different key of some length, given by hand'
  await refused({ ...other, SECRET_KEY }, /The key in SECRET_KEY is not the one/)
  // So it is with one from before there was a sealed word.
  await service.query('update instance set sealed_word = null')
  await refused(other, /secret-key is not the one/)

  assert.match((await crier(['key', 'list'], other)).said, /secret-key is not the one/)
  const reset = await crier(['secret-key', 'reset'], other)
  assert.equal(reset.code, 0, reset.said)
  assert.match(reset.said, /2 accounts have to be connected again/)
  await using launched = await launch(other)
  assert.match(launched.said, /Crier is ready/)
  const { rows } = await service.query('select distinct health from accounts')
  assert.deepEqual(rows, [{ health: 'needs_reconnect' }])
  assert.match((await crier(['secret-key', 'reset'], other)).said, /nothing to reset/)
})

test('a database that a newer version wrote names that version', async () => {
  await using service = await openService()
  await service.query(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
  await service.query(`update instance set version = '7.8.9'`)
  const config = readConfig(manifests, { DATA_DIR: service.data_dir, LOG_LEVEL: 'silent' })
  await assert.rejects(
    start(config, { database: service.database }),
    (error) => error instanceof StartError && /needs version 7\.8\.9 or later/.test(error.message),
  )
})

test('the sandbox of another Crier on our port is not taken for ours', async () => {
  await using place = await scratch()
  await using service = await openService()
  const SANDBOX_PORT = new URL(service.sandbox_url).port
  await refused({ DATA_DIR: place.folder, SANDBOX_PORT }, /sandbox of another Crier.*SANDBOX_PORT/)
})

function urlOf({ database }: Awaited<ReturnType<typeof openService>>) {
  const { connectionString, host, user, database: name } = database
  return (
    connectionString ??
    `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host ?? '')}`
  )
}

async function keyOf({ data_dir }: { data_dir: string }) {
  return readConfig(manifests, { DATA_DIR: data_dir }).secret_key.reveal()
}
