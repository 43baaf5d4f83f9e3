import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CLUSTER, SOCKET } from './embedded-process.ts'
import { besides } from './embedded-socket.ts'

/** What a cluster's pid file says, and what the system knows about that process. */
export type Running = {
  pid: number
  /** Absent in the server's first moments. */
  host: string | undefined
  port: number
  /**
   * - `ours`: PostgreSQL serves this cluster for a process that lives, or was started by hand.
   * - `orphaned`: that process has died, so the server is ending or should be.
   * - `stranger`: the pid belongs to another program now.
   * - `unseen`: there is no such process here; a container beside ours may have it.
   */
  is: 'ours' | 'orphaned' | 'stranger' | 'unseen'
  launch: string | undefined
  text: string
}

/** A setting of our own on the server's command line, by which one launch is told from another. */
export const LAUNCH = 'crier.launch'

const EMPTY_LIMIT_MS = 5000

/** Unique to one launch, and says which process it serves. */
export function launchName(): string {
  return `${process.pid}-${randomUUID()}`
}

export async function runningServer(cluster: string): Promise<Running | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return undefined
  // https://www.postgresql.org/docs/18/storage-file-layout.html: pid, folder, start, port, socket folder, …
  const [pid, , , port, host] = text.split('\n')
  const words = await commandOf(Number(pid))
  const launch = new RegExp(`${LAUNCH}=([\\w-]+)`).exec(words.join(' '))?.[1]
  const is =
    text === ''
      ? await ofEmptyFile(cluster)
      : await judge({ pid: Number(pid), words, cluster, launch })
  return {
    pid: Number(pid),
    host: host && folderOf(host, words, cluster),
    port: Number(port),
    is,
    launch,
    text,
  }
}

/** A server that was handed its folders calls them by names that mean something else to us. */
function folderOf(host: string, words: readonly string[], cluster: string): string {
  if (!host.startsWith('/proc/self/')) return host
  const named = words.find((word) => word.startsWith(`${SOCKET}=`))
  return named?.slice(SOCKET.length + 1) ?? besides(dirname(cluster))
}

interface Judged {
  pid: number
  words: string[]
  cluster: string
  launch: string | undefined
}

async function judge({ pid, words, cluster, launch }: Judged): Promise<Running['is']> {
  if (words.length === 0) return 'unseen'
  const isNamed = words.some((word) => word === cluster || word === `${CLUSTER}=${cluster}`)
  if (!isNamed && !(await standsIn(pid, cluster))) return 'stranger'
  if (launch === undefined) return 'ours'
  return (await commandOf(Number.parseInt(launch, 10))).length === 0 ? 'orphaned' : 'ours'
}

/**
 * PostgreSQL works in its cluster, also where that was moved since. It has to end before another begins: at its end it removes
 * the pid file that lies there by then.
 */
async function standsIn(pid: number, cluster: string) {
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return place !== undefined && place === (await realpath(cluster).catch(() => undefined))
}

/** Just created and not yet written, unless it stays so: PostgreSQL would never take it over. */
async function ofEmptyFile(cluster: string): Promise<Running['is']> {
  const made = await stat(pidFile(cluster)).catch(() => undefined)
  return made && Date.now() - made.mtimeMs > EMPTY_LIMIT_MS ? 'stranger' : 'ours'
}

/**
 * Removes the pid file of a server that is gone: PostgreSQL itself believes it when the pid is in
 * use. It is taken aside before a second look; a server that started meanwhile gets its own back.
 */
export async function removeStale(cluster: string, judged: Running): Promise<void> {
  const file = pidFile(cluster)
  const aside = `${file}.${randomUUID()}`
  const mine = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!mine) return
  if ((await readFile(aside, 'utf8')) !== judged.text)
    await link(aside, file).catch(() => undefined)
  await rm(aside)
  // Its socket is guarded by a file of the same kind, believed in the same way.
  await removeGuard(judged.host ?? cluster, judged)
}

/** A copy of a folder whose server still runs elsewhere: its files go, the original's stay. */
export async function removeCopied(cluster: string, judged: Running): Promise<void> {
  await rm(pidFile(cluster), { force: true })
  await removeGuard(besides(dirname(cluster)), judged)
}

async function removeGuard(folder: string, { pid, port }: Running): Promise<void> {
  const guard = join(folder, `.s.PGSQL.${port}.lock`)
  const holder = await readFile(guard, 'utf8').catch(() => '')
  if (holder.startsWith(`${pid}\n`)) await rm(guard, { force: true })
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** The command line of a process; empty when there is no such process, or only its remains. */
async function commandOf(pid: number): Promise<string[]> {
  if (!(pid > 0)) return []
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.split('\0').slice(0, -1)
  }
  // Words with spaces in them are not told apart here: whatever could be one of them is taken for one.
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => candidates(stdout.trim().split(' ')),
    () => [],
  )
}

function candidates(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join(' ')),
  )
}

const run = promisify(execFile)
