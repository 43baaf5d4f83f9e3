/**
 * A part of the schedule in the order in which its posts were made. Neither order leads to it: most of what was made lies outside
 * of it, and most of what lies within has to be sorted. So each of its weeks is walked by itself, for a page, by an index that has
 * every week in the order of making.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { countOf, type Window } from './paging.ts'
import { endOf, moment, type PostFilter, type PostOrder } from './post-filter.ts'

/** Written as the index posts_by_week has it. */
const weekOf = (time: RawBuilder<unknown>) => sql`date_bin('7 days', ${time}, '2001-01-01Z')`
const week = weekOf(sql`scheduled_at`)

/**
 * The numbers of the posts that such a list shows, if this is how it is read. What few posts have is looked up as ever: it would
 * be looked up for each week.
 */
export function pageOfWeeks(
  workspace_id: number,
  { from, to, outcome, needs, at_risk, deleted, external_id }: PostFilter,
  { limit, offset }: Window,
  { sort, order }: PostOrder,
  wanted: Expression<SqlBool>,
): RawBuilder<SqlBool> | undefined {
  const few = [outcome, needs, at_risk || undefined, deleted || undefined, external_id]
  if (!(from || to) || sort !== 'created_at' || few.some((each) => each !== undefined))
    return undefined
  const planned = sql`workspace_id = ${workspace_id} and deleted_at is null and scheduled_at is not null`
  const since = from ? sql`and ${week} >= ${weekOf(moment(workspace_id, from, 0))}` : sql``
  const until = to ? sql`and ${week} <= ${weekOf(endOf(workspace_id, to))}` : sql``
  const direction = sql.raw(order)
  return sql<SqlBool>`posts.id in (
    with recursive weeks (week) as (
      (select ${week} from posts where ${planned} ${since} ${until} order by 1 limit 1)
      union all
      select (select ${week} from posts where ${planned} and ${week} > weeks.week ${until} order by 1 limit 1)
      from weeks where week is not null
    )
    select found.id from weeks cross join lateral (
      select id, created_at from posts where ${planned} and ${week} = weeks.week and ${wanted}
      order by created_at ${direction}, id ${direction} limit ${countOf(limit + offset)}) found
    order by found.created_at ${direction}, found.id ${direction} limit ${countOf(limit + offset)})`
}
