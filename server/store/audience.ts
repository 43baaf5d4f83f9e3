/** Numbers of accounts themselves: which are to be asked for, and what was told. */
import { sql } from 'kysely'
import type { AccountCounts } from '#rules/metrics.ts'
import type { Window } from '#rules/window.ts'
import type { Db, Scope } from './schema.ts'

export interface AccountDue {
  workspace_id: number
  account_id: number
  platform: string
  sandbox: boolean
  tries: number
}

/** Those that were never asked, then the longest overdue; what is paused or silent is left alone. */
export async function listAccountsToMeasure(
  db: Db,
  platforms: readonly string[],
  now: Date,
  limit: number,
) {
  const { rows } = await sql<AccountDue>`
    select a.workspace_id, a.id as account_id, a.platform, a.sandbox, coalesce(m.tries, 0)::int as tries
    from accounts a
    left join account_measures m on m.workspace_id = a.workspace_id and m.account_id = a.id
    where a.removed_at is null and a.platform = any(${[...platforms]}) and (m.measure_at is null or m.measure_at <= ${now})
      and not exists (select from pauses p where p.platform = a.platform and p.sandbox = a.sandbox and p.until > ${now})
      and not exists (select from circuits c where c.platform = a.platform and c.sandbox = a.sandbox and c.until > ${now})
    order by m.measure_at nulls first, a.id limit ${limit}`.execute(db)
  return rows
}

interface Kept {
  account_id: number
  taken_at: Date
  /** Undefined: nothing was told. */
  numbers: AccountCounts | undefined
  measure_at: Date
  tries: number
}

export async function keepAccountNumbers(
  { db, workspace_id }: Scope,
  { account_id, taken_at, numbers, measure_at, tries }: Kept,
) {
  if (numbers)
    await db
      .insertInto('account_snapshots')
      .values({ workspace_id, account_id, taken_at, ...numbers })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .insertInto('account_measures')
    .values({ workspace_id, account_id, measure_at, tries })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'account_id']).doUpdateSet({ measure_at, tries }),
    )
    .execute()
}

export type AccountOnDay = AccountCounts & { account_id: number; day: string; taken_at: string }

/** How far back a number is looked for that the window begins with. */
const BEFORE = '7 days'

/** The last numbers of each local day, from a week before the window on. */
export async function listAccountNumbers(
  { db, workspace_id }: Scope,
  account_ids: readonly number[],
  { from, to }: Window,
  timezone: string,
) {
  const { rows } = await sql<AccountOnDay>`
    select distinct on (account_id, day) account_id, to_char(day, 'YYYY-MM-DD') as day, taken_at, followers, following, posts, views, likes
    from (
      select *, (taken_at at time zone ${timezone})::date as day from account_snapshots
      where workspace_id = ${workspace_id} and account_id = any(${[...account_ids]})
        and taken_at >= ${from}::date::timestamp at time zone ${timezone} - ${BEFORE}::interval
        and taken_at < (${to}::date + 1)::timestamp at time zone ${timezone}) told
    order by account_id, day, taken_at desc`.execute(db)
  return rows
}
