import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startEmbedded } from './embedded.ts'
import { type Place, choosePlace, notesOn } from './embedded-place.ts'
import { completeLinks, copyPrograms, findPrograms } from './embedded-programs.ts'
import { socketFolder } from './embedded-socket.ts'

const root = process.getuid?.() === 0 ? {} : { skip: 'needs root, to have another user' }

test(
  'a closed folder holds its data itself, under a user that is the database’s alone',
  root,
  async (t) => {
    const parent = await scratch(t, 0o700)
    const dataDir = join(parent, 'data')
    await using database = await startEmbedded({ dataDir })
    const cluster = join(dataDir, 'postgresql')
    assert.equal(database.home, dataDir)
    assert.deepEqual(notesOn(database.home, dataDir), [])
    const { uid } = await stat(cluster)
    assert.ok(uid > 1000 && uid !== 65534)
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
    assert.equal((await stat(cluster)).mode & 0o777, 0o700)

    // Neither from the outside, where its folders are open, nor by the door that was handed to the server.
    await chmod(parent, 0o755)
    await chmod(dataDir, 0o755)
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    const paths = [cluster, database.connectionConfig.host, `/proc/${pid}/fd/4`, `/proc/${pid}/cwd`]
    for (const path of paths) {
      const { status } = spawnSync('/bin/ls', [`${path}/`], { uid: 65534, gid: 65534 })
      assert.notEqual(status, 0, path)
    }
  },
)

test('a database that ran as nobody gets a user of its own', root, async (t) => {
  const dataDir = await scratch(t, 0o755)
  await (await startEmbedded({ dataDir })).stop()
  for (const name of ['postgresql', 'postgresql-socket']) {
    for (const each of ['.', ...(await readdir(join(dataDir, name), { recursive: true }))]) {
      await chown(join(dataDir, name, each), 65534, 65534)
    }
  }
  await using database = await startEmbedded({ dataDir })
  assert.equal(dirname(database.connectionConfig.host), dataDir)
  assert.notEqual((await stat(join(dataDir, 'postgresql', 'base'))).uid, 65534)
})

test(
  'data that an earlier version put elsewhere stays there, and that is said',
  root,
  async (t) => {
    const dataDir = await scratch(t, 0o755)
    const elsewhere = await scratch(t, 0o755)
    await writeFile(
      join(dataDir, 'postgresql-is-elsewhere.txt'),
      `Its data is here:\n${elsewhere}\n`,
    )
    const database = await startEmbedded({ dataDir })
    await database.stop()
    assert.equal(database.home, elsewhere)
    assert.match(notesOn(database.home, dataDir).join(), /not in DATA_DIR but in/)

    await rm(elsewhere, { recursive: true })
    await assert.rejects(startEmbedded({ dataDir }), /does not exist: restore it/)
  },
)

test('a folder whose database is gone is not taken for a new one', async (t) => {
  const dataDir = await scratch(t, 0o755)
  await (await startEmbedded({ dataDir })).stop()
  await rm(join(dataDir, 'postgresql'), { recursive: true })
  await mkdir(join(dataDir, 'postgresql'))
  await assert.rejects(startEmbedded({ dataDir }), /There was a database.*move .* away/s)
})

test('a database that root restored is given back to its user', root, async (t) => {
  const dataDir = await scratch(t, 0o755)
  await (await startEmbedded({ dataDir })).stop()
  const cluster = join(dataDir, 'postgresql')
  for (const name of ['.', ...(await readdir(cluster, { recursive: true }))]) {
    await chown(join(cluster, name), 0, 0)
  }
  await using database = await startEmbedded({ dataDir })
  assert.equal(database.owned, true)
})

test('the links that npm cannot pack are made, in the package and in a copy', async (t) => {
  const folder = await scratch(t, 0o755)
  const programs = await installed(folder)
  const broken = join(folder, 'package', 'native')
  await cp(programs, broken, { recursive: true, verbatimSymlinks: true })
  const library = join(broken, 'lib', 'libicuuc.so.60')
  await unlink(library)
  await Promise.all([completeLinks(broken), completeLinks(broken)])
  assert.ok((await lstat(library)).isSymbolicLink())
  assert.ok((await stat(library)).size > 1_000_000)

  await unlink(library)
  await chmod(join(broken, 'lib'), 0o700)
  const copy = join(folder, 'copy')
  await Promise.all([copyPrograms(broken, copy), copyPrograms(broken, copy)])
  for (const name of ['libicuuc.so.60', 'libicui18n.so.60']) {
    assert.equal(await readlink(join(copy, 'lib', name)), `${name}.2`)
  }
  assert.equal((await stat(join(copy, 'lib'))).mode & 0o777, 0o755)
  assert.deepEqual((await readdir(folder)).toSorted(), ['copy', 'package'])
})

test('the socket of a deep folder lies in the folder for temporary files', async (t) => {
  const home = join(await scratch(t, 0o755), 'deep'.repeat(20))
  await mkdir(home)
  const place = await choosePlace(home)
  const folder = await socketFolder(place)
  t.after(() => rm(folder, { recursive: true, force: true }))
  assert.equal(dirname(folder), tmpdir())
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal(await socketFolder(place), folder)
})

test('a socket folder that a stranger put there is not used', root, async (t) => {
  const home = join(await scratch(t, 0o755), 'deep'.repeat(20))
  await mkdir(home)
  const place = await choosePlace(home)
  const folder = await socketFolder(place)
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chown(folder, 12345, 12345)
  const other = await socketFolder(place)
  t.after(() => rm(other, { recursive: true, force: true }))
  assert.notEqual(other, folder)
  assert.equal((await stat(other)).mode & 0o777, 0o700)
})

test('a deep folder holds a working database', async (t) => {
  const dataDir = join(await scratch(t, 0o755), 'deep'.repeat(20))
  await using database = await startEmbedded({ dataDir })
  t.after(() => rm(database.connectionConfig.host, { recursive: true, force: true }))
  assert.equal(database.owned, true)
})

test('a file where the folder should be is an error of the caller', async (t) => {
  const file = join(await scratch(t, 0o755), 'data')
  await writeFile(file, '')
  await assert.rejects(startEmbedded({ dataDir: file }), { code: 'EEXIST' })
})

async function installed(folder: string): Promise<string> {
  const place: Place = {
    home: folder,
    cluster: join(folder, 'postgresql'),
    logFile: join(folder, 'postgresql.log'),
    shelf: folder,
    user: undefined,
  }
  return (await findPrograms(place, () => undefined)).folder
}

async function scratch(t: TestContext, mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-place-test-'))
  await chmod(folder, mode)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
