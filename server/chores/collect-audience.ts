/** How many follow each account, and what else its platform counts of it: once a day. */
import { manifests } from '#platforms/catalog.ts'
import { nextOfAccount } from '#rules/metrics.ts'
import { type AccountDue, keepAccountNumbers, listAccountsToMeasure } from '#store/audience.ts'
import type { Dependencies } from './chore.ts'
import { type Closed, lineTo } from './measure.ts'

/** Accounts asked in one run, and at the same time. */
const AT_ONCE = 1000
const HANDS = 8

export async function collectAudience(
  deps: Dependencies,
  closed: Closed,
  began: Date,
  signal: AbortSignal,
) {
  const platforms = Object.values(manifests).flatMap(({ id, audience }) => (audience ? [id] : []))
  const due = await listAccountsToMeasure(deps.db, platforms, began, AT_ONCE)
  const turns = due.values()
  const hand = async () => {
    for (const account of turns) await measureAccount(account, deps, closed, signal)
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
}

async function measureAccount(
  due: AccountDue,
  deps: Dependencies,
  closed: Closed,
  signal: AbortSignal,
) {
  const line = lineTo(due, deps, signal)
  const ended = closed.of(due)
  const told = ended
    ? { failure: ended }
    : await line.ask(line.connector?.manifest.audience?.public, (connector, account, tools) =>
        connector.audience?.(account, tools),
      )
  signal.throwIfAborted()
  const now = deps.now()
  if ('failure' in told && !ended) closed.note(due, told.failure)
  const { workspace_id, account_id } = due
  const plan =
    'failure' in told
      ? nextOfAccount(now, { tries: due.tries, until: told.failure.retry_at })
      : nextOfAccount(now)
  await deps.db.transaction().execute((db) =>
    keepAccountNumbers(
      { db, workspace_id },
      {
        account_id,
        taken_at: now,
        numbers: 'failure' in told ? undefined : told.answer,
        ...plan,
      },
    ),
  )
}
