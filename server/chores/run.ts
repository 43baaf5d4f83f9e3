/** Runs the chores on pg-boss: one process at a time does each, and one that dies is replaced. */
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { followed } from '#rules/tracer.ts'
import type { Chore, Dependencies, Log } from './chore.ts'

/** Nobody waits for a chore, so its queue is looked at now and then. */
const POLL_SECONDS = 60
const LIMIT_SECONDS = 15 * 60
/** A service that has just started has better things to do. */
const AFTER_START = 2_000

/** Starts in the background: a service is ready without its chores. */
export function startChores(
  chores: readonly Chore[],
  database: pg.PoolConfig,
  deps: Dependencies,
  log: Log,
): AsyncDisposable {
  const stopped = new AbortController()
  let started: PgBoss | undefined

  async function start() {
    await deps.sleep(AFTER_START, stopped.signal)
    const boss = await bossOf(database)
    boss.on('error', (error) => log.error({ err: error }, 'chores are in trouble'))
    await boss.start()
    started = boss
    for (const chore of chores) {
      const { name, cron } = chore
      await boss.createQueue(name, {
        policy: 'stately',
        expireInSeconds: LIMIT_SECONDS,
        retryLimit: 2,
      })
      await boss.schedule(name, cron, null, { tz: 'UTC' })
      await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => run(chore))
    }
  }

  async function run(chore: Chore) {
    const began = performance.now()
    const tell = (done: boolean, ms: number) =>
      deps.observer?.choreRan({ chore: chore.name, done, seconds: ms / 1000, at: deps.now() })
    try {
      await followed(
        deps.tracer,
        () => ({
          name: `chore ${chore.name}`,
          kind: 'internal',
          root: true,
          attributes: { 'crier.chore': chore.name },
        }),
        () => chore.run(deps, stopped.signal, log),
      )
    } catch (error) {
      // Cut short by a stop, it is done elsewhere.
      if (!stopped.signal.aborted) tell(false, performance.now() - began)
      throw error
    }
    const ms = performance.now() - began
    tell(true, ms)
    log.info({ chore: chore.name, ms: Math.round(ms) }, 'chore done')
  }

  const starting = start().catch((error: unknown) => {
    if (!stopped.signal.aborted) log.error({ err: error }, 'chores did not start')
  })
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort(new Error('The service stops.'))
      await starting
      await started?.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Loaded behind the start: it is a hundred files. */
async function bossOf(database: pg.PoolConfig) {
  const { PgBoss } = await import('pg-boss')
  return new PgBoss({
    ...connectionOf(database),
    application_name: 'crier-chores',
    schema: 'chores',
    max: 2,
  })
}

function connectionOf({ connectionString, host, port, user, database }: pg.PoolConfig) {
  if (connectionString) return { connectionString }
  return {
    ...(host && { host }),
    ...(port && { port }),
    ...(user && { user }),
    ...(database && { database }),
  }
}
