/** What stands on the days of a calendar: how much of it, and the first of each day. */
import { sql } from 'kysely'
import { DeliveryStatus } from '#rules/delivery.ts'
import type { PostStatus } from '#rules/post.ts'
import type { RiskCode } from '#rules/risk.ts'
import { byValues } from './planning.ts'
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
  /** Whose slot it has. */
  queue_id: number | null
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
  const ours = sql`posts.workspace_id = ${workspace_id} and ${matches(scope, filter)} and ${reaches(scope)} and ${byValues}`
  const only = filter.account_ids
    ? sql`and l.account_id = any (${[...filter.account_ids]}::bigint[])`
    : sql``
  const dayOf = (at: string) => sql`width_bucket(${sql.ref(at)}, ${[...starts]}::timestamptz[])`
  const { rows } = await sql<{ counts: Counted[] | null; told: Told[] | null }>`
    with late as materialized (
      select d.post_id, d.account_id, d.own_at from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where d.workspace_id = ${workspace_id} and d.own_at >= ${from} and d.own_at > p.scheduled_at),
    found as materialized (
      select id, status, published_at as at, ${dayOf('published_at')} as day, null::bigint as account_id from posts
        where ${ours} and published_at is not null and published_at >= ${from} and published_at < ${to} and ${isNotLate(scope)}
      union all
      select id, status, scheduled_at, ${dayOf('scheduled_at')}, null from posts
        where ${ours} and published_at is null and ${scheduleTime} >= ${from} and ${scheduleTime} < ${to} and ${isNotLate(scope)}
      union all
      select id, status, l.own_at, ${dayOf('l.own_at')}, l.account_id from late l join posts on posts.id = l.post_id
        where ${ours} and l.own_at < ${to} ${only}),
    begun as materialized (
      select f.id, bit_or(case d.status ${whenStatus} end) as statuses
      from (select distinct id from found where status in ('scheduled', 'published')) f
      join deliveries d on d.workspace_id = ${workspace_id} and d.post_id = f.id
      group by f.id),
    placed as (
      select *, row_number() over (partition by day order by at, id, account_id) as place from found),
    risky as materialized (
      select post_id, jsonb_agg(distinct code) as codes from standing_risks where workspace_id = ${workspace_id} group by post_id)
    select
      (select json_agg(c) from (
        select f.day, f.status, coalesce(b.statuses, 0) as statuses, count(*) as count
        from found f left join begun b on b.id = f.id group by 1, 2, 3) c) as counts,
      (select json_agg(t) from (
        select s.day, s.id, extract(epoch from s.at) as at, s.account_id, s.status, coalesce(b.statuses, 0) as statuses,
          case when s.account_id is not null then json_build_array(s.account_id) else coalesce(d.account_ids, '[]') end as account_ids,
          left(p.content, 400) as content, p.thread is not null as is_thread, m.mime_type, m.thumbnail_key, r.codes as risks,
          extract(epoch from p.updated_at) as updated_at,
          p.approval_asked_at is not null and p.approval_declined is null as awaiting,
          coalesce(d.undecided, false) as undecided, d.queue_id
        from placed s
        join posts p on p.workspace_id = ${workspace_id} and p.id = s.id
        left join begun b on b.id = s.id
        left join risky r on r.post_id = s.id
        cross join lateral (
          select json_agg(d.account_id) filter (where d.own_at is null or p.scheduled_at is null or d.own_at <= p.scheduled_at) as account_ids,
            bool_or(d.status = 'blocked' and d.blocked_reason = 'outcome_unknown') as undecided, max(d.queue_id) as queue_id
          from deliveries d where d.workspace_id = ${workspace_id} and d.post_id = s.id) d
        left join lateral (
          select m.mime_type, m.thumbnail_key from post_media o
          join media m on m.workspace_id = o.workspace_id and m.id = o.media_id
          where o.workspace_id = ${workspace_id} and o.post_id = s.id and not o.in_thread order by o.position limit 1) m on true
        where s.place <= ${most} order by s.day, s.place) t) as told`.execute(db)
  const [row] = rows
  const counts = row?.counts ?? []
  const told = row?.told ?? []
  return {
    counts: counts.map((each) => ({ ...each, statuses: statusesOf(each.statuses) })),
    told: told.map((each) => ({
      ...each,
      at: isoOf(each.at),
      updated_at: isoOf(each.updated_at),
      statuses: statusesOf(each.statuses),
    })),
  }
}

/** As it comes: a bit for each status, and moments as seconds, since writing both out is most of the work. */
type Counted = Omit<DayCount, 'statuses'> & { statuses: number }
type Told = Omit<DayPost, 'statuses' | 'at' | 'updated_at'> & {
  statuses: number
  at: number
  updated_at: number
}

const whenStatus = sql.join(
  DeliveryStatus.options.map(
    (each, index) => sql`when ${sql.lit(each)} then ${sql.lit(1 << index)}`,
  ),
  sql` `,
)

function statusesOf(bits: number): DeliveryStatus[] {
  return DeliveryStatus.options.filter((_, index) => bits & (1 << index))
}

function isoOf(seconds: number) {
  return new Date(Math.round(seconds * 1000)).toISOString()
}

/** Every account of it has a time of its own: it is shown there alone. */
function isNotLate({ workspace_id }: Scope) {
  return sql`posts.id not in (
    select l.post_id from late l group by l.post_id having count(*) = (
      select count(*) from deliveries d where d.workspace_id = ${workspace_id} and d.post_id = l.post_id))`
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
