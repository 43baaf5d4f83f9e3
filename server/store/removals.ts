/** What is to be taken down: who asked for it, who carries it out until when, and how it came out. */
import { sql } from 'kysely'
import type { DeliveryStatus, ErrorCode } from '#rules/delivery.ts'
import type { Progress } from '#rules/progress.ts'
import type { RemovalState } from '#rules/removal.ts'
import { type ClaimOptions, freeHands, probing } from './claims.ts'
import type { Db, Scope } from './schema.ts'

export interface Asked {
  delivery_id: number
  /** Where a person does it, if the post has no address of its own; undefined: it is ours to do. */
  by_hand: string | undefined
}

/**
 * Asks for these, each for the publishing that it is now. One that is there stays as it is, and one that failed is begun again,
 * with what is gone of it. Call it with the deliveries locked.
 */
export async function askRemovals(
  { db, workspace_id }: Scope,
  asked: readonly Asked[],
  asked_by: string,
  now: Date,
) {
  const rows = JSON.stringify(asked.map(({ by_hand = null, ...row }) => ({ ...row, by_hand })))
  await sql`
    insert into removals (workspace_id, delivery_id, generation, post_id, account_id, platform, sandbox, asked_by, asked_at, wanted_at,
      state, act_url, due_at, finished_at)
    select d.workspace_id, d.id, d.generation, d.post_id, d.account_id, d.platform, d.sandbox, ${asked_by}, ${now}, ${now},
      case when l.by_hand is null then 'pending' else 'unsupported' end,
      case when l.by_hand is not null then coalesce(d.platform_url, l.by_hand) end,
      case when l.by_hand is null then ${now}::timestamptz end, case when l.by_hand is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${rows}::jsonb) as l(delivery_id bigint, by_hand text)
    join deliveries d on d.workspace_id = ${workspace_id} and d.id = l.delivery_id
    order by d.id
    on conflict (workspace_id, delivery_id, generation) do update set
      state = 'pending', due_at = excluded.asked_at, wanted_at = excluded.asked_at, asked_at = excluded.asked_at,
      asked_by = excluded.asked_by, finished_at = null, error_code = null, error_message = null,
      steps = coalesce((select jsonb_object_agg(key, value - 'tries' - 'waits') from jsonb_each(removals.steps)), '{}')
    where removals.state = 'failed'`.execute(db)
}

export interface ToldRemoval {
  delivery_id: number
  account_id: number
  state: RemovalState
  /** Something of it is gone. */
  begun: boolean
}

/** Those of the post that are asked for, of each delivery as it is published now. */
export async function listRemovals({ db, workspace_id }: Scope, post_id: number) {
  const { rows } = await sql<ToldRemoval>`
    select r.delivery_id, r.account_id, r.state, r.steps @? '$.*.result' as begun from removals r
    join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.generation = r.generation
    where r.workspace_id = ${workspace_id} and d.post_id = ${post_id}`.execute(db)
  return rows
}

/** The right to carry one out; see Lease of claims.ts. */
export interface RemovalLease {
  workspace_id: number
  id: number
  lease_token: number
}

export interface RemovalWork extends RemovalLease {
  delivery_id: number
  post_id: number
  account_id: number
  platform: string
  sandbox: boolean
  suspected: boolean
  steps: Record<string, unknown>
  wanted_at: string
  /** The delivery as it was when this was claimed. */
  delivery_status: DeliveryStatus
  delivery_steps: Record<string, unknown>
  platform_post_id: string | null
  platform_url: string | null
}

/**
 * Claims what is due, one of an account at a time: claims of all processes take turns, so that this holds across them. What is
 * on its way out, or looked for, is waited for; so is an account that a person has to connect again.
 */
export async function claimRemovals(
  db: Db,
  options: Omit<ClaimOptions, 'worker'>,
): Promise<RemovalWork[]> {
  const { now, lease_until } = options
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('crier:removal-claim'))`.execute(tx)
    const { rows } = await sql<RemovalWork>`
      with ready as (
        select distinct on (r.workspace_id, r.account_id) r.workspace_id, r.id, r.platform, r.sandbox, r.asked_at
        from removals r
        join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id
        join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
        where (r.state = 'pending' and r.due_at <= ${now} or r.state = 'removing' and r.lease_until <= ${now})
          and not exists (
            select from removals o
            where o.workspace_id = r.workspace_id and o.account_id = r.account_id and o.state = 'removing' and o.lease_until > ${now})
          and d.status not in ('pending', 'publishing')
          and (d.watch_at is null or d.platform_post_id is not null)
          and (a.removed_at is not null or a.health not in ('needs_reconnect', 'disabled'))
          and (a.paused_until is null or a.paused_until <= ${now})
          and not exists (
            select from pauses p where p.platform = r.platform and p.sandbox = r.sandbox and p.until > ${now})
        order by r.workspace_id, r.account_id, r.asked_at, r.id
      ),
      ${freeHands(options)},
      picked as (
        select picked.* from hands cross join lateral (
          select r.workspace_id, r.id from ready join removals r using (workspace_id, id)
          where ready.platform = hands.platform and ready.sandbox = hands.sandbox
          order by ready.asked_at limit hands.free
          for update of r skip locked) picked
      ),
      claimed as (
        update removals r set state = 'removing', due_at = null, lease_until = ${lease_until}, lease_token = r.lease_token + 1,
          wanted_at = case when r.error_code = 'account_disconnected' then ${now}::timestamptz else r.wanted_at end,
          error_code = null, error_message = null
        from picked where r.workspace_id = picked.workspace_id and r.id = picked.id
        returning r.*
      ),
      ${probing(options)}
      select c.workspace_id, c.id, c.lease_token, c.delivery_id, c.post_id, c.account_id, c.platform, c.sandbox, c.steps,
        iso(c.wanted_at) as wanted_at, d.status as delivery_status, d.steps as delivery_steps, d.platform_post_id, d.platform_url,
        exists (select from circuits s where s.platform = c.platform and s.sandbox = c.sandbox) as suspected
      from claimed c join deliveries d on d.workspace_id = c.workspace_id and d.id = c.delivery_id`.execute(
      tx,
    )
    return rows
  })
}

/** Whether anything waits or is under way at all. */
export async function hasOpenRemovals(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from removals where state = 'pending')
      or exists (select from removals where state = 'removing') as open`.execute(db)
  return rows[0]?.open ?? false
}

/** When something is due next, if nothing is told before. */
export async function nextRemoval(db: Db, since: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select iso(least(
      (select min(due_at) from removals where state = 'pending' and due_at > ${since}),
      (select min(lease_until) from removals where state = 'removing' and lease_until > ${since}))) as at`.execute(
    db,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** How far it is, and the lease prolonged. False: somebody else has it. */
export async function saveRemoval(
  db: Db,
  { workspace_id, id, lease_token }: RemovalLease,
  steps: Progress,
  lease_until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('removals')
    .set({ steps: JSON.stringify(steps), lease_until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('state', '=', 'removing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type RemovalEnd =
  | { state: 'removed'; message: string | null }
  | { state: 'failed'; code: ErrorCode; message: string }
  | { state: 'unsupported'; act_url: string }
  | { state: 'pending'; at: Date; code: ErrorCode | null; message: string | null }

/** Writes how it came out. What is gone has no numbers to be asked for. False: somebody else has it. */
export async function endRemoval(
  db: Db,
  { workspace_id, id, lease_token }: RemovalLease,
  end: RemovalEnd,
  steps: Progress,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('removals')
      .set({
        ...columnsOf(end, now),
        steps: JSON.stringify(steps),
        lease_until: null,
        state: end.state,
      })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('state', '=', 'removing')
      .returning(['delivery_id', 'post_id', 'generation'])
      .executeTakeFirst()
    if (!row) return false
    if (end.state === 'removed')
      await sql`
        update deliveries set gone_at = coalesce(gone_at, ${now}), measure_at = null
        where workspace_id = ${workspace_id} and id = ${row.delivery_id} and generation = ${row.generation}`.execute(
        tx,
      )
    await sql`select pg_notify('settled', ${String(row.post_id)}::text)`.execute(tx)
    return true
  })
}

function columnsOf(end: RemovalEnd, now: Date) {
  const none = { due_at: null, error_code: null, error_message: null }
  switch (end.state) {
    case 'removed':
      return { ...none, error_message: end.message, finished_at: now }
    case 'failed':
      return { ...none, error_code: end.code, error_message: end.message, finished_at: now }
    case 'unsupported':
      return { ...none, act_url: end.act_url, finished_at: now }
    case 'pending':
      return { due_at: end.at, error_code: end.code, error_message: end.message, finished_at: null }
  }
}

/** What waits of an account, or of all of a platform, waits longer: the limit is one of taking down, and not of publishing. */
export async function holdRemovals(
  db: Db,
  of: { platform: string; sandbox: boolean; workspace_id?: number; account_id?: number },
  until: Date,
) {
  const { platform, sandbox, workspace_id, account_id } = of
  await db
    .updateTable('removals')
    .set({ due_at: sql<string>`greatest(due_at, ${until})` })
    .where('state', '=', 'pending')
    .where('platform', '=', platform)
    .where('sandbox', '=', sandbox)
    .$if(workspace_id !== undefined, (query) => query.where('workspace_id', '=', workspace_id ?? 0))
    .$if(account_id !== undefined, (query) => query.where('account_id', '=', account_id ?? 0))
    .execute()
}
