/**
 * Metrics of the whole instance, read from the database: at most every ten seconds however often somebody asks, and never
 * waited for longer than an answer may take. A database that is away is told as that, and what is not known is not told.
 */
import { isAway } from '#rules/outage.ts'
import {
  readAccounts,
  readCircuits,
  readDeliveryTotals,
  readDue,
  readFailingWebhooks,
  readMails,
  readOutcomeUnknown,
  readPauses,
  readPublishing,
  readScheduled,
  readWebhookSends,
} from '#store/backlog.ts'
import type { AccountLimits } from '#store/claims.ts'
import { heldSince } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import type { ofInstance } from './definitions.ts'

export interface Value {
  name: keyof typeof ofInstance
  labels: Record<string, string>
  value: number
}

export interface Reading {
  db: Db
  limits: AccountLimits
  now(this: void): Date
  log: { warn(about: object, text: string): void }
}

/** Milliseconds for which what was read is told again. */
const FRESH = 10_000
/** For what changes slowly, and takes longer to read. */
const FRESH_LONG = 60_000
/** Prometheus gives up after ten seconds, if not told otherwise. */
const PATIENCE = 4_000

interface Read {
  fresh: number
  read(this: void, from: Reading): Promise<Value[]>
}

/** Every statement, by the name under which its failure is told. */
const reads: Record<string, Read> = {
  held: often(async ({ db }) => [
    value('crier_publishing_held', (await heldSince(db)) === undefined ? 0 : 1),
  ]),
  due: often(async ({ db, limits, now }) =>
    (await readDue(db, limits, now())).flatMap(({ deliveries, oldest, waits_for, ...side }) => [
      value('crier_deliveries_due', deliveries, { ...side, waits_for }),
      value('crier_deliveries_oldest_due_seconds', oldest, { ...side, waits_for }),
    ]),
  ),
  publishing: often(async ({ db }) =>
    (await readPublishing(db)).map(({ deliveries, in_doubt, ...side }) =>
      value('crier_deliveries_publishing', deliveries, {
        ...side,
        doing: in_doubt ? 'looking' : 'sending',
      }),
    ),
  ),
  outcome_unknown: often(async ({ db }) =>
    (await readOutcomeUnknown(db)).map(({ deliveries, ...side }) =>
      value('crier_deliveries_outcome_unknown', deliveries, side),
    ),
  ),
  totals: often(async ({ db }) => {
    const told = new Map((await readDeliveryTotals(db)).map((row) => [row.state, row.deliveries]))
    return (['open', 'published', 'failed', 'blocked'] as const).map((state) =>
      value('crier_deliveries', told.get(state) ?? 0, { state }),
    )
  }),
  circuits: often(async ({ db }) =>
    (await readCircuits(db)).flatMap(({ opened, ...side }) => [
      value('crier_circuit_open', 1, side),
      value('crier_circuit_failures', opened, side),
    ]),
  ),
  pauses: often(async ({ db, now }) =>
    (await readPauses(db, now())).map(({ seconds, ...side }) =>
      value('crier_platform_paused_seconds', seconds, side),
    ),
  ),
  webhooks: often(async ({ db, now }) => {
    const { oldest, ...states } = await readWebhookSends(db, now())
    return [
      ...byState('crier_webhook_sends', states),
      value('crier_webhook_oldest_due_seconds', oldest),
      value('crier_webhooks_failing', await readFailingWebhooks(db)),
    ]
  }),
  mails: often(async ({ db, now }) => {
    const { oldest, ...states } = await readMails(db, now())
    return [...byState('crier_mails', states), value('crier_mail_oldest_seconds', oldest)]
  }),
  scheduled: seldom(async ({ db }) =>
    (await readScheduled(db)).map(({ deliveries, ...side }) =>
      value('crier_deliveries_scheduled', deliveries, side),
    ),
  ),
  accounts: seldom(async ({ db }) =>
    (await readAccounts(db)).map(({ accounts, ...labels }) =>
      value('crier_accounts', accounts, labels),
    ),
  ),
}

function often(read: Read['read']): Read {
  return { fresh: FRESH, read }
}

function seldom(read: Read['read']): Read {
  return { fresh: FRESH_LONG, read }
}

function value(
  name: Value['name'],
  number: number,
  labels: Record<string, string | boolean> = {},
): Value {
  const words = Object.entries(labels).map(([label, word]) => [label, String(word)])
  return { name, value: number, labels: Object.fromEntries(words) }
}

function byState(name: Value['name'], states: Record<string, number>) {
  return Object.entries(states).map(([state, number]) => value(name, number, { state }))
}

/** `clock`: milliseconds that only go forward. `patience`: for so many an answer may be waited for. */
export function instanceReader(
  from: Reading,
  { clock = () => performance.now(), patience = PATIENCE } = {},
) {
  const known = new Map<string, { at: number; values: Value[]; failed: boolean }>()
  let answers: { at: number; up: boolean } | undefined
  let pending: Promise<void> | undefined

  async function readAll() {
    const began = clock()
    for (const [name, { fresh, read }] of Object.entries(reads)) {
      const before = known.get(name)
      if (before && !before.failed && began - before.at < fresh) continue
      try {
        known.set(name, { at: began, values: await read(from), failed: false })
      } catch (error) {
        // A statement that takes too long is no outage: the others may still be told.
        if (isAway(error) || isSilence(error)) {
          known.clear()
          answers = { at: began, up: false }
          return
        }
        if (!before?.failed) from.log.warn({ err: error, reading: name }, 'a metric was not read')
        known.set(name, { at: began, values: [], failed: true })
      }
    }
    answers = { at: began, up: true }
  }

  return async function read(): Promise<Value[]> {
    if (!answers || clock() - answers.at >= FRESH)
      pending ??= readAll().finally(() => {
        pending = undefined
      })
    const came = pending ? await within(patience, pending) : true
    if (!came || !answers?.up) return [value('crier_database_up', 0)]
    const readings = [...known].map(([reading, { failed }]) =>
      value('crier_database_reading_failed', failed ? 1 : 0, { reading }),
    )
    return [
      value('crier_database_up', 1),
      ...readings,
      ...[...known.values()].flatMap(({ values }) => values),
    ]
  }
}

/** The server's limit on a statement comes first where there is a server. */
function isSilence(error: unknown) {
  return error instanceof Error && error.message === 'Query read timeout'
}

async function within(ms: number, promise: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([promise.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}
