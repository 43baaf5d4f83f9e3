/** Calls of webhooks: which events they are for, who makes them, and how they came out. */
import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '#rules/event.ts'
import type { SendState } from '#rules/webhook.ts'
import { isWithin } from './events.ts'
import type { Window } from './paging.ts'
import type { Db, Scope } from './schema.ts'

/** A webhook for which something has happened that it has not been looked at for. */
export interface Behind {
  workspace_id: number
  id: number
  types: string[] | null
  account_ids: number[] | null
  position: number
  made_by: string
}

/** Held against others who look; what they hold is left to them. To be called in a transaction. */
export async function takeBehind(db: Db, limit: number): Promise<Behind[]> {
  return db
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'types', 'position', 'made_by'])
    .select(sql<number[] | null>`to_jsonb(account_ids)`.as('account_ids'))
    .where('disabled_at', 'is', null)
    .where(
      sql<boolean>`exists (
        select from events e where e.workspace_id = webhooks.workspace_id and e.seq > webhooks.position)`,
    )
    .orderBy('position')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

export interface Wanted {
  webhook_id: number
  types: readonly EventType[]
  /** Only what is about one of these; null: all that the scope sees. */
  account_ids: readonly number[] | null
  which: RawBuilder<boolean>
}

/** Those behind the position and up to there. */
export function numbered(after: number, upto: number) {
  return sql<boolean>`events.seq > ${after} and events.seq <= ${upto}`
}

function happened(since: Date, until: Date) {
  return sql<boolean>`events.at >= ${since} and events.at < ${until}`
}

/** Of those the ones that this webhook has no send for. */
export function missed(webhook_id: number, since: Date, until: Date) {
  return sql<boolean>`${happened(since, until)} and not exists (
    select from webhook_sends s where s.webhook_id = ${webhook_id} and s.event_seq = events.seq)`
}

/** One send for each event that is for it, in order; answers the last number, how many there were, and how many had none. */
export async function insertSends(
  scope: Scope,
  { webhook_id, types, account_ids, which }: Wanted,
  limit: number,
  now: Date,
) {
  const { db, workspace_id } = scope
  const about = account_ids
    ? sql`(events.account_id = any (${[...account_ids]}::bigint[]) or events.account_id is null and events.post_id is not null and exists (
        select from deliveries d
        where d.workspace_id = events.workspace_id and d.post_id = events.post_id and d.account_id = any (${[...account_ids]}::bigint[]))
        or events.type like 'webhook.%')`
    : sql`true`
  const { rows } = await sql<{ last: number | null; found: number; made: number }>`
    with found as (
      select seq from events
      where workspace_id = ${workspace_id} and ${which} and type = any (${[...types]}::text[]) and ${isWithin(scope)} and ${about}
        -- A test is for the one that is tried; that it was made nobody need be told by itself.
        and (type <> 'webhook.test' or data ->> 'webhook_id' = ${String(webhook_id)})
        and (type <> 'audit.webhook_created' or data ->> 'webhook_id' <> ${String(webhook_id)})
      order by seq limit ${limit}
    ),
    made as (
      insert into webhook_sends (workspace_id, webhook_id, event_seq, due_at, created_at)
      select ${workspace_id}, ${webhook_id}, seq, ${now}, ${now} from found order by seq
      on conflict (webhook_id, event_seq) do nothing
      returning id
    )
    select max(seq) as last, count(*) as found, (select count(*) from made) as made from found`.execute(
    db,
  )
  const { last = null, found = 0, made = 0 } = rows[0] ?? {}
  return { last, found, made }
}

export async function movePosition({ db, workspace_id }: Scope, id: number, position: number) {
  await db
    .updateTable('webhooks')
    .set({ position })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** The right to make one call; see Lease of claims.ts. */
export interface SendLease {
  workspace_id: number
  id: number
  webhook_id: number
  event_seq: number
  lease_token: number
  tries: number
}

/**
 * Claims what is due, in turns over webhooks, of one webhook at most so many at once: claims of all processes take turns, so
 * that this holds across them.
 */
export async function claimSends(
  db: Db,
  { now, lease_until, limit, each }: { now: Date; lease_until: Date; limit: number; each: number },
): Promise<SendLease[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('crier:webhook-claim'))`.execute(tx)
    const { rows } = await sql<SendLease>`
      with busy as (
        select webhook_id, count(*) as sends from webhook_sends where state = 'sending' and lease_until > ${now} group by 1
      ),
      ready as (
        select s.workspace_id, s.id, s.due_at, coalesce(b.sends, 0) as busy,
          row_number() over (partition by s.webhook_id order by s.due_at, s.id) as turn
        from webhook_sends s
        join webhooks h on h.workspace_id = s.workspace_id and h.id = s.webhook_id and h.disabled_at is null
        left join busy b on b.webhook_id = s.webhook_id
        where s.state = 'waiting' and s.due_at <= ${now} or s.state = 'sending' and s.lease_until <= ${now}
      )
      update webhook_sends s
      set state = 'sending', lease_until = ${lease_until}, lease_token = s.lease_token + 1, tries = s.tries + 1
      from (select * from ready where turn + busy <= ${each} order by turn, due_at, id limit ${limit}) picked
      where s.workspace_id = picked.workspace_id and s.id = picked.id
      returning s.workspace_id, s.id, s.webhook_id, s.event_seq, s.lease_token, s.tries`.execute(tx)
    return rows
  })
}

/** When something waits next, if nothing is told before. */
export async function nextSend(db: Db, since: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select min(case state when 'waiting' then due_at else lease_until end) as at from webhook_sends
    where state in ('waiting', 'sending') and case state when 'waiting' then due_at else lease_until end > ${since}`.execute(
    db,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** To whom, and who signs; undefined when it was switched off or deleted meanwhile. */
export async function readHook(
  db: Db,
  { workspace_id, webhook_id }: Pick<SendLease, 'workspace_id' | 'webhook_id'>,
) {
  return db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'old_secret', 'old_until', 'made_by'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', webhook_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
export type Hook = NonNullable<Awaited<ReturnType<typeof readHook>>>

/** Sealed, the newest first: what signed before the newest old one, and still does. */
export async function readOldSecrets(
  db: Db,
  { workspace_id, webhook_id }: Pick<SendLease, 'workspace_id' | 'webhook_id'>,
  now: Date,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('webhook_old_secrets')
    .select('secret')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('until', '>', now.toISOString())
    .orderBy('until', 'desc')
    .execute()
  return rows.map(({ secret }) => secret)
}

/** How a call came out. */
export interface SendResult {
  last_at: Date
  last_status: number | null
  last_error: string | null
  ms: number
  answer: string | null
}

/** False when somebody else has taken it over: what came of it is theirs to say. */
export async function settleSend(
  db: Db,
  { workspace_id, id, lease_token }: SendLease,
  outcome: SendResult,
  end: { state: 'delivered' | 'dead' } | { state: 'waiting'; due_at: Date },
) {
  const { numUpdatedRows } = await db
    .updateTable('webhook_sends')
    .set({ ...outcome, ...end, lease_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Back to waiting, as if it had not been tried. */
export async function releaseSend(
  db: Db,
  { workspace_id, id, lease_token }: SendLease,
  due_at: Date,
) {
  await db
    .updateTable('webhook_sends')
    .set({ state: 'waiting', lease_until: null, due_at, tries: sql`tries - 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('state', '=', 'sending')
    .execute()
}

/** It answered: whatever failed before is over. Written only when there is something to forget. */
export async function noteAnswered({ db, workspace_id }: Scope, id: number) {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, failures: 0, dead_told: false })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute()
}

/** One more failure; answers since when it fails and how often, and whether it is off by now. */
export async function noteFailure(
  { db, workspace_id }: Scope,
  id: number,
  { dead, now }: { dead: boolean; now: Date },
) {
  return db
    .updateTable('webhooks')
    .set({
      failing_since: sql`coalesce(failing_since, ${now})`,
      failures: sql`failures + 1`,
      ...(dead && { dead_told: true }),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .returning(['failing_since', 'failures', 'disabled_at'])
    .executeTakeFirst()
}

export interface SendFilter {
  webhook_id: number
  state?: SendState | undefined
}

/** With what they were for, the latest first. */
export async function listSends({ db, workspace_id }: Scope, filter: SendFilter, page: Window) {
  return db
    .selectFrom('webhook_sends as s')
    .leftJoin('events as e', 'e.seq', 's.event_seq')
    .select([
      'e.uuid as event_id',
      'e.type',
      'e.post_id',
      's.state',
      's.tries',
      's.due_at',
      's.last_at',
      's.last_status',
      's.last_error',
      's.ms',
      's.answer',
      's.created_at',
    ])
    .select(sql<string>`s.id::text`.as('id'))
    .where('s.workspace_id', '=', workspace_id)
    .where('s.webhook_id', '=', filter.webhook_id)
    .$if(filter.state !== undefined, (query) =>
      query.where('s.state', '=', filter.state ?? 'waiting'),
    )
    .$if(page.after !== undefined, (query) => query.where('s.id', '<', page.after?.id ?? 0))
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countSends(
  { db, workspace_id }: Scope,
  filter: SendFilter,
  after?: { id: number },
) {
  const { total } = await db
    .selectFrom('webhook_sends')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', filter.webhook_id)
    .$if(filter.state !== undefined, (query) =>
      query.where('state', '=', filter.state ?? 'waiting'),
    )
    .$if(after !== undefined, (query) => query.where('id', '<', after?.id ?? 0))
    .executeTakeFirstOrThrow()
  return total
}

/** They go out again at once, with all their tries before them; what is under way is left alone. Answers how many. */
export async function redeliver(
  { db, workspace_id }: Scope,
  webhook_id: number,
  which: { id: number } | { state: 'delivered' | 'dead'; since: Date; until: Date },
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('webhook_sends')
    .set({ state: 'waiting', tries: 0, due_at: now, last_error: null })
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('state', '<>', 'sending')
    .where((is) =>
      'id' in which
        ? is('id', '=', which.id)
        : is.and([
            is('state', '=', which.state),
            sql<boolean>`exists (
              select from events e
              where e.seq = webhook_sends.event_seq and e.at >= ${which.since} and e.at < ${which.until})`,
          ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function hasSend({ db, workspace_id }: Scope, webhook_id: number, id: number) {
  const row = await db
    .selectFrom('webhook_sends')
    .select('state')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of events that are forgotten. */
export async function pruneSends(db: Db, before: Date) {
  await db.deleteFrom('webhook_sends').where('created_at', '<', before.toISOString()).execute()
}

/** Wakes whoever sends; takes effect when the transaction commits. */
export async function announceSends(db: Db) {
  await sql`select pg_notify('sends', '')`.execute(db)
}
