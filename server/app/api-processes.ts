/**
 * More processes that answer on the same port: REST, MCP and the dashboard on every core, beside the one that publishes.
 * Each listens for itself, and the system deals connections out among them; else each is an API process like any other.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { StartError } from '#database/start-error.ts'

/** What such a process is told when it starts. */
export interface Told {
  database: pg.PoolConfig
  port: number
  sandbox_url: string | undefined
  /** What this one is called in the metrics. */
  name: string
  /** It counts, and is asked for what it did. */
  metrics: boolean
}

/** One that dies at once, again and again, is started ever more seldom. */
const [SOON, AT_LAST] = [500, 30_000]
/** Whoever lived so long did not die of its start. */
const LIVED = 30_000
/** Answers that are under way may take so long when the service stops. */
const GRACE = 30_000

/** Elsewhere a second socket on a port is refused, or takes every connection for itself. */
const CAN_SHARE = process.platform === 'linux'

/** On four cores and more half of them, at most four: the others are for PostgreSQL and for what publishes. */
export function processesFor(wish: number | 'auto', cores = availableParallelism()) {
  if (wish !== 'auto') {
    if (wish > 1 && !CAN_SHARE) throw new StartError('API_PROCESSES: More than one needs Linux.')
    return wish
  }
  return cores < 4 || !CAN_SHARE ? 1 : Math.min(4, Math.floor(cores / 2))
}

/** Fails with EADDRINUSE as listening alone would: whoever shares a port would share it with another Crier of the same user, too. */
export async function requireFree(place: { port: number; host: string }) {
  const server = createServer().listen(place)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
}

/** Starts so many more; one that ends is started again. Disposing lets them end what they answer, and waits for it. */
export function startApiProcesses(
  {
    count,
    told,
    started,
  }: { count: number; told: Omit<Told, 'name'>; started(this: void, child: ChildProcess): void },
  log: Log,
): AsyncDisposable {
  const running = new Set<ChildProcess>()
  const pauses = new Set<NodeJS.Timeout>()
  let stopping = false

  function begin(name: string, pause = SOON) {
    const began = performance.now()
    const child = fork(new URL('./api-process.ts', import.meta.url))
    running.add(child)
    child.on('error', (error) => log.warn({ err: error }, 'an API process is in trouble'))
    child.on('exit', (code, signal) => {
      running.delete(child)
      if (stopping) return
      const next = performance.now() - began > LIVED ? SOON : pause
      log.warn({ pid: child.pid, code, signal, again_in_ms: next }, 'an API process has ended')
      const timer = setTimeout(() => {
        pauses.delete(timer)
        begin(name, Math.min(AT_LAST, next * 2))
      }, next)
      pauses.add(timer)
    })
    // It may have died meanwhile; its end is told above.
    child.send({ ...told, name }, () => {})
    started(child)
    log.info({ pid: child.pid }, 'an API process starts')
  }

  for (let number = 1; number <= count; number++) begin(`api-${number}`)
  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      for (const timer of pauses) clearTimeout(timer)
      await Promise.all(
        [...running].map(async (child) => {
          const gone = once(child, 'exit')
          const late = setTimeout(() => child.kill('SIGKILL'), GRACE)
          child.kill('SIGTERM')
          await gone
          clearTimeout(late)
        }),
      )
    },
  }
}
