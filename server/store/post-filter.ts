/** Which posts a list has. What is derived for callers is derived here again, in SQL: see rules/post.ts. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Need, Outcome, PostStatus } from '#rules/post.ts'
import type { Scope } from './schema.ts'

export interface PostFilter {
  status?: PostStatus | undefined
  outcome?: readonly Outcome[] | undefined
  needs?: readonly Need[] | undefined
  deleted?: boolean | undefined
  /** Scheduled on or after / on or before: an ISO time; or a plain date or a local time in the workspace's zone. */
  from?: string | undefined
  to?: string | undefined
}

export function matches(
  { workspace_id }: Pick<Scope, 'workspace_id'>,
  { status, outcome, needs, deleted = false, from, to }: PostFilter,
): Expression<SqlBool> {
  const parts: RawBuilder<unknown>[] = []
  if (deleted) parts.push(sql`deleted_at is not null`)
  else if (!outcome?.includes('deleted')) parts.push(sql`deleted_at is null`)
  if (status) parts.push(sql`status = ${status}`)
  if (outcome) parts.push(hasOutcome(workspace_id, outcome))
  if (needs) parts.push(hasNeed(workspace_id, needs))
  if (from) parts.push(sql`scheduled_at >= ${moment(from, 0)}`)
  if (to) {
    const end = isDate(to) ? sql`< ${moment(to, 1)}` : sql`<= ${moment(to, 0)}`
    parts.push(sql`scheduled_at ${end}`)
  }
  return sql<SqlBool>`${sql.join(parts.length ? parts : [sql`true`], sql` and `)}`
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
  const narrow = [sql`status = any(${statuses}::text[])`]
  if (outcomes.every((each) => each === 'partial' || each === 'failed')) {
    // What went wrong is rare: there is an index of these alone.
    const few = sql`select post_id from deliveries d where d.workspace_id = ${workspace_id} and ${wrong}`
    narrow.push(sql`posts.id in (${few})`)
  }
  if (outcomes.every((each) => each === 'deleted')) narrow.push(sql`deleted_at is not null`)
  return sql`${sql.join(narrow, sql` and `)} and ${outcome} = any(${[...outcomes]}::text[])`
}

function hasNeed(workspace_id: number, needs: readonly Need[]) {
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
  const found = sql.join(
    needs.map((need) => posts[need]),
    sql` union all `,
  )
  return sql`deleted_at is null and posts.id in (${found})`
}

function isDate(text: string) {
  return text.length === 10
}

/** A plain date is the start of that day (or of the one `days` later) in the workspace's zone. */
function moment(text: string, days: number) {
  const zone = sql`(select timezone from workspaces where id = posts.workspace_id)`
  if (isDate(text)) return sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone})`
  return text.endsWith('Z')
    ? sql`${text}::timestamptz`
    : sql`(${text}::timestamp at time zone ${zone})`
}
