/** Named queues, and what stands in them. One statement a function. */
import { sql } from 'kysely'
import type { SlotTime } from '#rules/schedule.ts'
import type { Scope } from './schema.ts'

export interface QueueRow {
  id: number
  name: string
  /** Those that are connected, and that whoever asks sees. */
  account_ids: number[]
  /** It is for any account. */
  open: boolean
  times: SlotTime[]
  jitter: number
  held_at: string | null
  /** Posts in it that are still to go out. */
  waiting: number
  created_at: string
  updated_at: string
}

export async function listQueues(scope: Scope): Promise<QueueRow[]> {
  return selectQueues(scope)
    .orderBy(sql`lower(name)`)
    .execute()
}

export async function findQueue(scope: Scope, id: number): Promise<QueueRow | undefined> {
  return selectQueues(scope).where('id', '=', id).executeTakeFirst()
}

function selectQueues({ db, workspace_id, account_ids }: Scope) {
  const seen = account_ids ? sql`and a.id = any (${[...account_ids]}::bigint[])` : sql``
  const unseen = account_ids
    ? sql`and not exists (select from deliveries o where o.workspace_id = d.workspace_id and o.post_id = d.post_id
        and o.account_id <> all (${[...account_ids]}::bigint[]))`
    : sql``
  const live = sql<number[]>`(
    select coalesce(jsonb_agg(a.id order by wanted.position), '[]')
    from unnest(queues.account_ids) with ordinality as wanted (id, position)
    join accounts a on a.workspace_id = queues.workspace_id and a.id = wanted.id and a.removed_at is null ${seen})`
  const waiting = sql<number>`(
    select count(distinct d.post_id) from deliveries d
    where d.workspace_id = queues.workspace_id and d.queue_id = queues.id and d.status = 'pending' and d.due_at is not null ${unseen})`
  return db
    .selectFrom('queues')
    .select(['id', 'name', 'times', 'jitter', 'held_at', 'created_at', 'updated_at'])
    .select([live.as('account_ids'), waiting.as('waiting')])
    .select(sql<boolean>`account_ids = '{}'`.as('open'))
    .where('workspace_id', '=', workspace_id)
}

export interface QueueChange {
  name?: string | undefined
  account_ids?: readonly number[] | undefined
  times?: readonly SlotTime[] | undefined
  jitter?: number | undefined
  held_at?: Date | null | undefined
}

export async function insertQueue(
  { db, workspace_id }: Scope,
  {
    name,
    account_ids,
    times,
    jitter,
    held_at,
  }: Required<QueueChange> & { name: string; jitter: number },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('queues')
    .values({
      workspace_id,
      name,
      account_ids: [...(account_ids ?? [])],
      times: JSON.stringify(times),
      jitter,
      held_at: held_at ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is held already keeps its time. False: there is none. */
export async function changeQueue(
  { db, workspace_id }: Scope,
  id: number,
  { name, account_ids, times, jitter, held_at }: QueueChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('queues')
    .set({
      ...(name !== undefined && { name }),
      ...(account_ids && { account_ids: [...account_ids] }),
      ...(times && { times: JSON.stringify(times) }),
      ...(jitter !== undefined && { jitter }),
      ...(held_at === null && { held_at: null }),
      ...(held_at && { held_at: sql<string>`coalesce(held_at, ${held_at})` }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What stood in it keeps its time, by itself. False: there is none. */
export async function deleteQueue({ db, workspace_id }: Scope, id: number): Promise<boolean> {
  await sql`
    with these as (
      select id from deliveries where workspace_id = ${workspace_id} and queue_id = ${id} order by id for no key update)
    update deliveries d set queue_id = null, queue_slot = null from these
    where d.workspace_id = ${workspace_id} and d.id = these.id`.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('queues')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Which slots of it are taken, by what is on schedule or waits for approval. */
export async function takenSlots(
  { db, workspace_id }: Scope,
  { queue_id, after, but }: { queue_id: number; after: Date; but: number | undefined },
): Promise<Set<number>> {
  const { rows } = await sql<{ at: string }>`
    select distinct d.queue_slot as at from deliveries d
    join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
    where d.workspace_id = ${workspace_id} and d.queue_id = ${queue_id} and d.queue_slot > ${after} and p.id <> ${but ?? 0}
      and p.deleted_at is null and (p.status <> 'draft' or p.approval_asked_at is not null and p.approval_declined is null)`.execute(
    db,
  )
  return new Set(rows.map(({ at }) => Date.parse(at)))
}

export interface Place {
  queue_id: number
  slot: string
}

/** Of a post's deliveries; null: it stands in none. */
export function placeOf(
  deliveries: readonly { queue_id: number | null; queue_slot: string | null }[],
): Place | null {
  for (const { queue_id, queue_slot: slot } of deliveries)
    if (queue_id !== null && slot !== null) return { queue_id, slot }
  return null
}

export async function setPlace({ db, workspace_id }: Scope, post_id: number, place: Place | null) {
  await db
    .updateTable('deliveries')
    .set({ queue_id: place?.queue_id ?? null, queue_slot: place?.slot ?? null })
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .execute()
}
