/** What waits because of a refused errand. */
import type { Failure } from '#platforms/platform.ts'
import { type ErrandKind, type ErrandWork, holdErrands } from '#store/errands.ts'
import type { Db } from '#store/schema.ts'
import { pauseFor } from './conclude.ts'

/** Platforms count deleting and changing by themselves: what is too much of that stops no post from going out. */
const OF_THESE = new Set(['rate_limited', 'daily_limit'])

export async function pauseErrands(
  kind: ErrandKind,
  work: ErrandWork,
  failure: Failure,
  end: { state: string; at?: Date },
  db: Db,
): Promise<void> {
  const until = end.state === 'pending' ? end.at : failure.retry_at
  if (failure.kind !== 'later' || failure.scope === 'call' || !until) return
  if (!OF_THESE.has(failure.code)) return pauseFor(work, failure, until, db)
  const { platform, sandbox, workspace_id, account_id } = work
  const whose = failure.scope === 'app' ? {} : { workspace_id, account_id }
  await holdErrands(db, kind, { platform, sandbox, ...whose }, until)
}
