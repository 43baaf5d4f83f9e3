import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { chown, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { entersByHand, type Handed, handOver } from './embedded-handed.ts'
import { type Place } from './embedded-place.ts'
import { MARK } from './mark.ts'
import { type Programs } from './embedded-programs.ts'
import { StartError } from './start-error.ts'
import { NOBODY, own } from './embedded-user.ts'

/** Nothing of ours: a server that reads PGDATA, or whose environment shows our secrets, is no help. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const ABANDONED_AFTER_MS = 10 * 60 * 1000

/** Makes the cluster when it is missing, else checks that these programs can serve it. */
export async function prepareCluster(
  { cluster, home, logFile, user }: Place,
  { folder, version }: Programs,
): Promise<void> {
  const written = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (written === undefined) {
    await refuseEmptied(cluster, home, dirname(logFile))
    await createCluster(cluster, join(folder, 'bin', 'initdb'), user)
  } else if (written.trim() !== version.split('.')[0]) {
    throw new StartError(
      `${cluster} was written by PostgreSQL ${written.trim()}, but ${version} is installed: ` +
        'start the release that wrote it and move the data with `crier db move`.',
    )
  }
  await own(cluster, user)
}

/** What is in a data folder only once there was a database: the first person at an empty one would own everything. */
async function refuseEmptied(cluster: string, home: string, dataDir: string): Promise<void> {
  const traces = [join(home, MARK), ...TRACES.map((name) => join(dataDir, name))]
  for (const trace of traces) {
    const found = await stat(trace).catch(() => undefined)
    if (!found || (found.isDirectory() && (await readdir(trace)).length === 0)) continue
    throw new StartError(
      `There was a database in ${cluster}, as ${trace} shows, but now there is none. Bring it back from a backup; ` +
        `if it had a server of its own, set DATABASE_URL. To begin anew, move ${dataDir} away.`,
    )
  }
}

const TRACES = ['postgresql.log', 'sandbox', 'blobs']

/**
 * Works under a name of its own and renames: whoever is killed in the middle leaves no half
 * database, and of two at once the second finds the name taken.
 */
async function createCluster(cluster: string, initdb: string, user: Place['user']): Promise<void> {
  const draft = `${cluster}.new-${randomUUID()}`
  await removeAbandoned(cluster)
  await mkdir(draft, { mode: 0o700 })
  try {
    // The name that initdb asks for is one that our user does not have.
    const maker = user && NOBODY
    if (maker) await chown(draft, maker.uid, maker.gid)
    await using handed = maker && entersByHand ? await handOver([draft]) : undefined
    const words = ['--username=crier', '--auth=trust', '--no-instructions', '--encoding=UTF8']
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const [folder = draft] = handed?.names ?? []
    const options = { ...maker, cwd: '/', env: CLEAN_ENVIRONMENT }
    await run(initdb, ['-D', folder, ...words, ...locale], options, handed?.stdio).catch(explain)
    await own(draft, user)
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(cluster))
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function run(
  program: string,
  words: readonly string[],
  options: SpawnOptions,
  handed: Handed['stdio'] = [],
) {
  const child = spawn(program, words, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe', ...handed],
  })
  const closed = once(child, 'close')
  const said = child.stderr ? text(child.stderr) : ''
  const [code] = await closed
  if (code !== 0) throw new Error(await said)
}

function explain(error: NodeJS.ErrnoException): never {
  const reason =
    error.code === 'ENOENT'
      ? 'its programs need glibc, which this system (Alpine?) does not have'
      : error.message.trim()
  throw new StartError(
    `PostgreSQL cannot make a database: ${reason}. You can set DATABASE_URL to a PostgreSQL server instead.`,
    { cause: error },
  )
}

async function removeAbandoned(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    const path = join(dirname(cluster), name)
    const made = await stat(path).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
