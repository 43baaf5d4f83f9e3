/** Posts by what became of them: which come first, their numbers by account, and how they did by the hour of the week. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Counts, Metric } from '#rules/metrics.ts'
import type { Window } from '#rules/window.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

/** Which posts: those first published in the window, on any of the accounts. */
export interface PostsAsked {
  window: Window
  timezone: string
  account_ids: readonly number[]
  /** The accounts are all there are: nothing to look for then. */
  everywhere: boolean
  labels?: readonly string[] | undefined
}

export type Measure = Metric | 'engagement_rate'

/** A row of the order. `value` is null for those without the number; they come last, the newest first. */
export interface Ranked {
  post_id: number
  value: number | null
  published_at: string
}

interface Cut {
  by: Measure
  order: 'asc' | 'desc'
  after?: { value: number; id: number } | undefined
  limit: number
}

/** Those that have the number, by it. */
export async function rankPosts(scope: Scope, asked: PostsAsked, { by, order, after, limit }: Cut) {
  const direction = sql.raw(order)
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  const { rows } = await sql<Ranked>`
    select post_id, value, published_at from (${valuesOf(scope, asked, by)}) each_post
    where value is not null
      and ${after ? sql`(value, post_id) ${behind} (${after.value}::float8, ${after.id}::bigint)` : sql`true`}
    order by value ${direction}, post_id ${direction}
    limit ${limit}`.execute(scope.db)
  return rows
}

/** By when they were published; with `without`, only those that do not have the number. */
export async function datePosts(
  scope: Scope,
  { window, timezone, account_ids, everywhere, labels }: PostsAsked,
  {
    without,
    order,
    after,
    limit,
  }: {
    without?: Measure | undefined
    order: 'asc' | 'desc'
    after?: { at: Date; id: number } | undefined
    limit: number
  },
) {
  const { workspace_id } = scope
  const direction = sql.raw(order)
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  const { from, to } = boundsOf(window, timezone)
  const among = everywhere ? sql`true` : sql`d.account_id = any(${[...account_ids]})`
  const untold = without
    ? sql`not exists (
        select from delivery_totals t where t.workspace_id = ${workspace_id} and t.post_id = posts.id
          and ${everywhere ? sql`true` : sql`t.account_id = any(${[...account_ids]})`}
        group by t.post_id having ${totals[without]} is not null)`
    : sql`true`
  const { rows } = await sql<Ranked>`
    select id as post_id, null::float8 as value, published_at
    from posts
    where workspace_id = ${workspace_id} and published_at >= ${from} and published_at < ${to}
      and exists (select from deliveries d where d.workspace_id = ${workspace_id} and d.post_id = posts.id
        and d.status = 'published' and ${among})
      and ${labels ? sql`labels && ${[...labels]}::text[]` : sql`true`} and ${reaches(scope)} and ${untold}
      and ${after ? sql`(published_at, id) ${behind} (${after.at}::timestamptz, ${after.id}::bigint)` : sql`true`}
    order by published_at ${direction}, id ${direction}
    limit ${limit}`.execute(scope.db)
  return rows
}

export type PostOnAccount = Counts & {
  post_id: number
  content: string
  labels: string[]
  published_at: string
  account_id: number
  platform: string
  platform_url: string | null
  /** Null: not measured yet, or never. */
  measured_at: string | null
}

const EXCERPT = 280

/** Everything that is told of these posts, a row for each account that they are published on. */
export async function listPostNumbers(
  { db, workspace_id }: Scope,
  post_ids: readonly number[],
  account_ids: readonly number[],
) {
  const { rows } = await sql<PostOnAccount>`
    select p.id as post_id, left(p.content, ${EXCERPT}) as content, p.labels, p.published_at, d.account_id, d.platform, d.platform_url,
      t.measured_at, t.reach, t.impressions, t.likes, t.comments, t.shares, t.engagements
    from posts p
    join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'published'
    left join delivery_totals t on t.workspace_id = d.workspace_id and t.delivery_id = d.id
    where p.workspace_id = ${workspace_id} and p.id = any(${[...post_ids]}) and d.account_id = any(${[...account_ids]})
    order by p.id, d.account_id`.execute(db)
  return rows
}

export interface HourOfWeek {
  /** 1 is Monday. */
  weekday: number
  hour: number
  posts: number
  median: number
}

/**
 * How posts did by the local hour at which they were published. Those without the number are in none. The zone is asked how far
 * off it is once a day, and each half hour of the days on which that changes: zones change there, none twice on a day, and a year
 * has fewer of them than posts; see decision 146. There are 168 hours, which PostgreSQL is told by joining with them: it would
 * sort all posts by their hour otherwise; see decision 231.
 */
export async function listHours(scope: Scope, asked: PostsAsked, by: Measure) {
  const { window, timezone } = asked
  const { from, to } = boundsOf(window, timezone)
  const shift = sql`date_part('epoch', at at time zone ${timezone} - at at time zone 'UTC') as shift`
  const { rows } = await sql<HourOfWeek>`
    with days as materialized (
      select at, ${shift}
      from generate_series(date_trunc('hour', ${from}), ${to} + interval '24 hours', interval '24 hours') at),
    shifts as materialized (
      select array_agg(at order by at) as since, array_agg(shift order by at) as seconds, case count(*) when 1 then min(shift) end as steady
      from (
        select at, shift, lag(shift) over (order by at) as before from (
          select at, shift from days
          union all
          select at, ${shift} from (
            select begin + half_hour * interval '30 minutes' as at
            from (select at as begin, shift, lead(shift) over (order by at) as next_shift from days) each_day
            cross join generate_series(1, 47) half_hour
            where next_shift <> shift) changing) looked_at) told
      where shift is distinct from before)
    select hour / 24 + 1 as weekday, hour % 24 as hour, posts,
      (select percentile_cont(0.5) within group (order by value) from unnest(all_values) value) as median
    from (
      select hour, count(*)::int as posts, array_agg(value) as all_values
      from generate_series(0, 167) hour join (
        select (floor((date_part('epoch', published_at) + coalesce((select steady from shifts),
          (select seconds from shifts)[width_bucket(published_at, (select since from shifts))])) / 3600)::int + ${FIRST_MONDAY}) % 168 as published_in, value
        from (${valuesOf(scope, asked, by)}) told
        where value is not null offset 0) each_post on published_in = hour
      group by hour) hours
    order by hours.hour`.execute(scope.db)
  return rows
}

/** Hours from a Monday to 1970, which began on a Thursday. */
const FIRST_MONDAY = sql.lit(72)

/** Of these accounts, those of which a number was ever taken. */
export async function measuredAmong({ db, workspace_id }: Scope, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select i.id from unnest(${[...ids]}::bigint[]) with ordinality as i(id, place)
    where exists (select from account_days t where t.workspace_id = ${workspace_id} and t.account_id = i.id)
    order by i.place`.execute(db)
  return rows.map(({ id }) => id)
}

/** When the newest number was taken. */
export async function findLastMeasure({ db, workspace_id }: Scope) {
  const { rows } = await sql<{ at: string | null }>`
    select max(measured_at) as at from delivery_totals where workspace_id = ${workspace_id}`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** Sums of floats are several times as fast as those of bigint, and exact as far as our numbers go. */
const sumOf = (metric: Metric) => sql<number>`sum(t.${sql.ref(metric)}::float8)`
const rate = sql<number>`
  sum(t.engagements::float8) filter (where t.impressions is not null)
  / nullif(sum(t.impressions::float8) filter (where t.engagements is not null), 0)`

const own = sql<number>`t.engagements / nullif(t.impressions, 0)::float8`

const totals: Record<Measure, RawBuilder<number>> = {
  reach: sumOf('reach'),
  impressions: sumOf('impressions'),
  likes: sumOf('likes'),
  comments: sumOf('comments'),
  shares: sumOf('shares'),
  engagements: sumOf('engagements'),
  engagement_rate: rate,
}

/** The number of each measured post: kept where it is of all accounts or of one, added up where it is of some. */
function valuesOf(scope: Scope, asked: PostsAsked, by: Measure): RawBuilder<unknown> {
  const { account_ids, everywhere } = asked
  if (everywhere)
    return sql`
      select post_id, published_at, ${sql.ref(by)}::float8 as value from post_totals t where ${among(scope, asked)}`
  // A post is on an account once, so that there is nothing to add up.
  if (account_ids.length === 1)
    return sql`
      select post_id, published_at, ${by === 'engagement_rate' ? own : sql`t.${sql.ref(by)}::float8`} as value
      from delivery_totals t where ${among(scope, asked)} and t.account_id = ${account_ids[0]}`
  // In the order of the index, so that what is added up lies together: neither all posts are kept at once, nor the table read.
  return sql`
    select post_id, published_at, ${totals[by]} as value
    from (
      select * from delivery_totals t
      where ${among(scope, asked)} and t.account_id = any(${[...account_ids]})
      order by published_at, post_id) t
    group by published_at, post_id`
}

function among(scope: Scope, { window, timezone, labels }: PostsAsked): RawBuilder<SqlBool> {
  const { workspace_id } = scope
  const { from, to } = boundsOf(window, timezone)
  const parts = [
    sql`t.workspace_id = ${workspace_id} and t.published_at >= ${from} and t.published_at < ${to}`,
  ]
  // Numbers belong to their account; the words of a post only to those who may see all of it.
  if (labels || scope.account_ids)
    parts.push(sql`exists (select from posts where posts.workspace_id = ${workspace_id} and posts.id = t.post_id
      and ${labels ? sql`labels && ${[...labels]}::text[]` : sql`true`} and ${reaches(scope)})`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** The first moment of the window, and the first behind it. */
function boundsOf({ from, to }: Window, timezone: string) {
  return {
    from: sql`${from}::date::timestamp at time zone ${timezone}`,
    to: sql`(${to}::date + 1)::timestamp at time zone ${timezone}`,
  }
}
