/** The posting schedule, and which of its slots are taken. */
import { sql } from 'kysely'
import type { ScheduleEntry } from '#rules/schedule.ts'
import type { Scope } from './schema.ts'

/** Of the accounts that are still connected, in the order of the week. */
export async function listEntries({ db, workspace_id }: Scope): Promise<ScheduleEntry[]> {
  return db
    .selectFrom('schedule_entries as e')
    .select(['e.weekday', 'e.time', 'e.account_id'])
    .where('e.workspace_id', '=', workspace_id)
    .where(
      sql<boolean>`e.account_id is null or exists (select from accounts a
        where a.workspace_id = e.workspace_id and a.id = e.account_id and a.removed_at is null)`,
    )
    .orderBy(sql`array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], e.weekday)`)
    .orderBy('e.time')
    .orderBy(sql`e.account_id nulls first`)
    .execute()
}

/** In the place of all that were there. To be called in a transaction. */
export async function replaceEntries(
  { db, workspace_id }: Scope,
  entries: readonly ScheduleEntry[],
) {
  await db.deleteFrom('schedule_entries').where('workspace_id', '=', workspace_id).execute()
  if (!entries.length) return
  await db
    .insertInto('schedule_entries')
    .values(entries.map((entry) => ({ workspace_id, ...entry })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** When it was changed last; also where it is empty. */
export async function scheduleVersion({ db, workspace_id }: Scope): Promise<string> {
  const { schedule_updated_at } = await db
    .selectFrom('workspaces')
    .select('schedule_updated_at')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return schedule_updated_at
}

/** From the version that was seen, or from any, to a new one. False: another one is there. */
export async function renewSchedule(
  { db, workspace_id }: Scope,
  seen: string | undefined,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaces')
    .set({
      schedule_updated_at: sql<string>`greatest(${now}::timestamptz, schedule_updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', workspace_id)
    .$if(seen !== undefined, (query) => query.where('schedule_updated_at', '=', seen ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Until the transaction ends nobody else in the workspace takes a slot. */
export async function lockSlots({ db, workspace_id }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtext('crier:slots'), ${workspace_id}::int)`.execute(db)
}

/**
 * The moments after `after` at which a post on any of these accounts (of any at all when there are none) is planned, or
 * waits for approval, each account at its own time. `but` are the posts that ask.
 */
export async function takenMoments(
  { db, workspace_id }: Scope,
  {
    account_ids,
    after,
    but,
  }: { account_ids: readonly number[]; after: Date; but: readonly number[] },
): Promise<Set<number>> {
  const moment = after.toISOString()
  const stands = sql`p.workspace_id = ${workspace_id} and p.scheduled_at is not null and p.deleted_at is null
    and (p.status <> 'draft' or (p.approval_asked_at is not null and p.approval_declined is null)) and p.id <> all (${[...but]}::bigint[])`
  const ahead = sql`coalesce(p.scheduled_at, 'infinity') > ${moment}`
  const its = account_ids.length
    ? sql`d.account_id = any (${[...account_ids]}::bigint[])`
    : sql`true`
  const planned = account_ids.length
    ? sql`select greatest(d.own_at, p.scheduled_at) as at from posts p
        join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
        where ${stands} and ${ahead} and ${its}`
    : sql`select p.scheduled_at as at from posts p where ${stands} and ${ahead}`
  const { rows } = await sql<{ at: string }>`
    ${planned}
    union
    select d.own_at from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
    where d.workspace_id = ${workspace_id} and d.own_at > ${moment} and ${its} and ${stands}`.execute(
    db,
  )
  return new Set(rows.map(({ at }) => Date.parse(at)))
}
