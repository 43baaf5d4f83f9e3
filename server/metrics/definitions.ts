/** Every metric that is exposed, with what it means: docs/metrics.md is generated from it, and nothing else is exposed. */

export interface Definition {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly Label[]
  /** Upper bounds of a histogram. */
  buckets?: readonly number[]
}

/** Each has few values, and none is of a workspace. */
export const labels = {
  platform: 'id of a platform, such as `x`',
  sandbox: '`true` for emulated platforms',
  state: 'as the metric says',
  waits_for:
    '`worker`: nothing but a worker. `platform`: its rate or daily limit, its silence, or the account’s previous post. `person`: a pause, or a restored instance that nobody resumed',
  doing: '`sending`, or `looking` for a call whose answer was lost',
  health: '`healthy`, `expiring`, `needs_reconnect`, `disabled`',
  outcome: 'as the metric says',
  code: 'a code of [docs/codes.md](codes.md), `none` without one',
  finding:
    'what a look led to: `found` (it is out), `send` (it is not, and is sent again), `wait` (for the next look), `ask` (a person), `over` (it is not, and its time is over), `failed` (the look itself)',
  method: 'of HTTP, `other` for what nobody here answers',
  route: 'template such as `/api/posts/:id`, `unmatched` for none',
  status: '`2xx`, `3xx`, `4xx`, `5xx`',
  chore: 'name of a recurring job',
  pool: '`api`, `worker`, `claims` (claiming and leases), `together` (writes of many attempts)',
  reading: 'which statement of those that read the instance',
  version: 'of Crier',
  node: 'version of Node',
  role: '`all`, `api`, `worker`',
  kind: 'of a collection: `major`, `minor`, `incremental`, `weakcb`',
  process:
    '`main`, or `api-1`, `api-2`, … of those that it started ([more than one process](scaling.md))',
} as const
export type Label = keyof typeof labels

const side = ['platform', 'sandbox'] as const

/** Of the whole instance, whichever process tells them: take `max`, never `sum`, where several are scraped. */
export const ofInstance = {
  crier_database_up: {
    type: 'gauge',
    help: '1 when the database answered the last reading, 0 when it did not. The other metrics of the instance are absent then.',
    labels: [],
  },
  crier_database_reading_failed: {
    type: 'gauge',
    help: '1 for a statement that took longer than 2 s or failed in the last reading; its metrics are absent.',
    labels: ['reading'],
  },
  crier_publishing_held: {
    type: 'gauge',
    help: '1 while a copied or restored instance waits for crier resume. Nothing is sent.',
    labels: [],
  },
  crier_deliveries: {
    type: 'gauge',
    help: 'Deliveries of posts that are not deleted, by state: open (not sent yet, drafts included), published, failed, blocked.',
    labels: ['state'],
  },
  crier_deliveries_scheduled: {
    type: 'gauge',
    help: 'Deliveries that have a time and are still to go out, due ones included. Read once a minute.',
    labels: side,
  },
  crier_deliveries_due: {
    type: 'gauge',
    help: 'Deliveries whose time has come and that are not under way, by what they wait for.',
    labels: [...side, 'waits_for'],
  },
  crier_deliveries_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest of them has been due.',
    labels: [...side, 'waits_for'],
  },
  crier_deliveries_publishing: {
    type: 'gauge',
    help: 'Deliveries under way.',
    labels: [...side, 'doing'],
  },
  crier_deliveries_outcome_unknown: {
    type: 'gauge',
    help: 'Deliveries of which nobody can tell whether they are out: a person has to look.',
    labels: side,
  },
  crier_accounts: {
    type: 'gauge',
    help: 'Connected accounts by health. Read once a minute.',
    labels: [...side, 'health'],
  },
  crier_circuit_open: {
    type: 'gauge',
    help: '1 for a platform that is left alone because it is silent towards several accounts. Absent: it answers.',
    labels: side,
  },
  crier_circuit_failures: {
    type: 'gauge',
    help: 'How often in a row it was found silent.',
    labels: side,
  },
  crier_platform_paused_seconds: {
    type: 'gauge',
    help: 'For how long a platform still wants no calls of this app, all accounts together. Absent: it takes them.',
    labels: side,
  },
  crier_webhook_sends: {
    type: 'gauge',
    help: 'Calls of webhooks that are on, by state: due, later (a retry), sending. Counted up to 100000.',
    labels: ['state'],
  },
  crier_webhook_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest call of a webhook has been due. 0: none is.',
    labels: [],
  },
  crier_webhooks_failing: {
    type: 'gauge',
    help: 'Webhooks that are on and whose last call failed.',
    labels: [],
  },
  crier_mails: {
    type: 'gauge',
    help: 'Mails on their way, by state: due, later (under way, or a retry).',
    labels: ['state'],
  },
  crier_mail_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest of them has been on its way. 0: there is none.',
    labels: [],
  },
} as const satisfies Record<string, Definition>

/** Of each process, with the label `process`. Counters begin at 0 with it. */
export const ofProcess = {
  crier_info: {
    type: 'gauge',
    help: 'Always 1: which version runs.',
    labels: ['version', 'node', 'role'],
  },
  crier_worker_claimed_timestamp_seconds: {
    type: 'gauge',
    help: 'When this worker last asked for what is due. It does so every second, or sooner.',
    labels: [],
  },
  crier_delivery_lateness_seconds: {
    type: 'histogram',
    help: 'From the time of a delivery to its first request to the platform; pauses and limits in between count.',
    labels: side,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400],
  },
  crier_attempts_total: {
    type: 'counter',
    help: 'Attempts of deliveries by how they ended: published, failed, blocked, later (tried again), look (its answer was lost, or the platform is at work), released (at a stop, or for want of a free hand), lost (another worker has it), broke_off (the database was away, or a bug).',
    labels: [...side, 'outcome', 'code'],
  },
  crier_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long they took.',
    labels: side,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
  },
  crier_looks_total: {
    type: 'counter',
    help: 'Looks at a platform for a call whose answer was lost.',
    labels: [...side, 'finding'],
  },
  crier_token_refreshes_total: {
    type: 'counter',
    help: 'Refreshes of tokens by outcome: renewed, ended (the account must be connected again), later (tried again), broke_off (a bug).',
    labels: [...side, 'outcome'],
  },
  crier_webhook_calls_total: {
    type: 'counter',
    help: 'Calls of webhooks by outcome: sent, later (tried again), given_up.',
    labels: ['outcome'],
  },
  crier_mails_total: {
    type: 'counter',
    help: 'Mails by outcome: sent, later (tried again), given_up.',
    labels: ['outcome'],
  },
  crier_chore_runs_total: {
    type: 'counter',
    help: 'Runs of recurring jobs by outcome: done, failed. Whichever process comes first carries one out.',
    labels: ['chore', 'outcome'],
  },
  crier_chore_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When this process last carried the job out. Absent: it has not since it began.',
    labels: ['chore'],
  },
  crier_chore_duration_seconds: {
    type: 'gauge',
    help: 'How long its last run here took.',
    labels: ['chore'],
  },
  crier_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Requests, and how long their answers took: `_count` counts them. Requests that wait (?wait=, streams) are as long as they wait.',
    labels: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  },
  crier_database_connections: {
    type: 'gauge',
    help: 'Connections of a pool by state: idle, busy.',
    labels: ['pool', 'state'],
  },
  crier_database_connections_max: {
    type: 'gauge',
    help: 'How many connections the pool may have.',
    labels: ['pool'],
  },
  crier_database_waiting: {
    type: 'gauge',
    help: 'Statements that wait for a connection of the pool.',
    labels: ['pool'],
  },
} as const satisfies Record<string, Definition>

/** What prom-client tells of a Node process, of all that it can; names and units are its own. */
export const ofNode = {
  process_cpu_user_seconds_total: {
    type: 'counter',
    help: 'Processor time in the process.',
    labels: [],
  },
  process_cpu_system_seconds_total: {
    type: 'counter',
    help: 'Processor time in the system, for it.',
    labels: [],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Both together.',
    labels: [],
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process began.',
    labels: [],
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process.',
    labels: [],
  },
  process_open_fds: { type: 'gauge', help: 'Open files and sockets. Linux only.', labels: [] },
  process_max_fds: { type: 'gauge', help: 'How many it may have. Linux only.', labels: [] },
  nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    help: 'How late the event loop is at this moment.',
    labels: [],
  },
  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Half of its turns since the last scrape came sooner.',
    labels: [],
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99 % of its turns since the last scrape came sooner.',
    labels: [],
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'The latest since the last scrape.',
    labels: [],
  },
  nodejs_heap_size_total_bytes: {
    type: 'gauge',
    help: 'Heap of JavaScript, as reserved.',
    labels: [],
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'Heap of JavaScript, as used.',
    labels: [],
  },
  nodejs_external_memory_bytes: {
    type: 'gauge',
    help: 'Memory of buffers and libraries.',
    labels: [],
  },
  nodejs_gc_duration_seconds: {
    type: 'histogram',
    help: 'Collections of garbage.',
    labels: ['kind'],
  },
} as const satisfies Record<string, Definition>
