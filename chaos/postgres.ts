/** The embedded PostgreSQL, to be stopped in the ways it is stopped in life, and started again on the same data. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { type Embedded, startEmbedded } from '#database/embedded.ts'

/** https://www.postgresql.org/docs/18/server-shutdown.html: immediate leaves the log to be replayed, fast rolls back. */
const SIGNALS = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const

/** Milliseconds for a fast stop. */
const PATIENCE = 15_000
/** Milliseconds for one question to a server that may be going away. */
const ANSWER = 5_000

export interface Postgres extends AsyncDisposable {
  config: pg.PoolConfig
  /** For DATABASE_URL; the same after every start. */
  url: string
  /** Resolves when the server is gone. */
  kill(how: keyof typeof SIGNALS): Promise<void>
  /** Resolves when it answers again. */
  start(): Promise<void>
  /** Kills one connection's process: PostgreSQL then ends all others too and recovers. False: there was none. */
  killBackend(application_name: string): Promise<boolean>
}

export async function postgres(dataDir: string): Promise<Postgres> {
  let server: Embedded = await startEmbedded({ dataDir })
  const { connectionConfig: config, url, home } = server

  return {
    config,
    url,
    async kill(how) {
      const text = await readFile(join(home, 'postgresql', 'postmaster.pid'), 'utf8')
      const pid = Number.parseInt(text, 10)
      process.kill(pid, SIGNALS[how])
      for (const began = performance.now(); lives(pid); await sleep(5)) {
        // PostgreSQL 18.4 can hang for ever in a fast stop that meets a recovery: an operator would not wait either.
        if (how === 'fast' && performance.now() - began > PATIENCE)
          process.kill(pid, SIGNALS.immediate)
      }
    },
    async start() {
      server = await startEmbedded({ dataDir })
    },
    async killBackend(application_name) {
      const found = await ask(
        config,
        `select pid from pg_stat_activity where application_name = $1 order by pid limit 1`,
        [application_name],
      )
      if (!found.length) return false
      process.kill(z.object({ pid: z.int() }).parse(found[0]).pid, 'SIGKILL')
      return true
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

async function ask(config: pg.ClientConfig, text: string, values: string[] = []) {
  // A server that goes away in the wrong moment lets its clients wait for ever.
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: ANSWER,
    query_timeout: ANSWER,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(ANSWER, undefined, { ref: false })])
  }
}

export function lives(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
