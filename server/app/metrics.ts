/** Puts the metrics together: what this process counts, what the database tells, and what the processes beside it count. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type pg from 'pg'
import { chores } from '#chores/index.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { type MetricsDoor, metricsDoor } from '#metrics/door.ts'
import { instanceReader } from '#metrics/instance.ts'
import { merged } from '#metrics/merge.ts'
import { instanceText, type ProcessMetrics, processMetrics } from '#metrics/registry.ts'
import type { AccountLimits } from '#store/claims.ts'
import manifest from '../../package.json' with { type: 'json' }
import { metricsChannel, type Other } from './metrics-channel.ts'

export interface Metrics extends Pick<ProcessMetrics, 'observer' | 'watch'> {
  /** Undefined: /metrics is at its own port only. */
  door: MetricsDoor | undefined
  /** Another process that this one started; it is asked for as long as it lives. */
  join(child: Other & { once(event: 'exit', gone: () => void): unknown }): void
}

export interface Counted {
  database: pg.PoolConfig
  limits: AccountLimits
  now(this: void): Date
  log: { warn(about: object, text: string): void }
  /** Started by another process, which speaks for the instance: what it is called there, and the way to it. */
  beside: { name: string; parent: Other } | undefined
}

/** What whoever set it up did not mean, in sentences. */
export function concernsOf({
  metrics,
  role,
  health_port,
}: Pick<Config, 'metrics' | 'role' | 'health_port'>): string[] {
  if (!metrics) return []
  const { port, host, token } = metrics
  const open = port !== undefined && token === undefined && !LOOPBACK.test(host)
  const nowhere = port === undefined && role === 'worker' && health_port === undefined
  return [
    ...(open
      ? [
          `Whoever reaches ${host}:${port} reads the metrics: set METRICS_TOKEN, or keep strangers from the port.`,
        ]
      : []),
    ...(nowhere
      ? ['Nobody can read the metrics of this worker: set METRICS_PORT, or HEALTH_PORT.']
      : []),
  ]
}

const LOOPBACK = /^(127(\.\d+){3}|::1|localhost)$/

/** The server cancels a statement, and when no server answers the connection is given up. */
const TIME_LIMITS = { statement_timeout: 2_000, query_timeout: 3_000 }

/** Listens on METRICS_PORT, if there is one. */
export async function openMetrics(
  config: Pick<Config, 'metrics' | 'role' | 'health_port'>,
  { database, limits, now, log, beside }: Counted,
  stack: AsyncDisposableStack,
): Promise<Metrics> {
  const { metrics, role } = config
  if (!beside) for (const concern of concernsOf(config)) log.warn({}, concern)
  const name = beside?.name ?? 'main'
  const { version } = manifest
  const runs = role === 'api' ? [] : chores.map((chore) => chore.name)
  const own = processMetrics({ name, version, role, chores: runs })
  const others = new Set<() => Promise<string | undefined>>()

  async function gather() {
    const told = await Promise.all([instance(), own.text(), ...[...others].map((ask) => ask())])
    return merged(told.filter((text) => text !== undefined))
  }
  const instance = beside ? async () => '' : ofInstance()
  function ofInstance() {
    // A connection of its own: the others may all be busy just then.
    const limited = { ...database, ...TIME_LIMITS }
    const { db } = stack.use(connect(limited, { max: 1, name: 'crier-metrics' }))
    const read = instanceReader({ db, limits, now, log })
    return async () => instanceText(await read())
  }

  const ask = beside && metricsChannel(beside.parent, own.text)
  const text = async () => (await ask?.()) ?? (await gather())
  const door = metricsDoor(metrics?.token, text, log)
  if (metrics?.port !== undefined) await listen(metrics.port, metrics.host, door, stack)
  return {
    observer: own.observer,
    watch: own.watch,
    door: metrics?.token && door,
    join(child) {
      const asking = metricsChannel(child, gather)
      others.add(asking)
      child.once('exit', () => others.delete(asking))
    },
  }
}

async function listen(port: number, host: string, door: MetricsDoor, stack: AsyncDisposableStack) {
  const server = createServer((request, response) => void door.answer(request, response))
  server.listen(port, host)
  await once(server, 'listening')
  stack.defer(() => {
    server.close()
    server.closeAllConnections()
  })
}
