/** What credentials used of their requests, over all processes; one row a policy, so that its askers take turns. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

export interface Budget {
  credential: string
  policy: string
  limit: number
  window_ms: number
}

export interface Ask {
  now: Date
  /** Requests that wait for their answer. */
  waiting: number
  /** What the process would take besides, for those to come; it gets a sixteenth of what is free at the most. */
  ahead: number
  /** Until when units count as used at once, in ms since the epoch: those of the waiting, and those ahead. */
  ends: number
  ahead_ends: number
  /** Units taken before and not used, by their ends. */
  back: readonly { ends: number; units: number }[]
}

export interface Given {
  /** First for those that wait; what is more was taken ahead. */
  granted: number
  /** Of the window, by everybody. */
  used: number
  /** The oldest of them, in ms since the epoch. Null: there is none. */
  oldest: number | null
}

/** Each unit is free again a window after its end. Never more than the limit are held at once. */
export async function takeUnits(scope: Scope, budget: Budget, ask: Ask): Promise<Given> {
  const given = await tryToTake(scope, budget, ask)
  // A first statement makes the row, and gives nothing yet.
  const again = given ?? (await tryToTake(scope, budget, ask))
  if (!again) throw new Error(`The budget ${budget.policy} of ${budget.credential} does not stay.`)
  return again
}

async function tryToTake(
  { db, workspace_id }: Scope,
  { credential, policy, limit, window_ms }: Budget,
  { now, waiting, ahead, ends, ahead_ends, back }: Ask,
) {
  const since = now.getTime() - window_ms
  const until = new Date(ahead_ends + window_ms)
  const backEnds = back.map((each) => each.ends)
  const backUnits = back.map((each) => -each.units)
  const { rows } = await sql<Given & { fresh: boolean }>`
    insert into rate_budgets as b (workspace_id, credential, policy, ends, units, used, granted, until)
    values (${workspace_id}, ${credential}, ${policy}, '{}', '{}', 0, -1, ${until})
    on conflict (workspace_id, credential, policy) do update set (ends, units, used, granted, until) = (
      with kept as (
        select e, sum(u)::int as u from (
          select e, u from unnest(b.ends, b.units) as held(e, u)
          union all
          select e, u from unnest(${backEnds}::bigint[], ${backUnits}::int[]) as returned(e, u)
        ) as told
        where e > ${since}::bigint group by e having sum(u) > 0
      ),
      room as (select greatest(0, ${limit}::int - coalesce(sum(u), 0))::int as free from kept),
      given as (select least(free, ${waiting}::int + least(${ahead}::int, free / 16)) as units from room),
      counted as (
        select e, sum(u)::int as u from (
          select e, u from kept
          union all select ${ends}::bigint, least(units, ${waiting}::int) from given
          union all select ${ahead_ends}::bigint, units - least(units, ${waiting}::int) from given
        ) as told
        group by e having sum(u) > 0
      )
      select coalesce(array_agg(e order by e), '{}'), coalesce(array_agg(u order by e), '{}'),
        coalesce(sum(u), 0)::int, (select units from given), ${until}::timestamptz
      from counted
    )
    returning granted, used, granted < 0 as fresh, (select min(e)::float8 from unnest(ends) as e) as oldest`.execute(
    db,
  )
  const [row] = rows
  return row && !row.fresh ? row : undefined
}

/** How much of it is used now, without taking anything; nothing for a policy that was never asked of. */
export async function usedUnits(
  { db, workspace_id }: Scope,
  credentials: readonly string[],
  now: Date,
) {
  const { rows } = await sql<{
    credential: string
    policy: string
    ends: number[]
    units: number[]
  }>`
    select credential, policy, ends::float8[] as ends, units from rate_budgets
    where workspace_id = ${workspace_id} and credential = any (${credentials}) and until > ${now}`.execute(
    db,
  )
  return rows
}

export async function pruneRates({ db }: Pick<Scope, 'db'>, now: Date) {
  await sql`delete from rate_budgets where until < ${now}`.execute(db)
}
