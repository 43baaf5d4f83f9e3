/** What accounts used up, over 24 hours, of what their platforms count besides posts. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

const DAY = 86_400_000

/**
 * Counts one more where there is room for it and for the rest of what belongs to it: `need` is all of that, at most `most`. Else
 * nothing is counted, and what comes back is when there is room. Platforms that count take one post of an account at a time, so
 * that nobody counts beside it.
 */
export async function countOne(
  { db, workspace_id }: Scope,
  { account_id, what }: { account_id: number; what: string },
  { need, most }: { need: number; most: number },
  now: Date,
): Promise<Date | undefined> {
  const since = new Date(now.getTime() - DAY)
  const mine = sql`workspace_id = ${workspace_id} and account_id = ${account_id} and what = ${what}`
  const { rows } = await sql<{ frees: string | null }>`
    with gone as (delete from counted where ${mine} and at <= ${since}),
    used as (select at from counted where ${mine} and at > ${since}),
    room as (select count(*)::int + ${need}::int - ${most}::int as lacking from used),
    one as (
      insert into counted (workspace_id, account_id, what, at)
      select ${workspace_id}, ${account_id}, ${what}, ${now} from room where lacking <= 0)
    select case when lacking > 0 then (
      select iso(at + interval '24 hours') from used order by at offset lacking - 1 limit 1) end as frees
    from room`.execute(db)
  const frees = rows[0]?.frees
  return frees ? new Date(frees) : undefined
}

/** The last one used nothing up. */
export async function uncountOne(
  { db, workspace_id }: Scope,
  { account_id, what }: { account_id: number; what: string },
): Promise<void> {
  const mine = sql`workspace_id = ${workspace_id} and account_id = ${account_id} and what = ${what}`
  await sql`
    delete from counted where workspace_id = ${workspace_id} and id = (
      select id from counted where ${mine} order by at desc, id desc limit 1)`.execute(db)
}
