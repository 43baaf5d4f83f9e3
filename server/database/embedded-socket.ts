import { createHash } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Place } from './embedded-place.ts'
import { entersByHand } from './embedded-handed.ts'
import { NOBODY, canEnter } from './embedded-user.ts'

/** The shortest limit of the systems we run on (macOS; Linux has 107), less "/.s.PGSQL.5432.lock". */
const LONGEST_FOLDER = 103 - 20

/**
 * A folder for the server's socket, closed to other users. It lies beside the data when it can:
 * nobody else writes there, nothing cleans it, and a service with a private /tmp shares it with
 * the command line. A deep path, or a file system without sockets, moves it to /tmp.
 */
export async function socketFolder({ home, user }: Place): Promise<string> {
  const beside = besides(home)
  await takeFromNobody(beside, user)
  const short = Buffer.byteLength(beside) <= LONGEST_FOLDER && !/[",]/.test(beside)
  if (short && (await claim(beside, user)) && (await takesSockets(beside))) return beside

  const name = `crier-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = join(parent, name)
    if (Buffer.byteLength(folder) > LONGEST_FOLDER) continue
    if (user && !entersByHand && !(await canEnter(parent, user))) continue
    if (await claim(folder, user)) return folder
    // Somebody else was there first, perhaps to wait for us: a name nobody can guess.
    const secret = await mkdtemp(`${folder}-`)
    if (await claim(secret, user)) return secret
  }
  throw new Error(`There is no folder for PostgreSQL's socket: neither ${beside} nor one in /tmp.`)
}

export function besides(home: string): string {
  return join(home, 'postgresql-socket')
}

/** Earlier versions ran as nobody. The folder lies in one that only we can write to. */
async function takeFromNobody(folder: string, user: Place['user']): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (user === undefined || !found?.isDirectory() || found.uid !== NOBODY.uid) return
  await lchown(folder, user.uid, user.gid)
}

/** Makes the folder ours, or says that it is not: a link, a file, or another user's. */
async function claim(folder: string, user: Place['user']): Promise<boolean> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
  const found = await lstat(folder)
  const me = process.getuid?.()
  if (!found.isDirectory() || (found.uid !== me && found.uid !== user?.uid)) return false
  if (!made && found.uid === (user?.uid ?? me)) return (found.mode & 0o077) === 0
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  return true
}

/** Shared folders of virtual machines often refuse sockets; the only way to know is to try. */
async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, `try-${process.pid}`)
  const server = createServer()
  const works = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })
  server.close()
  await rm(path, { force: true })
  return works
}
