import assert from 'node:assert/strict'
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
import { type Embedded, startEmbedded } from './embedded.ts'
import { type Place, choosePlace } from './embedded-place.ts'
import { completeLinks, copyPrograms, findPrograms } from './embedded-programs.ts'
import { socketFolder } from './embedded-socket.ts'

const root = process.getuid?.() === 0 ? {} : { skip: 'needs root, to have another user' }

test(
  'under a folder that is closed to the database user, the data lives elsewhere',
  root,
  async (t) => {
    const dataDir = join(await scratch(t, 0o700), 'data')
    const first = await startEmbedded({ dataDir })
    t.after(() => rm(elsewhere, { recursive: true, force: true }))
    const note = await readFile(join(dataDir, 'postgresql-is-elsewhere.txt'), 'utf8')
    const elsewhere = note.split('\n').find((line) => line.startsWith('/')) ?? ''
    await first.stop()
    assert.match(elsewhere, /^\/var\/lib\/crier\/data-[0-9a-f]{16}$/)
    assert.deepEqual((await readdir(dataDir)).toSorted(), [
      'postgresql-is-elsewhere.txt',
      'postgresql.log',
    ])

    // Once noted, it stays there, even when the folder could be entered now.
    await chmod(dirname(dataDir), 0o755)
    const second: Embedded = await startEmbedded({ dataDir })
    await second.stop()
    assert.ok(second.connectionConfig.host.startsWith(elsewhere))

    await rm(elsewhere, { recursive: true })
    await assert.rejects(startEmbedded({ dataDir }), /does not exist: restore it/)
  },
)

test('a database whose folder was closed later is reported, not replaced', root, async (t) => {
  const parent = await scratch(t, 0o755)
  const dataDir = join(parent, 'data')
  await (await startEmbedded({ dataDir })).stop()
  await chmod(parent, 0o700)
  await assert.rejects(startEmbedded({ dataDir }), /cannot enter every folder above/)
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
