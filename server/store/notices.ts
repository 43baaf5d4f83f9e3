/** Notices: one a cause and person while it is unread. A mail of it is due once an hour at the most. */
import { sql } from 'kysely'
import {
  DAILY_AT,
  GATHER,
  type Item,
  ITEMS,
  type NoticeKind,
  PAUSE,
  type Way,
} from '#rules/notice.ts'
import type { Role } from '#rules/role.ts'
import type { Db, Scope } from './schema.ts'

export interface NewNotice {
  workspace_id: number
  kind: NoticeKind
  cause: string
  event_seq: number | null
  count: number
  /** The latest last. */
  items: readonly Item[]
  roles: readonly Role[]
  /** Unless the person chose otherwise. */
  way: Way
  /** Never twice, also when it was read. */
  once?: boolean
}

/** For everybody in the workspace whom it concerns. */
export async function notice(db: Db, told: NewNotice, now: Date) {
  const { workspace_id, kind, cause, event_seq, count, items, roles, way, once = false } = told
  const known = sql`exists (
    select from notices k
    where k.workspace_id = m.workspace_id and k.person_id = m.person_id and k.kind = ${kind} and k.cause = ${cause})`
  const kept = JSON.stringify(items.slice(-ITEMS))
  await sql`
    insert into notices as n (workspace_id, person_id, kind, cause, event_seq, count, items, first_at, last_at, due_at)
    select m.workspace_id, m.person_id, ${kind}, ${cause}, ${event_seq}::bigint, ${count}::int, ${kept}::jsonb, ${now}, ${now},
      case coalesce(ways.way, ${way})
        when 'off' then null
        when 'at_once' then greatest(${new Date(now.getTime() + GATHER)}::timestamptz,
          (select max(s.sent_at) from notices s
            where s.workspace_id = m.workspace_id and s.person_id = m.person_id and s.kind = ${kind} and s.cause = ${cause}
          ) + ${`${PAUSE} milliseconds`}::interval)
        else ${nextDaily(now)} end
    from members m
    join workspaces w on w.id = m.workspace_id
    join persons p on p.id = m.person_id
    left join notice_ways ways on ways.workspace_id = m.workspace_id and ways.person_id = m.person_id and ways.kind = ${kind}
    left join notice_days days on days.workspace_id = m.workspace_id and days.person_id = m.person_id
    where m.workspace_id = ${workspace_id} and m.role = any (${[...roles]}::text[]) and not (${once} and ${known})
    on conflict (workspace_id, person_id, kind, cause) where read_at is null do update set
      event_seq = excluded.event_seq, count = n.count + excluded.count, last_at = excluded.last_at,
      due_at = coalesce(n.due_at, excluded.due_at),
      items = (
        select jsonb_agg(item order by at)
        from (
          select item, at from jsonb_array_elements(n.items || excluded.items) with ordinality as both_(item, at)
          order by at desc limit ${ITEMS}) as last_)`.execute(db)
}

/** The next time that it is the person's time of day, where they are; reads `days`, `p` and `w`. */
function nextDaily(now: Date) {
  const zone = sql`coalesce(days.timezone, p.timezone, w.timezone)`
  const today = sql`(date_trunc('day', ${now}::timestamptz at time zone ${zone}) + coalesce(days.daily_at, ${DAILY_AT})::interval)`
  return sql`case when ${today} at time zone ${zone} > ${now}::timestamptz
    then ${today} at time zone ${zone} else (${today} + interval '1 day') at time zone ${zone} end`
}

export interface DueMail {
  workspace_id: number
  person_id: number
  email: string
  notices: { id: number; kind: NoticeKind; way: Way; fresh: number }[]
}

/**
 * What is due, by person and workspace, and told from now on: whoever calls writes the mails in the same transaction. Nobody is
 * written to at an address that they did not confirm.
 */
export async function takeDueNotices(
  db: Db,
  defaults: Readonly<Record<NoticeKind, Way>>,
  now: Date,
): Promise<DueMail[]> {
  const { rows } = await sql<{
    workspace_id: number
    person_id: number
    email: string | null
    id: number
    kind: NoticeKind
    way: Way
    fresh: number
  }>`
    with due as (
      select id, count - mailed as fresh from notices where due_at <= ${now} order by due_at limit 1000 for update skip locked
    )
    update notices n set due_at = null, sent_at = ${now}, mailed = n.count
    from due, persons p
    where n.id = due.id and p.id = n.person_id
    returning n.workspace_id, n.person_id, n.id, n.kind, due.fresh,
      case when p.email_confirmed_at is not null and n.read_at is null then p.email end as email,
      coalesce((
        select way from notice_ways w
        where w.workspace_id = n.workspace_id and w.person_id = n.person_id and w.kind = n.kind),
        ${JSON.stringify(defaults)}::jsonb ->> n.kind) as way`.execute(db)
  const mails = new Map<string, DueMail>()
  for (const { workspace_id, person_id, email, ...each } of rows) {
    if (email === null || each.way === 'off' || each.fresh < 1) continue
    // What comes once a day is one mail; what comes at once is one for each kind, so that one click stops that kind.
    const key = `${workspace_id} ${person_id} ${each.way === 'daily' ? 'daily' : each.kind}`
    const mail = mails.get(key) ?? { workspace_id, person_id, email, notices: [] }
    mail.notices.push(each)
    mails.set(key, mail)
  }
  return [...mails.values()]
}

const shown = ['id', 'kind', 'cause', 'count', 'items', 'first_at', 'last_at', 'read_at'] as const

export async function listNotices(
  { db, workspace_id }: Scope,
  person_id: number,
  { before, unread, limit }: { before?: number | undefined; unread: boolean; limit: number },
) {
  return db
    .selectFrom('notices')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .$if(unread, (query) => query.where('read_at', 'is', null))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function noticesById(
  { db, workspace_id }: Scope,
  person_id: number,
  ids: readonly number[],
) {
  if (!ids.length) return []
  return db
    .selectFrom('notices')
    .select([...shown, 'mailed'])
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function countUnread({ db, workspace_id }: Scope, person_id: number) {
  const { unread } = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** All of them without ids. What is read is mailed no more. */
export async function readNotices(
  { db, workspace_id }: Scope,
  person_id: number,
  ids: readonly number[] | undefined,
  now: Date,
) {
  await db
    .updateTable('notices')
    .set({ read_at: now, due_at: null })
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute()
}

/** Of these, those of which nothing new was told since they were looked at. */
export async function readOver(
  { db, workspace_id }: Scope,
  person_id: number,
  over: readonly { id: number; count: number }[],
  now: Date,
) {
  if (!over.length) return
  await sql`
    update notices n set read_at = ${now}, due_at = null
    from jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as o(id bigint, count int)
    where n.workspace_id = ${workspace_id} and n.person_id = ${person_id}
      and n.id = o.id and n.count = o.count and n.read_at is null`.execute(db)
}

export async function waysOf({ db, workspace_id }: Scope, person_id: number) {
  const rows = await db
    .selectFrom('notice_ways')
    .select(['kind', 'way'])
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .execute()
  return new Map(rows.map(({ kind, way }) => [kind, way]))
}

/** In force for what waits to be mailed as well. Nothing happens for whoever is no member (any more). */
export async function setWays(
  { db, workspace_id }: Scope,
  person_id: number,
  ways: Partial<Record<NoticeKind, Way>>,
) {
  for (const [kind, way] of Object.entries(ways)) {
    await sql`
      insert into notice_ways (workspace_id, person_id, kind, way)
      select workspace_id, person_id, ${kind}, ${way} from members
      where workspace_id = ${workspace_id} and person_id = ${person_id}
      on conflict (workspace_id, person_id, kind) do update set way = excluded.way`.execute(db)
    if (way === 'off')
      await sql`
        update notices set due_at = null
        where workspace_id = ${workspace_id} and person_id = ${person_id} and kind = ${kind}`.execute(
        db,
      )
  }
}

export async function dayOfNotices({ db, workspace_id }: Scope, person_id: number) {
  const row = await db
    .selectFrom('notice_days')
    .select(['daily_at', 'timezone'])
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return row ?? { daily_at: DAILY_AT, timezone: null }
}

/** By whose clock the person is told times of this workspace. */
export async function clockOf({ db, workspace_id }: Scope, person_id: number): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select coalesce(p.timezone, w.timezone) as zone from workspaces w
    left join persons p on p.id = ${person_id} where w.id = ${workspace_id}`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

/** For what comes from now on. */
export async function setDay(
  { db, workspace_id }: Scope,
  person_id: number,
  day: { daily_at: string; timezone: string | null },
) {
  await db
    .insertInto('notice_days')
    .values({ workspace_id, person_id, ...day })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet(day))
    .execute()
}

/** Where the last look at events ended. Undefined: another process looks. Held until the transaction ends. */
export async function lockFeed(db: Db) {
  return db
    .selectFrom('notice_feed')
    .select(['seq', 'looked_at'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function moveFeed(db: Db, change: { seq?: number; looked_at?: Date }) {
  await db.updateTable('notice_feed').set(change).execute()
}

export async function pruneNotices(db: Db, before: Date) {
  await db.deleteFrom('notices').where('last_at', '<', before.toISOString()).execute()
}
