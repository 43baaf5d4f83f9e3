/** What analytics are read from: days of accounts, posts by the day of their publication, and the strongest posts. */
import { sql } from 'kysely'
import { type Counts, type Metric, metrics } from '#rules/metrics.ts'
import type { Window } from '#rules/window.ts'
import { byValues } from './planning.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

/** The workspace's zone, and which day it is there. */
export async function findZone({ db, workspace_id }: Scope, now: Date) {
  const { rows } = await sql<{ timezone: string; today: string }>`
    select timezone, to_char(${now}::timestamptz at time zone timezone, 'YYYY-MM-DD') as today
    from workspaces where id = ${workspace_id}`.execute(db)
  return rows[0] ?? { timezone: 'UTC', today: now.toISOString().slice(0, 10) }
}

/** Every account that ever was connected, also those that are removed: their posts still have numbers. */
export async function listAllAccounts({ db, workspace_id, account_ids }: Scope) {
  return db
    .selectFrom('accounts')
    .select(['id', 'platform', 'name', 'username', 'removed_at'])
    .where('workspace_id', '=', workspace_id)
    .$if(account_ids !== undefined, (query) => query.where('id', 'in', account_ids ?? []))
    .orderBy('id')
    .execute()
}
export type AnyAccount = Awaited<ReturnType<typeof listAllAccounts>>[number]

export type Day = Counts & {
  platform: string
  /** Null: of all its accounts. */
  account_id: number | null
  day: string
}

/** Sums of floats are several times as fast as those of bigint, and exact as far as our numbers go. */
const sums = sql`
  sum(t.reach::float8)::bigint as reach, sum(t.impressions::float8)::bigint as impressions, sum(t.likes::float8)::bigint as likes,
  sum(t.comments::float8)::bigint as comments, sum(t.shares::float8)::bigint as shares, sum(t.engagements::float8)::bigint as engagements`

interface Of {
  accounts: readonly Pick<AnyAccount, 'id' | 'platform'>[]
  /** Only posts with one of them. */
  labels?: readonly string[] | undefined
}

/** What was added on each day, by platform or by account. */
export async function listDays(
  scope: Scope,
  of: Of & { by: 'platform' | 'account' },
  { from, to }: Window,
) {
  const account = of.by === 'account' ? sql`t.account_id` : sql`null::bigint`
  const { rows } = await sql<Day>`
    select a.platform, ${account} as account_id, to_char(t.day, 'YYYY-MM-DD') as day, ${sums}
    from ${daysOf(scope, of)} and t.day between ${from} and ${to}
    group by t.day, a.platform, ${account} order by t.day, 2`.execute(scope.db)
  return rows
}

export type AccountSum = Counts & {
  account_id: number
  /** 0: only in the window before. */
  days: number
}

/** What was added to each account in the window; also those of which only the window before has something. */
export async function listAccountSums(scope: Scope, of: Of, window: Window, before: Window) {
  const inside = sql`t.day between ${window.from} and ${window.to}`
  const sum = (metric: Metric) =>
    sql`(sum(t.${sql.ref(metric)}::float8) filter (where ${inside}))::bigint as ${sql.ref(metric)}`
  const { rows } = await sql<AccountSum>`
    select t.account_id, (count(*) filter (where ${inside}))::int as days, ${sql.join(metrics.map(sum))}
    from ${daysOf(scope, of)} and (${inside} or t.day between ${before.from} and ${before.to})
    group by t.account_id`.execute(scope.db)
  return rows
}

/**
 * Days are kept by account; those of posts with a label are added up from their deliveries. The accounts come along as a list:
 * joined to their table, days were read once for each of them.
 */
function daysOf({ workspace_id }: Scope, { accounts, labels }: Of) {
  const ids = accounts.map(({ id }) => id)
  const platforms = accounts.map(({ platform }) => platform)
  const labelled = labels
    ? sql`join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id and p.labels && ${[...labels]}::text[]`
    : sql``
  return sql`${sql.table(labels ? 'delivery_days' : 'account_days')} t
    join unnest(${ids}::bigint[], ${platforms}::text[]) a(id, platform) on a.id = t.account_id ${labelled}
    where t.workspace_id = ${workspace_id} and t.account_id = any(${ids})`
}

export interface PublishedPosts {
  /** When the post was first published, whichever account that was on. */
  day: string
  /** Those of the accounts in question that it is published on. */
  account_ids: number[]
  posts: number
}

/** How many posts there are for each day and set of accounts: counts of posts cannot be added up over accounts. */
export async function countPublished(
  { db, workspace_id }: Scope,
  account_ids: readonly number[],
  { from, to }: Window,
  timezone: string,
  labels?: readonly string[],
) {
  const { rows } = await sql<PublishedPosts>`
    select to_char(day, 'YYYY-MM-DD') as day, account_ids, count(*) as posts from (
      select (p.published_at at time zone ${timezone})::date as day, jsonb_agg(d.account_id order by d.account_id) as account_ids
      from posts p join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
      where p.workspace_id = ${workspace_id}
        and p.published_at >= ${from}::date::timestamp at time zone ${timezone}
        and p.published_at < (${to}::date + 1)::timestamp at time zone ${timezone}
        and d.status = 'published' and d.account_id = any(${account_ids}) and ${byValues}
        ${labels ? sql`and p.labels && ${[...labels]}::text[]` : sql``}
      group by p.id, p.published_at) published
    group by published.day, account_ids
    order by published.day, account_ids`.execute(db)
  return rows
}

export type TopPost = Counts & {
  post_id: number
  content: string
  published_at: string | null
  account_id: number
}

const EXCERPT = 280

/** The posts that grew most in engagements, then impressions; one row for each account that they grew on. */
export async function listTopPosts(
  scope: Scope,
  account_ids: readonly number[],
  { from, to }: Window,
  limit: number,
  labels?: readonly string[],
) {
  const { db, workspace_id } = scope
  // Numbers belong to their account; the words of a post only to those who may see all of it.
  const labelled = labels ? sql`labels && ${[...labels]}::text[]` : sql`true`
  const seen =
    labels || scope.account_ids
      ? sql`exists (select from posts where posts.workspace_id = ${workspace_id} and posts.id = post_id and ${labelled} and ${reaches(scope)})`
      : sql`true`
  const { rows } = await sql<TopPost>`
    with top as materialized (
      select post_id, row_number() over (order by sum(engagements) desc nulls last, sum(impressions) desc nulls last, post_id desc) as rank
      from delivery_days
      where workspace_id = ${workspace_id} and day between ${from} and ${to} and account_id = any(${account_ids}) and ${seen} and ${byValues}
      group by post_id
      order by rank limit ${limit}
    )
    select p.id as post_id, left(p.content, ${EXCERPT}) as content, p.published_at, t.account_id,
      sum(t.reach)::bigint as reach, sum(t.impressions)::bigint as impressions, sum(t.likes)::bigint as likes,
      sum(t.comments)::bigint as comments, sum(t.shares)::bigint as shares, sum(t.engagements)::bigint as engagements
    from top
    join posts p on p.workspace_id = ${workspace_id} and p.id = top.post_id
    join deliveries d on d.workspace_id = ${workspace_id} and d.post_id = top.post_id and d.account_id = any(${account_ids})
    join delivery_days t on t.workspace_id = ${workspace_id} and t.delivery_id = d.id and t.day between ${from} and ${to}
    group by top.rank, p.id, p.content, p.published_at, t.account_id
    order by top.rank, t.account_id`.execute(db)
  return rows
}
