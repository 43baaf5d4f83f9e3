/** Holding what is due, of an account or of all, and letting it go again. One statement a function. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

interface Hold {
  held_at: Date
  reason: string | null
}

/** What is held already keeps its time; null lets go. */
export async function holdWorkspace({ db, workspace_id }: Scope, hold: Hold | null): Promise<void> {
  await db.updateTable('workspaces').set(columnsOf(hold)).where('id', '=', workspace_id).execute()
}

export async function holdAccounts(
  { db, workspace_id }: Scope,
  account_ids: readonly number[],
  hold: Hold | null,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set(columnsOf(hold))
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [0, ...account_ids])
    .execute()
}

function columnsOf(hold: Hold | null) {
  if (!hold) return { held_at: null, held_reason: null }
  return { held_at: sql<string>`coalesce(held_at, ${hold.held_at})`, held_reason: hold.reason }
}

/** The workspace's hold, locked: whoever pauses or resumes does so one after the other. */
export async function lockHold({ db, workspace_id }: Scope) {
  return db
    .selectFrom('workspaces')
    .select(['held_at', 'held_reason'])
    .where('id', '=', workspace_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The workspace's hold, as it is at this moment. */
export async function findHold({ db, workspace_id }: Scope) {
  return db
    .selectFrom('workspaces')
    .select(['held_at', 'held_reason'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
}

/** Accounts that are held by themselves. */
export async function heldAccounts({ db, workspace_id }: Scope) {
  return db
    .selectFrom('accounts')
    .select(['id', 'platform', 'username', 'held_at', 'held_reason'])
    .where('workspace_id', '=', workspace_id)
    .where('held_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** How much of what is on schedule is held, how much of it is late, and how much is on its way in spite of it. */
export async function countHeld({ db, workspace_id }: Scope, now: Date) {
  const { rows } = await sql<{ waiting: number; late: number; under_way: number }>`
    select
      count(distinct d.post_id) filter (where d.status = 'pending' and held) as waiting,
      count(distinct d.post_id) filter (where d.status = 'pending' and held and d.due_at <= ${now}) as late,
      count(distinct d.post_id) filter (where d.status = 'publishing') as under_way
    from deliveries d
    join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
    join workspaces w on w.id = d.workspace_id
    left join queues q on q.workspace_id = d.workspace_id and q.id = d.queue_id
    cross join lateral (select a.held_at is not null or w.held_at is not null or q.held_at is not null as held) h
    where d.workspace_id = ${workspace_id} and (d.status = 'publishing' or d.status = 'pending' and d.due_at is not null)`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, late: 0, under_way: 0 }
}

/** Whose hold has to end for them: the workspace's, that of these accounts, or that of a queue. */
export type Holder = 'workspace' | { account_ids: readonly number[] } | { queue_id: number }

/**
 * Posts whose time has passed, and that this hold alone keeps, in the order of their times. What a held queue keeps too is asked
 * about when that goes on. `begun`: something of it was sent before, or is under way.
 */
export async function latePosts({ db, workspace_id }: Scope, holder: Holder, now: Date) {
  const { rows } = await sql<{ id: number; begun: boolean }>`
    select p.id, exists (
      select from deliveries o where o.workspace_id = p.workspace_id and o.post_id = p.id and o.status <> 'pending') as begun
    from posts p
    join (
      select d.post_id, min(d.due_at) as due_at from deliveries d
      join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
      join workspaces w on w.id = d.workspace_id
      where d.workspace_id = ${workspace_id} and d.status = 'pending' and d.due_at <= ${now} and ${keptBy(holder)}
      group by d.post_id) late on late.post_id = p.id
    where p.workspace_id = ${workspace_id} and p.deleted_at is null
    order by late.due_at, p.id`.execute(db)
  return rows
}

function keptBy(holder: Holder) {
  const inHeldQueue = sql`exists (select from queues q where q.workspace_id = d.workspace_id and q.id = d.queue_id and q.held_at is not null)`
  if (holder === 'workspace')
    return sql`w.held_at is not null and a.held_at is null and not ${inHeldQueue}`
  if ('queue_id' in holder)
    return sql`d.queue_id = ${holder.queue_id} and w.held_at is null and a.held_at is null`
  const ids = [...holder.account_ids]
  return sql`w.held_at is null and a.held_at is not null and a.id = any (${ids}::bigint[]) and not ${inHeldQueue}`
}

/** Their time is now: the hours in which they may be tried begin anew. */
export async function dueAnew(
  { db, workspace_id }: Scope,
  post_ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    with these as (
      select id from deliveries
      where workspace_id = ${workspace_id} and post_id = any (${[...post_ids]}::bigint[]) and status = 'pending' and due_at <= ${now}
      order by id for no key update)
    update deliveries d set due_at = ${now}, wanted_at = ${now} from these
    where d.workspace_id = ${workspace_id} and d.id = these.id`.execute(db)
}
