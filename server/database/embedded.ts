import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareCluster } from './embedded-cluster.ts'
import { type Connection, ask, codeOf, connectionTo, serves } from './embedded-connection.ts'
import { type Place, choosePlace } from './embedded-place.ts'
import { type ServerProcess, type Settings, launchServer } from './embedded-process.ts'
import { findPrograms } from './embedded-programs.ts'
import {
  LAUNCH,
  type Running,
  launchName,
  removeCopied,
  removeStale,
  runningServer,
} from './embedded-running.ts'
import { socketFolder } from './embedded-socket.ts'
import { StartError } from './start-error.ts'

/** A PostgreSQL server on this machine, reachable through a socket that only we may open. */
export type Embedded = AsyncDisposable & {
  /** For `pg`. */
  connectionConfig: Connection
  /** The same for people and logs; there is no secret in it. */
  url: string
  /** The folder that the cluster lies in. */
  home: string
  /** False when another process started it: it ends with that process, whatever we do. */
  owned: boolean
  /** Ends the server if it is owned. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** A folder of the caller's; the database takes the names in it that begin with "postgresql". */
  dataDir: string
  log?: (line: string) => void
  /** Settings of PostgreSQL beside or instead of ours, as for tests, which need no fsync. */
  settings?: Settings
}

const SILENCE_LIMIT_MS = 60_000
const PORT = 5432

/**
 * Starts PostgreSQL on `dataDir`, or joins the server that already runs there. It stops with this
 * process, even when that is killed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => undefined)
  const place = await choosePlace(options.dataDir)
  await requireOwnFiles(place.cluster)
  const began = performance.now()
  while (performance.now() - began < SILENCE_LIMIT_MS) {
    const running = await runningServer(place.cluster)
    const free = running === undefined || (await isFree(place.cluster, running, log))
    const found = free
      ? await start(place, log, options.settings ?? {})
      : await joinServer(running, place)
    if (found) return found
    await sleep(20)
  }
  throw new Error(`Another PostgreSQL holds ${place.cluster}, but does not answer.`)
}

/** A copy of hard links has the files of the original: two servers that write them leave neither readable. */
async function requireOwnFiles(cluster: string) {
  const file = join(cluster, 'global', 'pg_control')
  const { nlink } = await stat(file).catch((error: unknown) => {
    // There is no cluster yet.
    if (codeOf(error) === 'ENOENT') return { nlink: 1 }
    throw error
  })
  if (nlink === 1) return
  throw new StartError(
    `${cluster} shares its files with another folder, as a copy of hard links (cp -al) does. Remove that one, or copy this one as a whole (cp -a) and start on the copy.`,
  )
}

/** Whether the cluster has no server, whatever its pid file says. */
async function isFree(
  cluster: string,
  running: Running,
  log: (line: string) => void,
): Promise<boolean> {
  if (running.is === 'ours') return false
  if (running.is === 'orphaned') {
    // Joining it would be joining a server about to stop, with nobody to start the next.
    interrupt(running.pid)
    return false
  }
  const { host, port } = running
  const state = host ? await ask(connectionTo(host, port)) : 'silent'
  if (host && state === 'ready' && !(await serves(connectionTo(host, port), cluster))) {
    log(`${cluster} is a copy of a database that runs; it gets a server of its own.`)
    await removeCopied(cluster, running)
    return true
  }
  if (state !== 'silent') return false
  // PostgreSQL itself sees through the pid of nobody.
  if (running.is === 'stranger') await removeStale(cluster, running)
  return true
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

async function joinServer(running: Running, place: Place): Promise<Embedded | undefined> {
  if (running.host === undefined || running.is === 'orphaned') return undefined
  const connection = connectionTo(running.host, running.port)
  if ((await ask(connection)) !== 'ready') return undefined
  return (await serves(connection, place.cluster))
    ? embedded(connection, place, undefined)
    : undefined
}

/** Absent when another process took the cluster first. */
async function start(
  place: Place,
  log: (line: string) => void,
  settings: Settings,
): Promise<Embedded | undefined> {
  const programs = await findPrograms(place, log)
  await prepareCluster(place, programs)
  const socket = await socketFolder(place)
  const launch = launchName()
  const server = await launchServer(place, programs, socket, { ...settings, [LAUNCH]: launch })
  const connection = connectionTo(socket, PORT)
  let lastSign = performance.now()
  while (performance.now() - lastSign < SILENCE_LIMIT_MS) {
    if (server.ended()) return refuseUnlessTaken(server)
    const state = await ask(connection)
    // The one that answers may be another's, while ours is about to give up.
    const holder = state === 'ready' ? await runningServer(place.cluster) : undefined
    if (holder?.launch === launch) return embedded(connection, place, server)
    // After a crash it reads its log first, and says so.
    if (state === 'starting') lastSign = performance.now()
    await sleep(3)
  }
  const output = await server.output()
  await server.stop()
  throw new Error(`PostgreSQL does not answer. Its last words:\n${lastLines(output)}`)
}

async function refuseUnlessTaken(server: ServerProcess): Promise<undefined> {
  const output = await server.output()
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(output)) return
  throw new Error(`PostgreSQL did not start. Its last words:\n${lastLines(output)}`)
}

function embedded(
  connection: Connection,
  { home }: Place,
  server: ServerProcess | undefined,
): Embedded {
  const stop = async () => server?.stop()
  return {
    connectionConfig: connection,
    url: `postgresql://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    home,
    owned: server !== undefined,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-10).join('\n')
}
