/** What waits because of a refused removal. */
import type { Failure } from '#platforms/platform.ts'
import { holdRemovals, type RemovalEnd, type RemovalWork } from '#store/removals.ts'
import type { Db } from '#store/schema.ts'
import { pauseFor } from './conclude.ts'

/** Platforms count deleting by itself: what is too much of that stops no post from going out. */
const OF_REMOVING = new Set(['rate_limited', 'daily_limit'])

export async function pauseRemovals(
  work: RemovalWork,
  failure: Failure,
  end: RemovalEnd,
  db: Db,
): Promise<void> {
  const until = end.state === 'pending' ? end.at : failure.retry_at
  if (failure.kind !== 'later' || failure.scope === 'call' || !until) return
  if (!OF_REMOVING.has(failure.code)) return pauseFor(work, failure, until, db)
  const { platform, sandbox, workspace_id, account_id } = work
  const whose = failure.scope === 'app' ? {} : { workspace_id, account_id }
  await holdRemovals(db, { platform, sandbox, ...whose }, until)
}
