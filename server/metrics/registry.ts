/** Counts what one process tells, by prom-client, and says it in Prometheus' text format. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Observer } from '#rules/observer.ts'
import { type Definition, ofInstance, ofNode, ofProcess } from './definitions.ts'
import type { Value } from './instance.ts'

/** How a pool of connections stands; see database/connect.ts. */
export interface Pool {
  name: string
  connections(this: void): { max: number; open: number; idle: number; waiting: number }
}

export interface About {
  /** The value of the label `process`. */
  name: string
  version: string
  role: string
  /** Those that may be run here are told as never having failed, so that a first failure is a change. */
  chores: readonly string[]
}

export interface ProcessMetrics {
  observer: Observer
  watch(this: void, pool: Pool): void
  text(this: void): Promise<string>
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function processMetrics({ name, version, role, chores }: About): ProcessMetrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  for (const { name: told } of registry.getMetricsAsArray())
    if (!(told in ofNode)) registry.removeSingleMetric(told)

  const { counter, gauge, histogram } = makers(registry)
  gauge('crier_info').set({ version, node: process.version, role }, 1)
  // Made when there is something to tell: without labels it would be told as 0 from the start.
  let asked: Gauge | undefined
  const lateness = histogram('crier_delivery_lateness_seconds')
  const attempts = counter('crier_attempts_total')
  const durations = histogram('crier_attempt_duration_seconds')
  const looks = counter('crier_looks_total')
  const refreshes = counter('crier_token_refreshes_total')
  const webhooks = counter('crier_webhook_calls_total')
  const mails = counter('crier_mails_total')
  const runs = counter('crier_chore_runs_total')
  const succeeded = gauge('crier_chore_success_timestamp_seconds')
  const took = gauge('crier_chore_duration_seconds')
  const requests = histogram('crier_http_request_duration_seconds')
  for (const chore of chores)
    for (const outcome of ['done', 'failed']) runs.inc({ chore, outcome }, 0)

  const pools: Pool[] = []
  const connections = gauge('crier_database_connections', readPools)
  const most = gauge('crier_database_connections_max')
  const waiting = gauge('crier_database_waiting')
  function readPools() {
    for (const { name: full, connections: read } of pools) {
      const pool = full.replace('crier-', '')
      const now = read()
      connections.set({ pool, state: 'idle' }, now.idle)
      connections.set({ pool, state: 'busy' }, now.open - now.idle)
      most.set({ pool }, now.max)
      waiting.set({ pool }, now.waiting)
    }
  }

  const observer: Observer = {
    answered({ method, route = 'unmatched', status, seconds }) {
      const known = methods.has(method) ? method : 'other'
      requests.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    claimed(at) {
      asked ??= gauge('crier_worker_claimed_timestamp_seconds')
      asked.set(at.getTime() / 1000)
    },
    began: ({ late, ...side }) => lateness.observe(labelled(side), late),
    attempted({ seconds, outcome, code, ...side }) {
      attempts.inc({ ...labelled(side), outcome, code: code ?? 'none' })
      durations.observe(labelled(side), seconds)
    },
    looked: ({ finding, ...side }) => looks.inc({ ...labelled(side), finding }),
    refreshed: ({ outcome, ...side }) => refreshes.inc({ ...labelled(side), outcome }),
    choreRan({ chore, done, seconds, at }) {
      runs.inc({ chore, outcome: done ? 'done' : 'failed' })
      took.set({ chore }, seconds)
      if (done) succeeded.set({ chore }, at.getTime() / 1000)
    },
    webhookSent: (outcome) => webhooks.inc({ outcome }),
    mailSent: (outcome) => mails.inc({ outcome }),
  }
  return { observer, watch: (pool) => void pools.push(pool), text: () => registry.metrics() }
}

function labelled({ platform, sandbox }: { platform: string; sandbox: boolean }) {
  return { platform, sandbox: String(sandbox) }
}

type Own = keyof typeof ofProcess

function makers(registry: Registry) {
  const of = (name: Own) => {
    const { help, labels }: Definition = ofProcess[name]
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  return {
    counter: (name: Own) => new Counter(of(name)),
    gauge: (name: Own, collect?: () => void) =>
      new Gauge({ ...of(name), ...(collect && { collect }) }),
    histogram: (name: Own) => {
      const { buckets = [] }: Definition = ofProcess[name]
      return new Histogram({ ...of(name), buckets: [...buckets] })
    },
  }
}

/** What was read of the instance, as text. A metric without a value is left out. */
export async function instanceText(values: readonly Value[]): Promise<string> {
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  for (const { name, labels, value } of values) {
    const { help, labels: labelNames } = ofInstance[name]
    const known = gauges.get(name)
    const gauge =
      known ?? new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
    gauges.set(name, gauge)
    gauge.set(labels, value)
  }
  return registry.metrics()
}
