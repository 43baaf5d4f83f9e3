import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseUser, canEnter, databaseUser } from './embedded-user.ts'

/** Where one database lives: `home` holds the cluster and, if its path is short enough, the socket. */
export type Place = {
  home: string
  cluster: string
  logFile: string
  /** Where a copy of PostgreSQL's programs may be put. */
  shelf: string
  user: DatabaseUser | undefined
}

/** Used by root only, when the database's user cannot reach the folder that was asked for. */
const SYSTEM_FOLDER = '/var/lib/crier'
const NOTE = 'postgresql-is-elsewhere.txt'

export async function choosePlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const asked = await realpath(dataDir)
  const noted = await readNote(asked)
  const home = noted ?? asked
  const cluster = join(home, 'postgresql')
  const user = await databaseUser(cluster)
  const logFile = join(asked, 'postgresql.log')
  if (user === undefined) {
    await refuseForeign(cluster)
    return { home, cluster, logFile, shelf: home, user }
  }
  if (await canEnter(home, user)) return { home, cluster, logFile, shelf: SYSTEM_FOLDER, user }
  if (noted !== undefined || (await exists(cluster))) {
    throw new Error(
      `The database in ${cluster} runs as user ${user.uid}, who cannot enter every folder above it: ` +
        'give those folders mode 0711, or set DATABASE_URL.',
    )
  }
  const elsewhere = await makeElsewhere(asked)
  return {
    home: elsewhere,
    cluster: join(elsewhere, 'postgresql'),
    logFile,
    shelf: SYSTEM_FOLDER,
    user: await databaseUser(join(elsewhere, 'postgresql')),
  }
}

/** A folder that anyone may enter, whatever the umask; what needs hiding inside is hidden by its own mode. */
export async function makeEnterable(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) await chmod(folder, 0o755)
}

async function makeElsewhere(asked: string): Promise<string> {
  const home = join(
    SYSTEM_FOLDER,
    `data-${createHash('sha256').update(asked).digest('hex').slice(0, 16)}`,
  )
  await makeEnterable(SYSTEM_FOLDER)
  await makeEnterable(home)
  const draft = join(asked, `${NOTE}.${process.pid}`)
  await writeFile(
    draft,
    `PostgreSQL does not run as root, and the user it runs as cannot enter this folder.\n` +
      `Its data is therefore here:\n${home}\n`,
  )
  await rename(draft, join(asked, NOTE))
  return home
}

async function readNote(asked: string): Promise<string | undefined> {
  const file = join(asked, NOTE)
  const text = await readFile(file, 'utf8').catch(() => '')
  const home = text.split('\n').find((line) => line.startsWith('/'))
  if (home === undefined || (await exists(home))) return home
  // An empty database in its place would look like lost data.
  throw new Error(
    `${file} says that the data is in ${home}, which does not exist: restore it, or remove the file to start empty.`,
  )
}

async function refuseForeign(cluster: string): Promise<void> {
  const owner = await stat(cluster).catch(() => undefined)
  if (owner === undefined || owner.uid === process.getuid?.()) return
  throw new Error(`${cluster} belongs to user ${owner.uid}: start as that user, or as root.`)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
