/** Which posts a list has. What is derived for callers is derived here again, in SQL: see rules/post.ts. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Need, Outcome, PostStatus, StoredPost } from '#rules/post.ts'
import type { Window } from './paging.ts'
import { byValues } from './planning.ts'
import type { Scope } from './schema.ts'

export interface PostFilter {
  status?: PostStatus | undefined
  outcome?: readonly Outcome[] | undefined
  needs?: readonly Need[] | undefined
  at_risk?: boolean | undefined
  deleted?: boolean | undefined
  /** Scheduled on or after / on or before: an ISO time; or a plain date or a local time in the workspace's zone. */
  from?: string | undefined
  to?: string | undefined
  /** Goes to any of them. */
  account_ids?: readonly number[] | undefined
  /** Has any of them. */
  labels?: readonly string[] | undefined
  external_id?: string | undefined
  /** All of these words, or beginnings of words. */
  search?: string | undefined
  created_via?: StoredPost['created_via'] | undefined
  created_by?: string | undefined
  updated_since?: string | undefined
  /** Made by this series. */
  series_id?: number | undefined
  /** Stands in this queue, or went out by it. */
  queue_id?: number | undefined
}

export interface PostOrder {
  sort: 'created_at' | 'scheduled_at' | 'published_at' | 'updated_at'
  order: 'asc' | 'desc'
}

/** Of a page. */
export interface Asked {
  filter: PostFilter
  page: Window
  by: PostOrder
  /** What a list with this filter has, behind the anchor. */
  wanted: (filter: PostFilter) => Expression<SqlBool>
  /** By which it is ordered. */
  time: RawBuilder<unknown>
}

/** What has no time yet is later than all that has one. Written as the index has it. */
export const scheduleTime = sql<string>`coalesce(scheduled_at, 'infinity')`

const times = {
  created_at: sql<string>`posts.created_at`,
  scheduled_at: scheduleTime,
  published_at: sql<string>`posts.published_at`,
  updated_at: sql<string>`posts.updated_at`,
}

/** By what a list is ordered, and which posts it can have then. */
export function orderOf({ sort, order }: PostOrder) {
  const among =
    sort === 'published_at' ? sql<SqlBool>`published_at is not null` : sql<SqlBool>`true`
  return { time: times[sort], order, among }
}

export function matches(
  { workspace_id }: Pick<Scope, 'workspace_id'>,
  { status, outcome, needs, at_risk, deleted = false, from, to, ...more }: PostFilter,
): Expression<SqlBool> {
  const parts: RawBuilder<unknown>[] = [
    ...keptAs(workspace_id, more),
    ...sentTo(workspace_id, { ...more, status }),
    ...madeBy(workspace_id, more),
    ...queuedIn(workspace_id, more),
  ]
  if (deleted) parts.push(sql`deleted_at is not null`)
  else if (!outcome?.includes('deleted')) parts.push(sql`deleted_at is null`)
  if (status) parts.push(sql`status = ${status}`)
  if (outcome) parts.push(hasOutcome(workspace_id, outcome))
  if (needs) parts.push(hasNeed(workspace_id, needs))
  if (at_risk !== undefined) parts.push(risky(workspace_id, at_risk))
  if (from || to) parts.push(sql`scheduled_at is not null`)
  if (from) parts.push(sql`${scheduleTime} >= ${moment(workspace_id, from, 0)}`)
  if (to) parts.push(sql`${scheduleTime} ${beforeEnd(to)} ${endOf(workspace_id, to)}`)
  return sql<SqlBool>`${sql.join(parts.length ? parts : [sql`true`], sql` and `)}`
}

/**
 * Holds of every post, and is planned for as one of two hundred. What PostgreSQL has never seen as a word or label it takes for
 * one of fifty or six hundred posts, and walks the list until it has a page of them: over all of it, when there are none.
 * With this it looks them up, and still walks where it knows that many have them.
 */
const isSparse = sql`(posts.id & 0) = 0`

export function hasLabel(labels: readonly string[]) {
  return sql`labels <> '{}' and labels && ${[...labels]}::text[]`
}

/** What many posts have is walked, what few have is looked up. */

function keptAs(workspace_id: number, { labels, external_id, search, ...made }: PostFilter) {
  const { created_via, created_by, updated_since } = made
  const parts: RawBuilder<unknown>[] = []
  const some = [labels, search, created_via, created_by, updated_since]
  if (some.some((each) => each !== undefined)) parts.push(byValues)
  if (labels ?? search) parts.push(isSparse)
  if (labels) parts.push(hasLabel(labels))
  if (external_id !== undefined) parts.push(sql`external_id = ${external_id}`)
  if (search !== undefined) parts.push(sql`post_words(content) @@ post_query(${search})`)
  if (created_via) parts.push(sql`created_via = ${created_via}`)
  if (created_by !== undefined) parts.push(sql`created_by = ${created_by}`)
  if (updated_since) parts.push(sql`updated_at >= ${moment(workspace_id, updated_since, 0)}`)
  return parts
}

function sentTo(workspace_id: number, { account_ids, status }: PostFilter) {
  if (!account_ids) return []
  const some = status === 'draft' ? draftsOn : sentToAny
  return [byValues, sql`posts.id in (${some(workspace_id, account_ids)})`]
}

export function sentToAny(workspace_id: number, account_ids: readonly number[]) {
  return sql`
    select d.post_id as id from deliveries d
    where d.workspace_id = ${workspace_id} and d.account_id = any (${[...account_ids]}::bigint[])`
}

/** What belongs to a draft waits without a time, and has an index of its own. What was asked for approval is among it. */
export function draftsOn(workspace_id: number, account_ids: readonly number[]) {
  return sql`${sentToAny(workspace_id, account_ids)} and d.status = 'pending' and d.due_at is null`
}

function madeBy(workspace_id: number, { series_id }: PostFilter) {
  if (series_id === undefined) return []
  return [byValues, sql`posts.id in (${madeIn(workspace_id, series_id)})`]
}

/** What could not be made is no post. */
export function madeIn(workspace_id: number, series_id: number) {
  return sql`
    select o.post_id as id from occurrences o
    where o.workspace_id = ${workspace_id} and o.series_id = ${series_id} and o.post_id is not null`
}

function queuedIn(workspace_id: number, { queue_id }: PostFilter) {
  if (queue_id === undefined) return []
  return [
    byValues,
    sql`posts.id in (
      select d.post_id from deliveries d where d.workspace_id = ${workspace_id} and d.queue_id = ${queue_id})`,
  ]
}

const stored: Record<Outcome, readonly PostStatus[]> = {
  draft: ['draft'],
  scheduled: ['scheduled'],
  publishing: ['scheduled', 'published'],
  published: ['published'],
  partial: ['published'],
  failed: ['failed'],
  deleted: ['draft', 'scheduled', 'published', 'failed'],
}

export function asksUnderWay(outcomes: readonly Outcome[]) {
  return outcomes.length === 1 && outcomes[0] === 'publishing'
}

/** What was deleted, or is a draft again, is not. */
export const mayBeUnderWay = sql`deleted_at is null and status in ('scheduled', 'published')`

function hasOutcome(workspace_id: number, outcomes: readonly Outcome[]) {
  const some = (status: RawBuilder<unknown>) =>
    sql`exists (select from deliveries d where d.workspace_id = ${workspace_id} and d.post_id = posts.id and ${status})`
  const wrong = sql`d.status in ('failed', 'blocked')`
  const outcome = sql`case
    when deleted_at is not null then 'deleted'
    when status in ('scheduled', 'published') and (${some(sql`d.status = 'publishing'`)}
      or ${some(sql`d.status = 'pending'`)} and ${some(sql`d.status = 'published'`)}) then 'publishing'
    when status = 'published' and ${some(wrong)} then 'partial'
    else status end`
  const statuses = [...new Set(outcomes.flatMap((each) => stored[each]))]
  const [only] = statuses
  // Nothing of it is out or under way: the outcome is the status, and there is an index in the order of the list.
  if (statuses.length === 1 && (only === 'draft' || only === 'failed'))
    return sql`deleted_at is null and status = ${only}`
  if (asksUnderWay(outcomes))
    return sql`${mayBeUnderWay} and posts.id in (${underWay(workspace_id)})`
  const narrow = [sql`status = any(${statuses}::text[])`]
  if (outcomes.every((each) => each === 'partial' || each === 'failed')) {
    // What went wrong is rare: there is an index of these alone.
    const few = sql`select post_id from deliveries d where d.workspace_id = ${workspace_id} and ${wrong}`
    narrow.push(sql`posts.id in (${few})`)
  }
  if (outcomes.every((each) => each === 'deleted')) narrow.push(sql`deleted_at is not null`)
  return sql`${sql.join(narrow, sql` and `)} and ${outcome} = any(${[...outcomes]}::text[])`
}

/** What is being carried out, and what is out in part while the rest of it waits: noted where deliveries settle, see migrations/0106-half-out.ts. */
export function underWay(workspace_id: number) {
  return sql`
    ${carriedOut(workspace_id)} union all
    select h.post_id from half_out h where h.workspace_id = ${workspace_id}`
}

/** The same, asked of one post: what is noted is not read for it. */
export function isUnderWay(workspace_id: number) {
  const some = sql`select from (${underWay(workspace_id)}) each where each.post_id = posts.id offset 0`
  return sql`${mayBeUnderWay} and exists (${some})`
}

export function carriedOut(workspace_id: number) {
  return sql`select d.post_id from deliveries d where d.workspace_id = ${workspace_id} and d.status = 'publishing'`
}

function hasNeed(workspace_id: number, needs: readonly Need[]) {
  return sql`deleted_at is null and posts.id in (${needing(workspace_id, needs)})`
}

export function needing(workspace_id: number, needs: readonly Need[]) {
  const blocked = (reason: string) => sql`
    select post_id from deliveries
    where workspace_id = ${workspace_id} and status = 'blocked' and blocked_reason = ${reason}`
  const posts: Record<Need, RawBuilder<unknown>> = {
    decision: blocked('outcome_unknown'),
    reconnect: sql`${blocked('account_disconnected')} union all
      select d.post_id from accounts a join deliveries d on d.workspace_id = a.workspace_id and d.account_id = a.id
      where a.workspace_id = ${workspace_id} and a.health in ('needs_reconnect', 'disabled')
        and d.status = 'pending' and d.due_at is not null`,
    approval: sql`
      select id from posts where workspace_id = ${workspace_id}
        and approval_asked_at is not null and approval_declined is null and deleted_at is null`,
  }
  return sql.join(
    needs.map((need) => posts[need]),
    sql` union all `,
  )
}

/** What may be at risk: whether it still is, only its post and deliveries tell. */
export function onceAtRisk(workspace_id: number) {
  return sql`select r.post_id from risks r where r.workspace_id = ${workspace_id} and r.over_at is null`
}

/** What is at risk is rare: it is looked up, and what is not is walked. */
function risky(workspace_id: number, at_risk: boolean) {
  const found = sql`select post_id from standing_risks where workspace_id = ${workspace_id}`
  return at_risk
    ? sql`posts.id in (${found})`
    : sql`not exists (
    select from standing_risks r where r.workspace_id = ${workspace_id} and r.post_id = posts.id)`
}

/** Of a plain date, the day after it. */
export function endOf(workspace_id: number, to: string) {
  return moment(workspace_id, to, isDate(to) ? 1 : 0)
}

/** The day after is no part of it, a time is. */
export function beforeEnd(to: string) {
  return sql.raw(isDate(to) ? '<' : '<=')
}

function isDate(text: string) {
  return text.length === 10
}

/**
 * A plain date is the start of that day (or of the one `days` later) in the workspace's zone. Asked once, and not of each post,
 * or no index could be read from there on.
 */
export function moment(workspace_id: number, text: string, days: number) {
  const zone = sql`(select timezone from workspaces where id = ${workspace_id})`
  if (isDate(text)) return sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone})`
  return text.endsWith('Z')
    ? sql`${text}::timestamptz`
    : sql`(${text}::timestamp at time zone ${zone})`
}
