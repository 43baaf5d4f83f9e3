/**
 * Where the time of PostgreSQL goes, by statement: `BENCH_STATEMENTS=1 npm run bench -- herd`, or `fairness`. What functions
 * do is told beside them. It costs some of what it measures.
 */
import { sql } from 'kysely'
import type { Db } from '#store/schema.ts'

const isWanted = Boolean(process.env['BENCH_STATEMENTS'])

/** For the server, before it starts. */
export const statementSettings: Record<string, string> = isWanted
  ? {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'all',
      'pg_stat_statements.track_planning': 'on',
    }
  : {}

/** From here on. */
export async function followStatements(db: Db) {
  if (!isWanted) return
  await sql`create extension if not exists pg_stat_statements`.execute(db)
  await sql`select pg_stat_statements_reset()`.execute(db)
}

/** A line each, the most expensive first. */
export async function statementsOf(db: Db): Promise<string[]> {
  if (!isWanted) return []
  const { rows } = await sql<{
    calls: number
    ms: number
    longest: number
    planning: number
    plans: number
    rows: number
    top: boolean
    text: string
  }>`
    select calls, total_exec_time as ms, max_exec_time as longest, total_plan_time as planning, plans, rows, toplevel as top, regexp_replace(query, '\\s+', ' ', 'g') as text
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 30`.execute(db)
  return rows.map(
    ({ calls, ms, longest, planning, plans, rows: many, top, text }) =>
      `${ms.toFixed(0).padStart(6)} ms, at most ${longest.toFixed(0).padStart(4)}, and ${planning.toFixed(0).padStart(5)} for ${String(plans).padStart(5)} plans; ${String(calls).padStart(6)} calls ${String(many).padStart(7)} rows ${top ? '  ' : 'in'} ${text.trim().slice(0, 150)}`,
  )
}
