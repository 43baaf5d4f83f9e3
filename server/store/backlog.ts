/**
 * What stands in line in the whole instance, for whoever watches over it: counts and ages, of no workspace. Each statement
 * reads what is under way by its index; of what is settled there are totals.
 */
import { sql } from 'kysely'
import type { DeliveryStatus } from '#rules/delivery.ts'
import type { Side } from '#rules/observer.ts'
import type { AccountHealth } from '#rules/post.ts'
import type { AccountLimits } from './claims.ts'
import type { Db } from './schema.ts'

export interface Due extends Side {
  waits_for: 'worker' | 'platform' | 'person'
  deliveries: number
  /** Seconds. */
  oldest: number
}

/**
 * What is due, and what it waits for, by the rules of `claimDue`. Every due row is looked at, as there; the daily caps are
 * asked once for each account that has anything due.
 */
export async function readDue(db: Db, limits: AccountLimits, now: Date): Promise<Due[]> {
  const today = new Date(now.getTime() - 86_400_000)
  const known = Object.entries(limits).map(([platform, limit]) => ({ platform, ...limit }))
  const { rows } = await sql<Due>`
    with due as (
      select workspace_id, account_id, queue_id, platform, sandbox, count(*) as deliveries, min(due_at) as oldest
      from deliveries where status = 'pending' and due_at <= ${now} group by 1, 2, 3, 4, 5
    ),
    busy as (
      select workspace_id, account_id, count(*) as deliveries
      from deliveries where status = 'publishing' and not in_doubt group by 1, 2
    ),
    told as (
      select due.platform, due.sandbox, due.deliveries, due.oldest,
        case
          when (select held_at is not null from instance) or a.held_at is not null
            or due.workspace_id = any (array(select w.id from workspaces w where w.held_at is not null))
            or due.queue_id = any (array(select q.id from queues q where q.held_at is not null)) then 'person'
          when a.paused_until > ${now} or busy.deliveries >= l.at_once
            or exists (select from pauses p where p.platform = due.platform and p.sandbox = due.sandbox and p.until > ${now})
            or exists (select from circuits c where c.platform = due.platform and c.sandbox = due.sandbox and c.until is not null)
            or l.per_day is not null and coalesce(busy.deliveries, 0) + (
              -- In their order, so that they are read by the index that has it.
              select count(*) from (
                select from deliveries done
                where done.workspace_id = due.workspace_id and done.account_id = due.account_id
                  and done.status = 'published' and done.published_at > ${today}
                order by done.published_at desc limit l.per_day) published) >= l.per_day then 'platform'
          else 'worker'
        end as waits_for
      from due
      join accounts a on a.workspace_id = due.workspace_id and a.id = due.account_id
      left join busy on busy.workspace_id = due.workspace_id and busy.account_id = due.account_id
      left join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as l(platform text, at_once int, per_day int)
        on l.platform = due.platform
    )
    select platform, sandbox, waits_for, sum(deliveries)::bigint as deliveries, ${secondsSince(now, sql`min(oldest)`)} as oldest
    from told group by 1, 2, 3`.execute(db)
  return rows
}

function secondsSince(now: Date, time: ReturnType<typeof sql>) {
  return sql`greatest(0, extract(epoch from ${now}::timestamptz - ${time}))::float`
}

/** Under way; `in_doubt`: a call of it is being looked for. */
export async function readPublishing(db: Db) {
  const { rows } = await sql<Side & { in_doubt: boolean; deliveries: number }>`
    select platform, sandbox, in_doubt, count(*) as deliveries
    from deliveries where status = 'publishing' group by 1, 2, 3`.execute(db)
  return rows
}

export async function readOutcomeUnknown(db: Db) {
  const { rows } = await sql<Side & { deliveries: number }>`
    select d.platform, d.sandbox, count(*) as deliveries
    from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
    where d.blocked_reason = 'outcome_unknown' and d.status = 'blocked' and p.deleted_at is null group by 1, 2`.execute(
    db,
  )
  return rows
}

/** From the totals of all workspaces: see totals.ts. */
export async function readDeliveryTotals(db: Db) {
  const { rows } = await sql<{
    state: 'open' | Exclude<DeliveryStatus, 'pending' | 'publishing'>
    deliveries: number
  }>`
    select substr(what, 12) as state, sum(count)::bigint as deliveries from (
      select what, count from totals where what like 'deliveries.%'
      union all
      select what, change from total_changes where what like 'deliveries.%'
    ) told group by what`.execute(db)
  return rows
}

/** What has a time and is still to go out: from the index by time, and the platform from the account. */
export async function readScheduled(db: Db) {
  const { rows } = await sql<Side & { deliveries: number }>`
    select a.platform, a.sandbox, sum(d.deliveries)::bigint as deliveries
    from (
      select workspace_id, account_id, count(*) as deliveries
      from deliveries where status = 'pending' and due_at is not null group by 1, 2
    ) d
    join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id group by 1, 2`.execute(
    db,
  )
  return rows
}

export async function readAccounts(db: Db) {
  const { rows } = await sql<Side & { health: AccountHealth; accounts: number }>`
    select platform, sandbox, health, count(*) as accounts from accounts where removed_at is null group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

export async function readCircuits(db: Db) {
  const { rows } = await sql<Side & { opened: number }>`
    select platform, sandbox, opened from circuits where until is not null`.execute(db)
  return rows
}

/** `seconds`: for so long still. */
export async function readPauses(db: Db, now: Date) {
  const { rows } = await sql<Side & { seconds: number }>`
    select platform, sandbox, extract(epoch from until - ${now}::timestamptz)::float as seconds
    from pauses where until > ${now}`.execute(db)
  return rows
}

/** Beyond this they are not counted: it is much too much anyway. */
const MOST_SENDS = 100_000

/** Calls of webhooks that are on. `oldest`: seconds since the first of those that are due was. */
export async function readWebhookSends(db: Db, now: Date) {
  const { rows } = await sql<{ due: number; later: number; sending: number; oldest: number }>`
    select count(*) filter (where state = 'waiting' and due_at <= ${now}) as due,
      count(*) filter (where state = 'waiting' and due_at > ${now}) as later,
      count(*) filter (where state = 'sending') as sending,
      coalesce(${secondsSince(now, sql`min(due_at) filter (where state = 'waiting' and due_at <= ${now})`)}, 0) as oldest
    from (
      select s.state, s.due_at from webhook_sends s
      join webhooks h on h.workspace_id = s.workspace_id and h.id = s.webhook_id and h.disabled_at is null
      where s.state in ('waiting', 'sending') order by s.due_at limit ${MOST_SENDS}
    ) open`.execute(db)
  return rows[0] ?? { due: 0, later: 0, sending: 0, oldest: 0 }
}

export async function readFailingWebhooks(db: Db): Promise<number> {
  const { rows } = await sql<{ webhooks: number }>`
    select count(*) as webhooks from webhooks where disabled_at is null and failing_since is not null`.execute(
    db,
  )
  return rows[0]?.webhooks ?? 0
}

/** `oldest`: seconds since the first of them was written. */
export async function readMails(db: Db, now: Date) {
  const { rows } = await sql<{ due: number; later: number; oldest: number }>`
    select count(*) filter (where due_at <= ${now}) as due, count(*) filter (where due_at > ${now}) as later,
      coalesce(${secondsSince(now, sql`min(created_at)`)}, 0) as oldest
    from mails`.execute(db)
  return rows[0] ?? { due: 0, later: 0, oldest: 0 }
}
