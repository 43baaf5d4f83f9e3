/** What keeps accounts from publishing: pauses, circuits, and how many posts a platform takes a day. */
import { sql } from 'kysely'
import type { Held } from '#rules/hold.ts'
import type { Scope } from './schema.ts'
import { ask, shiftPlaces, type Statement, type Whose, workspaceIn } from './trip.ts'

const DAY = 86_400_000

/** `per_day` by platform. What is counted here is what claims count: see claims.ts. */
export async function findHolds(
  { db, workspace_id }: Scope,
  account_ids: readonly number[],
  per_day: PerDay,
  now: Date,
): Promise<Held[]> {
  if (!account_ids.length) return []
  return ask(db, holdsFor({ workspace_id }, account_ids, per_day, now))
}

type PerDay = Readonly<Record<string, number | null>>

/** Of these accounts, or of those that the statement finds. */
export function holdsFor(
  whose: Whose,
  accounts: readonly number[] | Statement<{ account_id: number }>,
  per_day: PerDay,
  now: Date,
): Statement<Held> {
  const [among, of] =
    'text' in accounts
      ? [`in (${shiftPlaces(accounts.text, 4)})`, accounts.values]
      : ['= any($5::bigint[])', [accounts]]
  const { workspace, id } = workspaceIn(whose)
  const today = new Date(now.getTime() - DAY)
  const mine = 'd.workspace_id = a.workspace_id and d.account_id = a.id'
  return {
    // What is being published has no time of it yet, which is where the index ends. Only one time is written out: doing so for
    // all that are passed over took longer than the whole list.
    text: `
    select a.id as account_id,
      case when a.held_at is not null or w.held_at is not null then json_build_object(
        'since', iso(coalesce(w.held_at, a.held_at)), 'reason', case when w.held_at is null then a.held_reason else w.held_reason end,
        'whole', w.held_at is not null) end as paused,
      iso(case when a.paused_until > $2 then a.paused_until end) as account_until,
      (select iso(p.until) from pauses p where p.platform = a.platform and p.sandbox = a.sandbox and p.until > $2) as app_until,
      (select iso(greatest(c.until, c.probe_until)) from circuits c
        where c.platform = a.platform and c.sandbox = a.sandbox and greatest(c.until, c.probe_until) > $2) as silent_until,
      case when l.per_day is not null then (
        select iso(last.at + interval '24 hours') from (
          select d.published_at as at from deliveries d
          where ${mine} and d.status = 'published' and d.published_at > $3
          order by d.published_at desc
          offset greatest(0, l.per_day - 1 - (
            select count(*) from deliveries d where ${mine} and d.status = 'publishing' and d.published_at is null) - (
            select coalesce(sum(jsonb_array_length(d.parts) - 1), 0) from deliveries d
            where ${mine} and d.parts is not null and d.published_at > $3)) limit 1
        ) last
      ) end as daily_until
    from accounts a
    join workspaces w on w.id = a.workspace_id
    left join jsonb_each_text($4::jsonb) as j(platform, text) on j.platform = a.platform
    cross join lateral (select j.text::int as per_day) l
    where a.workspace_id = ${workspace} and a.id ${among}`,
    values: [id, now, today, JSON.stringify(per_day), ...of],
  }
}

/** What went out on an account in the last 24 hours. */
export interface DayUsed {
  account_id: number
  used: number
  /** When the first of it is 24 hours old; null: none has a time yet. */
  resets_at: string | null
}

/** Counted as what keeps accounts from publishing is. */
export async function usedInDay(
  { db, workspace_id }: Scope,
  account_ids: readonly number[],
  now: Date,
): Promise<DayUsed[]> {
  const since = new Date(now.getTime() - DAY)
  const mine = sql`d.workspace_id = a.workspace_id and d.account_id = a.id`
  const { rows } = await sql<DayUsed>`
    select a.id as account_id, iso(told.first + interval '24 hours') as resets_at,
      (told.published + told.parts + (
        select count(*) from deliveries d where ${mine} and d.status = 'publishing' and d.published_at is null))::int as used
    from accounts a
    cross join lateral (
      select count(*) filter (where d.status = 'published') as published, min(d.published_at) as first,
        coalesce(sum(jsonb_array_length(d.parts) - 1), 0) as parts
      from deliveries d where ${mine} and d.published_at > ${since}) told
    where a.workspace_id = ${workspace_id} and a.id = any(${account_ids}::bigint[])`.execute(db)
  return rows
}
