/** Kinds of columns, as the tables' types have them. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export type Id = Generated<number>
/** Written as Date or ISO text, read as ISO text. */
export type Time = ColumnType<string, Date | string, Date | string>
export type TimeOrNull = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>
