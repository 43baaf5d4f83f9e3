/** Counts that nobody has to count: appended by triggers, folded in the background. See migrations/0038-totals.ts. */
import { sql } from 'kysely'
import type { DeliveryStatus } from '#rules/delivery.ts'
import type { PostStatus } from '#rules/post.ts'
import type { PostFilter } from './post-filter.ts'
import type { Db, Scope } from './schema.ts'

type PostTotal = PostStatus | 'deleted'
type DeliveryTotal = `deliveries.${'open' | Exclude<DeliveryStatus, 'pending' | 'publishing'>}`
export type Total = PostTotal | DeliveryTotal | 'pending_in_drafts'

const live: readonly PostStatus[] = ['draft', 'scheduled', 'published', 'failed']

/** `what` and `count`, of a whole workspace, as its rows stand in this moment; what is not told is none. One statement sees either what was appended or what it was folded into, and never both. */
export function totalsIn({ workspace_id }: Pick<Scope, 'workspace_id'>) {
  return sql`
    select what, sum(count)::bigint as count from (
      select what, count from totals where workspace_id = ${workspace_id}
      union all
      select what, change from total_changes where workspace_id = ${workspace_id}
    ) told group by what`
}

/** Which totals make the length of this list. Undefined: it has to be counted. */
export function totalsOf(
  { account_ids }: Pick<Scope, 'account_ids'>,
  { status, deleted, ...more }: PostFilter,
): readonly PostTotal[] | undefined {
  if (account_ids || Object.values(more).some((value) => value !== undefined)) return undefined
  if (deleted) return status ? undefined : ['deleted']
  return status ? [status] : live
}

const AT_ONCE = 20_000

/** Makes what was appended part of the totals; one process at a time does. */
export async function foldTotals(db: Db) {
  await sql`select fold_totals(${AT_ONCE})`.execute(db)
}

/**
 * Counts everything, and appends what the totals lack. Answers how many totals were wrong: none, as long as whatever changes
 * posts and deliveries takes the post's lock first.
 */
export async function mendTotals(db: Db): Promise<number> {
  // One statement, so one snapshot: what comes meanwhile is in neither side, and is not lost on either.
  const { rows } = await sql`
    with told as (
      select workspace_id, what, sum(count) as count from (
        select workspace_id, what, count from totals
        union all
        select workspace_id, what, change from total_changes
      ) each group by workspace_id, what
    )
    insert into total_changes (workspace_id, what, change)
    select workspace_id, what, coalesce(counted.count, 0) - coalesce(told.count, 0)
    from counted_totals counted full join told using (workspace_id, what)
    where coalesce(counted.count, 0) <> coalesce(told.count, 0)
    returning what`.execute(db)
  return rows.length
}
