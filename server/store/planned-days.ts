/** What stands on the days of a calendar: how much of it, and the first of each day. */
import { sql } from 'kysely'
import type { DeliveryStatus } from '#rules/delivery.ts'
import type { PostStatus } from '#rules/post.ts'
import type { RiskCode } from '#rules/risk.ts'
import { matches, type PostFilter, scheduleTime } from './post-filter.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

/** How a post stands, as far as its outcome tells it. */
export interface Standing {
  status: PostStatus
  /** Of its deliveries, each once. */
  statuses: DeliveryStatus[]
}

export interface DayCount extends Standing {
  /** By the order of days; the first is 1. */
  day: number
  count: number
}

export interface DayPost extends Standing {
  day: number
  id: number
  at: string
  /** Of an account that goes out later than the post; the others are another entry. */
  account_id: number | null
  account_ids: number[]
  content: string
  is_thread: boolean
  mime_type: string | null
  thumbnail_key: string | null
  risks: RiskCode[] | null
  awaiting: boolean
  undecided: boolean
  updated_at: string
}

interface Asked {
  /** When each day begins, and at last when the last one has ended. */
  starts: readonly string[]
  /** So many of a day are told. */
  most: number
}

/**
 * A post stands where it was published, or else where it is scheduled; each account with a time of its own stands there
 * besides. Counted in one statement with what is told, so that both are of one moment.
 */
export async function listPlannedDays(
  scope: Scope,
  filter: PostFilter,
  { starts, most }: Asked,
): Promise<{ counts: DayCount[]; told: DayPost[] }> {
  const { db, workspace_id } = scope
  const [from, to] = [starts[0], starts.at(-1)]
  const ours = sql`posts.workspace_id = ${workspace_id} and ${matches(scope, filter)} and ${reaches(scope)}`
  const only = filter.account_ids
    ? sql`and d.account_id = any (${[...filter.account_ids]}::bigint[])`
    : sql``
  const { rows } = await sql<{ counts: DayCount[] | null; told: DayPost[] | null }>`
    with found as materialized (
      select id, published_at as at, null::bigint as account_id from posts
        where ${ours} and published_at is not null and published_at >= ${from} and published_at < ${to}
      union all
      select id, scheduled_at, null from posts
        where ${ours} and published_at is null and ${scheduleTime} >= ${from} and ${scheduleTime} < ${to}
      union all
      select d.post_id, d.own_at, d.account_id from deliveries d
        where d.workspace_id = ${workspace_id} and d.own_at >= ${from} and d.own_at < ${to} ${only}
          and exists (select from posts where ${ours} and posts.id = d.post_id and d.own_at > posts.scheduled_at)),
    stood as materialized (
      select f.id, f.at, f.account_id, width_bucket(f.at, ${[...starts]}::timestamptz[]) as day, p.status, d.statuses,
        case when f.account_id is null then d.account_ids else jsonb_build_array(f.account_id) end as account_ids
      from found f
      join posts p on p.workspace_id = ${workspace_id} and p.id = f.id
      cross join lateral (
        select coalesce(array_agg(distinct d.status), '{}') as statuses, count(*) as accounts,
          coalesce(jsonb_agg(d.account_id order by d.position) filter (
            where d.own_at is null or p.scheduled_at is null or d.own_at <= p.scheduled_at), '[]') as account_ids
        from deliveries d where d.workspace_id = ${workspace_id} and d.post_id = f.id) d
      where f.account_id is not null or d.accounts = 0 or d.account_ids <> '[]'),
    placed as (select *, row_number() over (partition by day order by at, id, account_id) as place from stood),
    risky as (
      select post_id, jsonb_agg(distinct code) as codes from standing_risks where workspace_id = ${workspace_id} group by post_id)
    select
      (select json_agg(c) from (select day, status, statuses, count(*) as count from stood group by 1, 2, 3) c) as counts,
      (select json_agg(t order by day, place) from (
        select s.day, s.place, s.id, iso(s.at) as at, s.account_id, s.account_ids, s.status, s.statuses, left(p.content, 400) as content,
          p.thread is not null as is_thread, m.mime_type, m.thumbnail_key, r.codes as risks, iso(p.updated_at) as updated_at,
          p.approval_asked_at is not null and p.approval_declined is null as awaiting,
          'blocked' = any (s.statuses) and exists (
            select from deliveries d
            where d.workspace_id = ${workspace_id} and d.post_id = s.id and d.blocked_reason = 'outcome_unknown') as undecided
        from placed s
        join posts p on p.workspace_id = ${workspace_id} and p.id = s.id
        left join risky r on r.post_id = s.id
        left join lateral (
          select m.mime_type, m.thumbnail_key from post_media o
          join media m on m.workspace_id = o.workspace_id and m.id = o.media_id
          where o.workspace_id = ${workspace_id} and o.post_id = s.id and not o.in_thread order by o.position limit 1) m on true
        where s.place <= ${most}) t) as told`.execute(db)
  const [row] = rows
  return { counts: row?.counts ?? [], told: row?.told ?? [] }
}

/** Which accounts have something planned when, within these moments; `account_id` null: a draft that waits and goes to none. */
export async function takenBetween(
  { db, workspace_id }: Scope,
  from: string,
  to: string,
): Promise<{ at: string; account_id: number | null }[]> {
  const stands = sql`p.workspace_id = ${workspace_id} and p.deleted_at is null
    and (p.status <> 'draft' or (p.approval_asked_at is not null and p.approval_declined is null))`
  const { rows } = await sql<{ at: string; account_id: number | null }>`
    select p.scheduled_at as at, d.account_id from posts p
      left join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
        and (d.own_at is null or d.own_at <= p.scheduled_at)
      where ${stands} and coalesce(p.scheduled_at, 'infinity') >= ${from} and coalesce(p.scheduled_at, 'infinity') < ${to}
    union
    select d.own_at, d.account_id from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where d.workspace_id = ${workspace_id} and d.own_at >= ${from} and d.own_at < ${to} and ${stands}`.execute(
    db,
  )
  return rows
}
