/** A page of a part of the schedule, in the order in which its posts were made: neither order leads to it. */
import { type RawBuilder, sql } from 'kysely'
import { countOf } from './paging.ts'
import { type Asked, beforeEnd, endOf, moment } from './post-filter.ts'

/** What few posts have by its nature is looked up as ever: it would be looked up for each week. */
export function isByWeek({ filter, by }: Asked) {
  const { from, to, status, outcome, needs, at_risk, deleted, external_id } = filter
  const rare = [outcome, needs, at_risk || undefined, deleted || undefined, external_id]
  return (
    (from !== undefined || to !== undefined) &&
    by.sort === 'created_at' &&
    status !== 'failed' &&
    rare.every((each) => each === undefined)
  )
}

/** Written as the index posts_by_week has it. */
const weekOf = (time: RawBuilder<unknown>) => sql`date_bin('7 days', ${time}, '2001-01-01Z')`
const week = weekOf(sql`scheduled_at`)

/**
 * A part of the schedule in the order in which its posts were made. Neither order leads to it: most of what was made lies outside
 * of it, and all that lies within would have to be sorted. So each of its weeks is walked by itself, for a page.
 */
export function pageOfWeeks(workspace_id: number, { filter, page, by, wanted }: Asked) {
  const { from, to, ...more } = filter
  const planned = sql`workspace_id = ${workspace_id} and deleted_at is null and scheduled_at is not null`
  const parts = [wanted(more)]
  let since = sql``
  let until = sql``
  // The times not as the index by schedule has them: that one would be read from the first day to the last for each week.
  if (from !== undefined) {
    const begin = moment(workspace_id, from, 0)
    since = sql`and ${week} >= ${weekOf(begin)}`
    parts.push(sql`scheduled_at >= ${begin}`)
  }
  if (to !== undefined) {
    const end = endOf(workspace_id, to)
    until = sql`and ${week} <= ${weekOf(end)}`
    parts.push(sql`scheduled_at ${beforeEnd(to)} ${end}`)
  }
  const order = sql.raw(by.order)
  const limit = countOf(page.limit + page.offset)
  return sql`
    with recursive weeks (week) as (
      (select ${week} from posts where ${planned} ${since} ${until} order by 1 limit 1)
      union all
      select (select ${week} from posts where ${planned} and ${week} > weeks.week ${until} order by 1 limit 1)
      from weeks where week is not null
    )
    select found.id from weeks cross join lateral (
      select id, created_at from posts where ${planned} and ${week} = weeks.week and ${sql.join(parts, sql` and `)}
      order by created_at ${order}, id ${order} limit ${limit}) found
    order by found.created_at ${order}, found.id ${order} limit ${limit}`
}
