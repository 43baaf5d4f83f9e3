import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Place } from './embedded-place.ts'
import { type Programs } from './embedded-programs.ts'
import { own } from './embedded-user.ts'

/** Nothing of ours: a server that reads PGDATA, or whose environment shows our secrets, is no help. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const ABANDONED_AFTER_MS = 10 * 60 * 1000

const run = promisify(execFile)

/** Makes the cluster when it is missing, else checks that these programs can serve it. */
export async function prepareCluster(
  { cluster, user }: Place,
  { folder, version }: Programs,
): Promise<void> {
  const written = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (written === undefined) {
    await createCluster(cluster, join(folder, 'bin', 'initdb'), user)
  } else if (written.trim() !== version.split('.')[0]) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${written.trim()}, but ${version} is installed: ` +
        'start the release that wrote it and move the data with `crier db move`.',
    )
  }
  await own(cluster, user)
}

/**
 * Works under a name of its own and renames: whoever is killed in the middle leaves no half
 * database, and of two at once the second finds the name taken.
 */
async function createCluster(cluster: string, initdb: string, user: Place['user']): Promise<void> {
  const draft = `${cluster}.new-${randomUUID()}`
  await removeAbandoned(cluster)
  await mkdir(draft, { mode: 0o700 })
  try {
    if (user) await chown(draft, user.uid, user.gid)
    const words = ['--username=crier', '--auth=trust', '--no-instructions', '--encoding=UTF8']
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const options = { ...user, cwd: '/', env: CLEAN_ENVIRONMENT }
    await run(initdb, ['-D', draft, ...words, ...locale], options).catch(explain)
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(cluster))
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
  }
}

function explain(error: NodeJS.ErrnoException): never {
  const reason =
    error.code === 'ENOENT'
      ? 'its programs need glibc, which this system (Alpine?) does not have'
      : error.message.trim()
  throw new Error(
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
