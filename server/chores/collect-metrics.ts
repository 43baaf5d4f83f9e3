import { manifests } from '#platforms/catalog.ts'
import { afterFailure, nextMeasure, snapshotNumber } from '#rules/metrics.ts'
import { type Due, listToMeasure, type Plan, planMeasures } from '#store/measuring.ts'
import { keepSnapshots, type Snapshot } from '#store/snapshots.ts'
import type { Chore, Dependencies } from './chore.ts'
import { collectAudience } from './collect-audience.ts'
import { Closed, measure, type Told } from './measure.ts'

/** Deliveries looked at in one go. */
const AT_ONCE = 1000
/** Accounts asked at the same time. */
const HANDS = 8
/** Milliseconds after which no further go is begun: the rest waits for the next run. */
const ENOUGH = 8 * 60_000

/**
 * Takes the numbers of published posts at the ages of rules/metrics.ts. Every delivery that is looked at gets a later time
 * or none: whatever a platform does, none is asked for in a circle, and none stands in the way of another. Then the numbers
 * of accounts themselves, once a day.
 */
export const collectMetrics: Chore = {
  name: 'collect-metrics',
  cron: '*/5 * * * *',

  async run(deps, signal) {
    const platforms = Object.values(manifests).flatMap(({ id, metrics }) => (metrics ? [id] : []))
    const closed = new Closed()
    const began = deps.now()
    while (deps.now().getTime() - began.getTime() < ENOUGH) {
      // Only what was due when the run began: what is put off by it is another run's business.
      const due = await listToMeasure(deps.db, platforms, began, AT_ONCE)
      if (!due.length) break
      const accounts = Map.groupBy(
        due,
        ({ workspace_id, account_id }) => `${workspace_id} ${account_id}`,
      )
      const turns = accounts.values()
      const hand = async () => {
        for (const rows of turns) await measureAccount(rows, deps, closed, signal)
      }
      await Promise.all(Array.from({ length: HANDS }, hand))
    }
    await collectAudience(deps, closed, began, signal)
  },
}

async function measureAccount(
  due: readonly Due[],
  deps: Dependencies,
  closed: Closed,
  signal: AbortSignal,
) {
  for await (const { rows, told } of measure(due, deps, closed, signal)) {
    signal.throwIfAborted()
    const now = deps.now()
    const results = rows.map((row) => resultOf(row, told, now))
    await deps.db.transaction().execute(async (db) => {
      const scope = { db, workspace_id: rows[0]?.workspace_id ?? 0 }
      const snapshots = results.flatMap(({ snapshot }) => snapshot ?? [])
      if (snapshots.length) await keepSnapshots(scope, snapshots)
      await planMeasures(
        scope,
        results.map(({ plan }) => plan),
      )
    })
  }
}

interface Result {
  plan: Plan
  snapshot?: Snapshot
}

function resultOf(row: Due, told: Told, now: Date): Result {
  const { id, measure_tries } = row
  const gone_at = row.gone_at === null ? null : new Date(row.gone_at)
  const published_at = new Date(row.published_at)
  const numbers = 'failure' in told ? undefined : told.numbers.get(row.platform_post_id)
  if (numbers === undefined || (numbers === 'gone' && gone_at === null)) {
    const until = 'failure' in told ? told.failure.retry_at : undefined
    const plan = { id, ...afterFailure(published_at, now, { tries: measure_tries, until }) }
    return { plan: { ...plan, gone_at: numbers === 'gone' ? now : gone_at } }
  }
  // Platforms are slow to show a post at times: one that is missing twice in a row is gone, and never asked for again.
  if (numbers === 'gone') return { plan: { id, measure_at: null, measure_tries: 0, gone_at } }
  return {
    plan: {
      id,
      measure_at: nextMeasure(published_at, now) ?? null,
      measure_tries: 0,
      gone_at: null,
    },
    snapshot: {
      ...numbers,
      delivery_id: id,
      number: snapshotNumber(published_at, now),
      taken_at: now,
    },
  }
}
