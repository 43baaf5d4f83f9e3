import { realpathSync } from 'node:fs'
import { chmod, mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseUser, canEnter, databaseUser } from './embedded-user.ts'
import { entersByHand } from './embedded-handed.ts'
import { StartError } from './start-error.ts'

/** Where one database lives: `home` holds the cluster and, if its path is short enough, the socket. */
export type Place = {
  home: string
  cluster: string
  logFile: string
  /** Where a copy of PostgreSQL's programs may be put. */
  shelf: string
  user: DatabaseUser | undefined
}

/** Programs only, for a database user who cannot reach the ones that npm installed. */
const SYSTEM_FOLDER = '/var/lib/crier'
/** Earlier versions moved the data of a closed folder elsewhere, and left this note. */
const NOTE = 'postgresql-is-elsewhere.txt'

export async function choosePlace(dataDir: string): Promise<Place> {
  // Tokens, texts and files of people are in it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const asked = await realpath(dataDir)
  const home = (await elsewhere(asked)) ?? asked
  const cluster = join(home, 'postgresql')
  const user = await databaseUser(cluster, asked)
  const logFile = join(asked, 'postgresql.log')
  if (user === undefined) {
    await refuseForeign(cluster)
    return { home, cluster, logFile, shelf: home, user }
  }
  if (!entersByHand && !(await canEnter(home, user))) {
    throw new StartError(
      `The database in ${cluster} runs as user ${user.uid}, who cannot enter every folder above it: ` +
        'give those folders mode 0711, start as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { home, cluster, logFile, shelf: SYSTEM_FOLDER, user }
}

/**
 * The data's folder when it is not the one that was asked for. It is one place now, but what lies elsewhere since an
 * earlier version stays there until somebody moves it.
 */
export async function elsewhere(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, NOTE)
  const text = await readFile(file, 'utf8').catch(() => '')
  const home = text.split('\n').find((line) => line.startsWith('/'))
  if (home === undefined || (await exists(home))) return home
  // An empty database in its place would look like lost data.
  throw new StartError(
    `${file} says that the data is in ${home}, which does not exist: restore it, or remove the file to start empty.`,
  )
}

/** A folder that anyone may enter, whatever the umask; what needs hiding inside is hidden by its own mode. */
export async function makeEnterable(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) await chmod(folder, 0o755)
}

/** What whoever backs up `dataDir` has to know. */
export function notesOn(home: string, dataDir: string): string[] {
  if (home === dataDir || home === realpathSync(dataDir)) return []
  return [
    `The database is not in DATA_DIR but in ${home}: a backup of ${dataDir} has no posts in it. ` +
      `To have one place: stop Crier, move ${join(home, 'postgresql')} into ${dataDir}, and remove ${NOTE} there.`,
  ]
}

async function refuseForeign(cluster: string): Promise<void> {
  const owner = await stat(cluster).catch(() => undefined)
  if (owner === undefined || owner.uid === process.getuid?.()) return
  throw new StartError(`${cluster} belongs to user ${owner.uid}: start as that user, or as root.`)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
