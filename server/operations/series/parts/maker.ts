/** What a chore does for series: makes posts that come near, and sees what became of those that were due. */
import type { Caller, Environment } from '#operations/context.ts'
import { FAILURES, SETTLED } from '#rules/series.ts'
import { checkedOccurrence, type Unchecked, uncheckedOccurrences } from '#store/occurrences.ts'
import type { Db } from '#store/schema.ts'
import { changeSeries, dueSeries, lockSeries, moveSeries, takeSeries } from '#store/series.ts'
import { holderOf } from './holder.ts'
import { makeAhead } from './making.ts'

interface Maker {
  db: Db
  environment: Environment
}

interface Log {
  error(about: object, text: string): void
}

const AT_ONCE = 100
/** After an error of ours. */
const LATER = 10 * 60_000
const DAY = 86_400_000
/** So long it is looked at what became of a post. */
const MOST = 30 * DAY

/** Looks only at what is due; resolves when nothing is. Two at once do each thing once. */
export async function makeSeries(maker: Maker, signal: AbortSignal, log?: Log): Promise<void> {
  while (!signal.aborted && (await settleSome(maker)) === AT_ONCE);
  while (!signal.aborted && (await visitSome(maker, signal, log)) === AT_ONCE);
}

async function visitSome({ db, environment }: Maker, signal: AbortSignal, log?: Log) {
  const due = await dueSeries(db, environment.now(), AT_ONCE)
  for (const { workspace_id, id } of due) {
    if (signal.aborted) break
    try {
      await visit({ db, environment }, { workspace_id, id }, signal)
    } catch (error) {
      log?.error({ err: error, series: id }, 'a series could not be looked at')
      const look_at = new Date(environment.now().getTime() + LATER)
      await moveSeries({ db, workspace_id }, id, { look_at })
    }
  }
  return due.length
}

/** All that it makes, and how far it is, in one commit: killed in between, it has made nothing. */
async function visit(
  { db, environment }: Maker,
  { workspace_id, id }: { workspace_id: number; id: number },
  signal: AbortSignal,
) {
  await db.transaction().execute(async (tx) => {
    const now = environment.now()
    const scope = { db: tx, workspace_id }
    const row = await takeSeries(scope, id, now)
    if (!row) return
    const caller = await holderOf(row, { db: tx, environment })
    if (!caller) {
      const change = {
        state: 'ended',
        why: 'credential_ended',
        waits: null,
        look_at: null,
      } as const
      await changeSeries(scope, id, change, now)
      return
    }
    await makeAhead(row, contextOf({ db: tx, environment }, caller, now, signal))
  })
}

function contextOf({ db, environment }: Maker, caller: Caller, now: Date, signal: AbortSignal) {
  const { workspace_id, leash } = caller
  return {
    db,
    workspace_id,
    account_ids: leash.account_ids ?? undefined,
    caller,
    environment,
    now,
    signal,
  }
}

async function settleSome({ db, environment }: Maker) {
  const now = environment.now()
  const due = await uncheckedOccurrences(db, now, AT_ONCE)
  for (const each of due) await settle(db, each, now)
  return due.length
}

/** Two posts in a row that failed on all of their accounts pause their series. */
async function settle(db: Db, each: Unchecked, now: Date) {
  const { workspace_id, series_id } = each
  await db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id }
    const row = await lockSeries(scope, series_id)
    const check_at = againAt(each, now)
    const won = await checkedOccurrence(scope, each, { check_at, now })
    if (!row || !won || each.deleted) return
    if (each.status === 'published') await moveSeries(scope, series_id, { post_failures: 0 })
    if (each.status !== 'failed') return
    const post_failures = row.post_failures + 1
    if (post_failures < FAILURES || row.state !== 'active') {
      await moveSeries(scope, series_id, { post_failures })
      return
    }
    const change = { state: 'paused', why: 'failures', waits: null, look_at: null } as const
    await changeSeries(scope, series_id, { ...change, post_failures }, now)
  })
}

/** Null: it is over, or nobody waits for it any more. */
function againAt({ deleted, status, scheduled_at, at }: Unchecked, now: Date): Date | null {
  if (deleted || status === 'published' || status === 'failed') return null
  const meant = Math.max(Date.parse(scheduled_at ?? at), Date.parse(at))
  const age = now.getTime() - meant
  if (age > MOST) return null
  if (age < 0) return new Date(meant + SETTLED)
  // What waits for long is looked at rarely.
  return new Date(now.getTime() + Math.max(2 * SETTLED, age / 4))
}
