import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { type Connection } from './embedded-connection.ts'
import { StartError } from './start-error.ts'

test('a new folder becomes a database behind a socket that is closed to others', async (t) => {
  const dataDir = await scratch(t)
  await using database = await startEmbedded({ dataDir: join(dataDir, 'not', 'there', 'yet') })

  assert.equal(database.owned, true)
  const [row] = await query(
    database.connectionConfig,
    `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
            current_setting('server_encoding') as encoding, datcollate, datlocale, datlocprovider
       from pg_database where datname = current_database()`,
  )
  assert.deepEqual(row, {
    tcp: '',
    fsync: 'on',
    encoding: 'UTF8',
    datcollate: 'C',
    datlocale: 'C.UTF-8',
    datlocprovider: 'b',
  })
  const { mode } = await stat(database.connectionConfig.host)
  assert.equal(mode & 0o777, 0o700)
})

test('a copy of hard links is refused: two servers would write the same files', async (t) => {
  const dataDir = await scratch(t)
  const first = await startEmbedded({ dataDir })
  const copy = await scratch(t)
  await linkAll(dataDir, copy)
  await assert.rejects(startEmbedded({ dataDir: copy }), (error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /shares its files with another folder/)
    return true
  })
  assert.deepEqual(await query(first.connectionConfig, 'select 1 as lives'), [{ lives: 1 }])
  await first.stop()
  await rm(copy, { recursive: true })
  await using again = await startEmbedded({ dataDir })
  assert.equal(again.owned, true)
})

/** As cp -al does it. */
async function linkAll(from: string, to: string) {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [old, made] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkAll(old, made)
    else if (entry.isFile()) await link(old, made)
  }
}

test('what was written is there after a stop and a start', async (t) => {
  const dataDir = await scratch(t)
  const first = await startEmbedded({ dataDir })
  await query(first.connectionConfig, 'create table kept as select 42 as answer')
  await first.stop()
  await first.stop()
  await assert.rejects(query(first.connectionConfig, 'select 1'))

  await using second = await startEmbedded({ dataDir })
  assert.deepEqual(await query(second.connectionConfig, 'select answer from kept'), [
    { answer: 42 },
  ])
  assert.match(await readFile(join(dataDir, 'postgresql.log'), 'utf8'), /received fast shutdown/)
})

test('a second start joins the server that is there and leaves it running', async (t) => {
  const dataDir = await scratch(t)
  await using owner = await startEmbedded({ dataDir })
  const guest = await startEmbedded({ dataDir })
  assert.equal(guest.owned, false)
  assert.deepEqual(guest.connectionConfig, owner.connectionConfig)
  await guest.stop()
  assert.deepEqual(await query(owner.connectionConfig, 'select 1 as one'), [{ one: 1 }])
})

test('of four processes at once on a new folder, one starts the server and all reach it', async (t) => {
  const dataDir = await scratch(t)
  const owners = await Promise.all([1, 2, 3, 4].map(() => ownerProcess(t, dataDir)))
  assert.equal(owners.filter((owner) => owner.owned).length, 1)
  const entries = await readdir(dataDir)
  assert.deepEqual(
    entries.filter((name) => name.includes('.new-')),
    [],
  )
})

test('PostgreSQL stops in order when its owner is killed, and has kept what was committed', async (t) => {
  const dataDir = await scratch(t)
  const owner = await ownerProcess(t, dataDir)
  const { connectionConfig } = await startEmbedded({ dataDir })
  await query(connectionConfig, 'create table kept as select 42 as answer')
  const server = await serverPid(dataDir)
  owner.child.kill('SIGKILL')
  await gone(server)

  await using next = await startEmbedded({ dataDir })
  assert.equal(next.owned, true)
  assert.deepEqual(await query(next.connectionConfig, 'select answer from kept'), [{ answer: 42 }])
  assert.doesNotMatch(await readFile(join(dataDir, 'postgresql.log'), 'utf8'), /not properly shut/)
})

test('an owner killed at any moment of a first start leaves a folder that can be started', async (t) => {
  for (const delay of [200, 500, 1000]) {
    const dataDir = await scratch(t)
    const child = spawnOwner(t, dataDir)
    await sleep(delay)
    child.kill('SIGKILL')
    await using database = await startEmbedded({ dataDir })
    assert.deepEqual(await query(database.connectionConfig, 'select 1 as one'), [{ one: 1 }])
  }
})

test('a pid file left by a crash does not mislead, even when its pid is in use again', async (t) => {
  const dataDir = await scratch(t)
  const file = join(dataDir, 'postgresql', 'postmaster.pid')
  const first = await startEmbedded({ dataDir })
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  const guard = join(first.connectionConfig.host, '.s.PGSQL.5432.lock')
  await first.stop()
  const { uid, gid } = await stat(join(dataDir, 'postgresql'))
  const stranger = spawn('sleep', ['60'], { uid, gid })
  t.after(() => stranger.kill())

  for (const pid of [stranger.pid, 4_000_000]) {
    await writeFile(file, [pid, ...rest].join('\n'))
    await writeFile(guard, [pid, ...rest].join('\n'))
    await using database = await startEmbedded({ dataDir })
    assert.equal(database.owned, true)
  }
  assert.equal(stranger.exitCode, null)
})

test('a folder that is moved while its server ends is started once that has ended, not beside it', async (t) => {
  const folder = await scratch(t)
  const [before, moved] = [join(folder, 'before'), join(folder, 'moved')]
  await mkdir(before)
  const owner = await ownerProcess(t, before)
  const ending = await serverPid(before)
  // Later than the next one looks; its end takes the pid file along, whosever it is by then.
  process.kill(ending, 'SIGSTOP')
  owner.child.kill('SIGKILL')
  await rename(before, moved)
  const starting = startEmbedded({ dataDir: moved })
  await sleep(300)
  const holder = await serverPid(moved).catch(() => undefined)
  process.kill(ending, 'SIGCONT')
  await using database = await starting
  assert.equal(holder, ending)
  assert.deepEqual(await query(database.connectionConfig, 'select 1 as one'), [{ one: 1 }])
  assert.notEqual(await serverPid(moved), ending)
})

test('a server that cannot start says why, in its own words', async (t) => {
  const dataDir = await scratch(t)
  const settings = { shared_buffers: 'plenty' }
  await assert.rejects(
    startEmbedded({ dataDir, settings }),
    /invalid value for parameter "shared_buffers": "plenty"/,
  )
})

test('a database of another major version is refused, not replaced', async (t) => {
  const dataDir = await scratch(t)
  await (await startEmbedded({ dataDir })).stop()
  await writeFile(join(dataDir, 'postgresql', 'PG_VERSION'), '17\n')
  await assert.rejects(startEmbedded({ dataDir }), /was written by PostgreSQL 17/)
})

async function query(config: Connection, text: string): Promise<unknown[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** mkdtemp closes its folder, and nobody could not enter. */
async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-embedded-test-'))
  await chmod(folder, 0o755)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function spawnOwner(t: TestContext, dataDir: string): ChildProcess {
  const program = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
    const { owned, stop } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    process.stdin.resume().on('end', stop)
    console.log(owned)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(async () => {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

/** A process that starts the database, or joins it, and holds it until the test ends. */
async function ownerProcess(t: TestContext, dataDir: string) {
  const child = spawnOwner(t, dataDir)
  assert.ok(child.stdout)
  const [line] = await once(child.stdout, 'data')
  return { child, owned: String(line).trim() === 'true' }
}

async function serverPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8')
  return Number.parseInt(text, 10)
}

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await sleep(50)
  }
  assert.fail(`process ${pid} is still there`)
}
