/** Kinds of columns, as the tables' types have them. */
import { type ColumnType, type Generated, type JSONColumnType, sql } from 'kysely'

export type Id = Generated<number>
/** Written as Date or ISO text, read as ISO text. */
export type Time = ColumnType<string, Date | string, Date | string>
export type TimeOrNull = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>

/** What `updated_at` becomes: two changes within a millisecond are two versions. */
export function later(now: Date) {
  return sql<string>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
}
