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

/** A row that PostgreSQL writes as a list of its values. */
export type Unnamed<Row> = readonly unknown[] & { readonly of?: Row }

/**
 * A row that travels without its names, which take PostgreSQL longer to write than what they stand for (decision 281). What stands
 * within it without names is still to be read.
 */
export function unnamed<Row extends object>(columns: { readonly [Name in keyof Row]-?: string }) {
  const names = Object.keys(columns)
  return {
    /** An expression for a statement. */
    values: `json_build_array(${Object.values(columns).join(', ')})`,
    read(values: Unnamed<Row>): Row {
      const row: Record<string, unknown> = {}
      for (const [index, name] of names.entries()) row[name] = values[index]
      return row as Row
    },
  }
}
