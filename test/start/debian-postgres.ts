/** PostgreSQL as Debian has it, on a socket in a temporary folder: an older one than the embedded, which nobody here has made. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { installPackage } from '../debian.ts'

const run = promisify(execFile)
const PROGRAMS = '/usr/lib/postgresql'

/** An empty database of a server of its own, which ends with it. */
export async function debianPostgres(): Promise<
  AsyncDisposable & { config: pg.PoolConfig; programs: string }
> {
  await using stack = new AsyncDisposableStack()
  if (!(await versions()).length) installPackage('postgresql', 'PostgreSQL')
  const newest = (await versions()).at(-1)
  if (newest === undefined) throw new Error('Debian’s PostgreSQL could not be installed.')
  const programs = join(PROGRAMS, newest, 'bin')
  const owner = await ownerOf('postgres')
  const folder = await mkdtemp(join(tmpdir(), 'crier-postgres-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'crier', '-A', 'trust', '-E', 'UTF8'], {
    ...owner,
    cwd: folder,
  })
  const settings = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const server = spawn(join(programs, 'postgres'), settings, {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  stack.defer(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  })
  const config = { host: folder, port: 5432, user: 'crier', database: 'crier' }
  await until(async () => create(config))
  const owned = stack.move()
  return { config, programs, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function versions() {
  const names = await readdir(PROGRAMS).catch(() => [])
  return names.toSorted((a, b) => Number(a) - Number(b))
}

async function ownerOf(name: string) {
  const idOf = async (flag: string) => Number((await run('id', [flag, name])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function create(config: pg.ClientConfig & { database: string }) {
  const client = new pg.Client({ ...config, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${config.database}`)
  await client.end()
}

async function until(works: () => Promise<void>) {
  for (let tries = 1; ; tries++) {
    try {
      return await works()
    } catch (error) {
      if (tries === 200) throw error
      await sleep(50)
    }
  }
}
