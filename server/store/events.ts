/** What happened, by the numbers that were given after the commit. Written by triggers: see migrations/0025-events.ts. */
import { createHash } from 'node:crypto'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#rules/actor.ts'
import type { EventType } from '#rules/event.ts'
import type { EventsSchema } from './events-schema.ts'
import type { Db, Scope } from './schema.ts'

const columns = [
  'seq',
  'workspace_id',
  'uuid',
  'type',
  'post_id',
  'delivery_id',
  'account_id',
  'media_id',
  'actor',
  'data',
  'at',
] as const

/** At most so many are numbered by one commit. */
const BATCH = 5_000

/**
 * Numbers what has been committed, in one round trip, and tells everybody who listens to `events`. One process at a time does:
 * answers 0 to the others, and when there is nothing. `full`: there is more.
 */
export async function numberEvents(db: Db): Promise<{ numbered: number; full: boolean }> {
  const { rows } = await sql<{
    numbered: number
  }>`select number_events(${BATCH}) as numbered`.execute(db)
  const numbered = rows[0]?.numbered ?? 0
  return { numbered, full: numbered === BATCH }
}

/** How far numbers have come, and from where on they are kept. */
export interface Head {
  epoch: string
  seq: number
  pruned_seq: number
}

export async function headOf(db: Db): Promise<Head> {
  return db
    .selectFrom('event_counter')
    .select(['epoch', 'seq', 'pruned_seq'])
    .executeTakeFirstOrThrow()
}

/** What the epoch is called in the cursors of one workspace: they say nothing in another. */
export function epochIn({ epoch }: Pick<Head, 'epoch'>, workspace_id: number) {
  return createHash('sha256').update(`${epoch}:${workspace_id}`).digest('hex').slice(0, 12)
}

const FRESH = `md5(random()::text || clock_timestamp()::text)`

/**
 * Numbers go on behind whatever was told elsewhere meanwhile, a hundred events a second for a day: receivers of webhooks know by the
 * number alone which is newer.
 */
const APART = 10_000_000

/** What comes now is not what comes elsewhere under the same numbers. */
export const RENEW_EPOCH = `update event_counter set epoch = ${FRESH}, seq = seq + ${APART}`

/**
 * Begins a new epoch where this is not the database that the last one began in: it was restored, or promoted. A new one begins its
 * first.
 */
export async function settleEpoch(db: Db) {
  await sql`
    update event_counter set epoch = ${sql.raw(FRESH)}, origin = present.origin,
      seq = seq + case when event_counter.origin = '' then 0 else ${sql.lit(APART)} end
    from (${ORIGIN}) present
    where event_counter.origin <> present.origin`.execute(db)
}

const ORIGIN = sql`
  select concat_ws(':', system_identifier, timeline_id, (select oid from pg_database where datname = current_database()),
    'events'::regclass::oid) as origin
  from pg_control_system(), pg_control_checkpoint()`

/** Every number stands for what it stood for where the database was before. */
export async function keepEpoch(db: Db) {
  await sql`update event_counter set origin = present.origin from (${ORIGIN}) present`.execute(db)
}

/** What tells two instances from one another that were started from the same data; says nothing to anybody else. */
export async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select left(encode(sha256(epoch::bytea), 'hex'), 16) as identity from event_counter`.execute(db)
  return rows[0]?.identity ?? ''
}

/** A copy of another instance goes on by itself. */
export async function renewEpoch(db: Db) {
  await sql.raw(RENEW_EPOCH).execute(db)
}

/** What no row tells: that something was asked for, or why a row went. All else is told by triggers. */
export async function tell({ db, workspace_id }: Scope, type: EventType, data: object) {
  await sql`
    insert into fresh_events (workspace_id, type, actor, data)
    values (${workspace_id}, ${type}, event_actor(), ${JSON.stringify(data)}::jsonb)`.execute(db)
}

export type EventRow = Selectable<EventsSchema['events']>

/** Of all workspaces: those behind `after`, in order. For what feeds on events, such as notices and webhooks. */
export async function eventsBehind(
  db: Db,
  after: number,
  limit: number,
  types?: readonly EventType[],
): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(columns)
    .where('seq', '>', after)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export interface EventFilter {
  types: readonly EventType[]
  post_id?: number | undefined
  /** Behind this number, and not behind that. */
  after: number
  upto: number
}

/** In order; what is about accounts or posts that do not exist for whoever asks is left out. */
export async function listEvents(
  scope: Scope,
  { types, post_id, after, upto }: EventFilter,
  limit: number,
): Promise<EventRow[]> {
  if (!types.length) return []
  return scope.db
    .selectFrom('events')
    .select(columns)
    .where('workspace_id', '=', scope.workspace_id)
    .where('seq', '>', after)
    .where('seq', '<=', upto)
    .where('type', 'in', [...types])
    .$if(post_id !== undefined, (query) => query.where('post_id', '=', post_id ?? 0))
    .where(isWithin(scope))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export interface ActivityFilter {
  types: readonly EventType[]
  by?: readonly Actor['kind'][] | undefined
  post_id?: number | undefined
  account_id?: number | undefined
  since?: string | undefined
  until?: string | undefined
  upto: number
}

/** Credentials by their beginning. */
const actors: Record<Actor['kind'], string> = {
  person: 'person:%',
  key: 'key:%',
  app: 'grant:%',
  crier: 'crier',
}

/** The latest first. */
export async function listEventsBack(
  scope: Scope,
  { types, by, post_id, account_id, since, until, upto }: ActivityFilter,
  limit: number,
): Promise<EventRow[]> {
  if (!types.length) return []
  return scope.db
    .selectFrom('events')
    .select(columns)
    .where('workspace_id', '=', scope.workspace_id)
    .where('seq', '<=', upto)
    .where('type', 'in', [...types])
    .$if(post_id !== undefined, (query) => query.where('post_id', '=', post_id ?? 0))
    .$if(account_id !== undefined, (query) => query.where('account_id', '=', account_id ?? 0))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''))
    .$if(by !== undefined, (query) =>
      query.where((is) => is.or((by ?? []).map((kind) => is('actor', 'like', actors[kind])))),
    )
    .where(isWithin(scope))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** One of them, if it is of these kinds and exists for whoever asks. */
export async function findEvent(
  scope: Scope,
  seq: number,
  types: readonly EventType[],
): Promise<EventRow | undefined> {
  return scope.db
    .selectFrom('events')
    .select(columns)
    .where('workspace_id', '=', scope.workspace_id)
    .where('seq', '=', seq)
    .where('type', 'in', [...types])
    .where(isWithin(scope))
    .executeTakeFirst()
}

/** About nothing but accounts that exist for whoever asks, and posts that go nowhere else. */
export function isWithin({ account_ids }: Pick<Scope, 'account_ids'>): RawBuilder<SqlBool> {
  if (!account_ids) return sql<SqlBool>`true`
  const ids = sql`${[...account_ids]}::bigint[]`
  return sql<SqlBool>`(events.account_id is null or events.account_id = any (${ids}))
    and (events.post_id is null or not exists (
      select from deliveries d
      where d.workspace_id = events.workspace_id and d.post_id = events.post_id and d.account_id <> all (${ids})))`
}

const AT_ONCE = 10_000

/**
 * Forgets a part of what is older; false when nothing was left of it. In one statement: a reader sees either what is forgotten, or
 * that it is.
 */
export async function pruneEvents(db: Db, { usual, audit }: { usual: Date; audit: Date }) {
  const { rows } = await sql<{ forgotten: number }>`
    with gone as (
      delete from events where seq in (
        select seq from events
        where at < ${audit} or at < ${usual} and type not like 'audit.%'
        order by seq limit ${AT_ONCE})
      returning seq, type like 'audit.%' as is_audit),
    told as (
      update event_counter set pruned_seq = greatest(pruned_seq, upto)
      from (select max(seq) as upto from gone where not is_audit) usuals
      where upto is not null)
    select count(*) as forgotten from gone`.execute(db)
  return rows[0]?.forgotten === AT_ONCE
}
