/** Addresses at which programs for calendars read what is planned, and what they read there. One statement a function. */
import { sql } from 'kysely'
import type { Planned } from '#rules/calendar.ts'
import type { DeliveryStatus } from '#rules/delivery.ts'
import { reaches } from './posts.ts'
import type { Db, Scope } from './schema.ts'

const seen = ['id', 'name', 'with_text', 'account_ids', 'created_at'] as const

export async function listCalendars({ db, workspace_id }: Scope) {
  return db
    .selectFrom('calendars')
    .select([...seen, 'created_by'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .execute()
}

export interface NewCalendar {
  name: string
  token_hash: Buffer
  with_text: boolean
  account_ids: number[] | null
  created_by: string
}

export async function insertCalendar(
  { db, workspace_id }: Scope,
  { account_ids, ...calendar }: NewCalendar,
  now: Date,
) {
  return db
    .insertInto('calendars')
    .values({
      workspace_id,
      ...calendar,
      account_ids: account_ids && JSON.stringify(account_ids),
      created_at: now,
    })
    .returning(seen)
    .executeTakeFirstOrThrow()
}

/** False: there is none. */
export async function deleteCalendar({ db, workspace_id }: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendars')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All that this credential made. */
export async function deleteCalendarsOf({ db, workspace_id }: Scope, created_by: string) {
  await db
    .deleteFrom('calendars')
    .where('workspace_id', '=', workspace_id)
    .where('created_by', '=', created_by)
    .execute()
}

/** By what its address holds, in whatever workspace. */
export async function calendarBy(db: Db, token_hash: Buffer) {
  return db
    .selectFrom('calendars')
    .select(['workspace_id', 'name', 'with_text', 'account_ids', 'created_by'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
}

/** What numbers of events end with; null: the host at which programs read them before there was such a note. */
export async function calendarId(db: Db): Promise<string | null | undefined> {
  return (await db.selectFrom('calendar_id').select('id').executeTakeFirst())?.id
}

/** By chance, unless it is given. Nothing happens where another was faster. */
export async function noteCalendarId(db: Db, given: string | undefined): Promise<void> {
  const id = given ?? sql<string>`gen_random_uuid()::text`
  await db
    .insertInto('calendar_id')
    .values({ id })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet({ id }).where('calendar_id.id', 'is', null),
    )
    .execute()
}

export type PlannedRow = Omit<Planned, 'accounts'> & {
  accounts: { platform: string; username: string; name: string; status: DeliveryStatus }[]
}

/**
 * What is or was on schedule, by time: each post, and by itself each account that has a time of its own. What waited, for a
 * pause or a platform, stands where it went out.
 */
export async function listPlanned(
  scope: Scope,
  {
    account_ids,
    from,
    to,
    most,
  }: { account_ids: readonly number[] | null; from: Date; to: Date; most: number },
): Promise<PlannedRow[]> {
  const { db, workspace_id } = scope
  const ours = account_ids ? sql`and d.account_id = any (${[...account_ids]}::bigint[])` : sql``
  const { rows } = await sql<PlannedRow>`
    select posts.id as post_id, case when own.own_at is not null then own.account_id end as account_id,
      iso(coalesce(own.out_at, greatest(own.own_at, posts.scheduled_at))) as at, posts.content, posts.labels, iso(posts.created_at) as created_at,
      iso(posts.updated_at) as updated_at, own.accounts
    from posts
    cross join lateral (
      select d.own_at, min(d.account_id) as account_id,
        case when not bool_or(d.status in ('pending', 'publishing')) then max(d.published_at) end as out_at,
        json_agg(json_build_object('platform', a.platform, 'username', a.username, 'name', a.name, 'status', d.status) order by d.position) as accounts
      from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
      where d.workspace_id = posts.workspace_id and d.post_id = posts.id ${ours}
      group by d.own_at, case when d.own_at is not null then d.account_id end) own
    where posts.workspace_id = ${workspace_id} and posts.deleted_at is null and posts.status <> 'draft' and ${reaches(scope)}
      and coalesce(posts.scheduled_at, 'infinity') >= ${from} and coalesce(posts.scheduled_at, 'infinity') < ${to}
    order by 3, 1, 2 nulls first limit ${most}`.execute(db)
  return rows
}
