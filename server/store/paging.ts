/** Which rows of an ordered list make a page. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** The last row of the page before, by what the list is ordered by. It may be gone meanwhile. */
export interface Anchor {
  /** To the millisecond; null: never, which is later than all times. */
  at: Date | null
  id: number
}

export interface Window {
  limit: number
  offset: number
  after?: Anchor | undefined
}

/** Of a list that is ordered by that time and then by id. Without an anchor: all rows. */
export function behind(
  time: 'created_at' | 'approval_asked_at' | Expression<unknown>,
  after: Anchor | undefined,
  order: 'asc' | 'desc',
): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`
  const row = sql`(${typeof time === 'string' ? sql.ref(time) : time}, id)`
  const anchor = sql`(${after.at ?? 'infinity'}::timestamptz, ${after.id}::bigint)`
  return order === 'asc' ? sql<SqlBool>`${row} > ${anchor}` : sql<SqlBool>`${row} < ${anchor}`
}

/** Pages of the usual sizes, each with the row that tells whether there is more. */
const WRITTEN_OUT = new Set([11, 16, 21, 51, 101, 201])

/**
 * For `limit` and `offset`. What is usual is written into the statement: planned for just any number of rows, it looked so dear
 * that PostgreSQL planned it anew at every call, for more than half of the time that it took.
 */
export function countOf(rows: number) {
  return rows === 0 || WRITTEN_OUT.has(rows) ? sql.lit(rows) : sql.val(rows)
}
