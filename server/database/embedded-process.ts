import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLEAN_ENVIRONMENT } from './embedded-cluster.ts'
import { entersByHand, handOver } from './embedded-handed.ts'
import { type Place } from './embedded-place.ts'
import { type Programs } from './embedded-programs.ts'

/** A PostgreSQL process that ends when we do. */
export type ServerProcess = {
  /** Set once it has ended. */
  ended(): boolean
  /** Lets transactions be rolled back and everything be written, then resolves. */
  stop(): Promise<void>
  /** What the server wrote to its log since it was launched. */
  output(): Promise<string>
}

/** Settings of our own on the server's command line: where its folders are, whatever it calls them. */
export const CLUSTER = 'crier.cluster'
export const SOCKET = 'crier.socket'

export type Settings = Record<string, string>

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const STOP_LIMIT_MS = 60_000

/**
 * Our death, even by kill -9, closes the pipe that is the shell's input, and the reader behind it
 * asks PostgreSQL for a fast shutdown; again and again, since one that was just forked ignores it. Signals meant for a whole group (Ctrl-C, systemd) are left to us, who
 * close the pipe when we are ready. `read` is built in, so nothing lingers once PostgreSQL ends.
 */
const GUARD = `
trap '' INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- &
P=$!
{ read -r _ <&3; while kill -INT $P; do sleep 0.2; done; } 2>/dev/null &
W=$!
exec 3<&-
wait $P
S=$?
kill -KILL $W
exit $S`

/** Safe before fast, small before both; what a query plan needs is left to PostgreSQL. */
const SETTINGS: Settings = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  // Containers often have 64 MB of /dev/shm, too little for parallel queries.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  // A queue table changes all the time; the totals want index-only scans.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m ',
  // Failed statements reach the caller; here they would carry people's texts into a file.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

export async function launchServer(
  { cluster, logFile, user }: Place,
  { folder }: Programs,
  socket: string,
  settings: Settings,
): Promise<ServerProcess> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await truncate(logFile)
  const before = size > LOG_LIMIT_BYTES ? 0 : size
  await using log = await open(logFile, 'a', 0o600)

  await using handed = user && entersByHand ? await handOver([cluster, socket]) : undefined
  const [data = cluster, deps = socket] = handed?.names ?? []
  const command = [join(folder, 'bin', 'postgres'), '-D', data, '-k', `"${deps}"`]
  const all = { ...SETTINGS, ...settings, [CLUSTER]: cluster, [SOCKET]: socket }
  for (const [name, value] of Object.entries(all)) {
    command.push('-c', `${name}=${value}`)
  }
  // A session of its own: Ctrl-C in the terminal is for us to handle, and to pass on in order.
  const child = spawn('/bin/sh', ['-c', GUARD, 'postgresql', ...command], {
    ...user,
    detached: true,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    stdio: ['pipe', log.fd, log.fd, ...(handed?.stdio ?? [])],
  })
  const end = once(child, 'exit')
  const ended = () => child.exitCode !== null || child.signalCode !== null
  // Whoever forgets to stop it is not kept alive by it.
  child.unref()
  await once(child, 'spawn')

  return {
    ended,
    async stop() {
      if (ended()) return
      child.ref()
      child.stdin?.end()
      const late = sleep(STOP_LIMIT_MS, 'late' as const, { ref: false })
      if ((await Promise.race([end, late])) !== 'late') return
      throw new Error(`PostgreSQL did not stop within ${STOP_LIMIT_MS / 1000} s; see ${logFile}`)
    },
    async output() {
      await using file = await open(logFile)
      const { buffer, bytesRead } = await file.read({ position: before })
      return buffer.toString('utf8', 0, bytesRead)
    },
  }
}
