/**
 * Errands: what is done about posts that are out, taking them down or changing them. Each kind has its table; who carries one
 * out until when, and what waits, is the same of all.
 */
import { sql } from 'kysely'
import type { DeliveryStatus, ErrorCode } from '#rules/delivery.ts'
import type { Progress } from '#rules/progress.ts'
import { type ClaimOptions, freeHands, probing } from './claims.ts'
import type { Db } from './schema.ts'

export interface ErrandKind {
  table: 'removals' | 'edits'
  /** The state of one that is being carried out. */
  under: 'removing' | 'editing'
}

export const removing: ErrandKind = { table: 'removals', under: 'removing' }
export const editing: ErrandKind = { table: 'edits', under: 'editing' }

/** The right to carry one out; see Lease of claims.ts. */
export interface ErrandLease {
  workspace_id: number
  id: number
  lease_token: number
}

export interface ErrandWork extends ErrandLease {
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
  /** Of an edit: what it brings. */
  content: string | null
  options: Record<string, unknown> | null
  /** The options that its post was published with on this account. */
  published_options: Record<string, unknown>
  /** Somebody has it taken down, it is gone, or it was published anew. */
  going: boolean
}

/**
 * Claims what is due, one of an account at a time, and of a delivery the oldest: claims of all processes take turns, so that
 * this holds across them. What is on its way out, or looked for, is waited for; so is an account that a person has to connect
 * again.
 */
export async function claimErrands(
  db: Db,
  { table, under }: ErrandKind,
  options: Omit<ClaimOptions, 'worker'>,
): Promise<ErrandWork[]> {
  const { now, lease_until } = options
  const all = sql.table(table)
  const busy = sql.lit(under)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`crier:${table}`}))`.execute(tx)
    const { rows } = await sql<ErrandWork>`
      with ready as (
        select distinct on (r.workspace_id, r.account_id) r.workspace_id, r.id, r.platform, r.sandbox, r.asked_at
        from ${all} r
        join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id
        join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
        where (r.state = 'pending' and r.due_at <= ${now} or r.state = ${busy} and r.lease_until <= ${now})
          and not exists (
            select from ${all} o
            where o.workspace_id = r.workspace_id and o.account_id = r.account_id
              and (o.state = ${busy} and o.lease_until > ${now}
                or o.state in ('pending', ${busy}) and o.delivery_id = r.delivery_id and o.id < r.id))
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
          select r.workspace_id, r.id from ready join ${all} r using (workspace_id, id)
          where ready.platform = hands.platform and ready.sandbox = hands.sandbox
          order by ready.asked_at limit hands.free
          for update of r skip locked) picked
      ),
      claimed as (
        update ${all} r set state = ${busy}, due_at = null, lease_until = ${lease_until}, lease_token = r.lease_token + 1,
          wanted_at = case when r.error_code = 'account_disconnected' then ${now}::timestamptz else r.wanted_at end,
          error_code = null, error_message = null
        from picked where r.workspace_id = picked.workspace_id and r.id = picked.id
        returning r.*
      ),
      ${probing(options)}
      select c.workspace_id, c.id, c.lease_token, c.delivery_id, c.post_id, c.account_id, c.platform, c.sandbox, c.steps,
        iso(c.wanted_at) as wanted_at, d.status as delivery_status, d.steps as delivery_steps, d.platform_post_id, d.platform_url,
        to_jsonb(c) ->> 'content' as content, to_jsonb(c) -> 'options' as options,
        coalesce(p.platform_options -> c.platform, '{}') || coalesce((
          select own -> 'options' from jsonb_array_elements(p.platform_content) own
          where own ->> 'account_id' = c.account_id::text limit 1), '{}') as published_options,
        d.generation <> c.generation or d.gone_at is not null or exists (
          select from removals o
          where o.workspace_id = c.workspace_id and o.delivery_id = c.delivery_id and o.generation = c.generation
            and o.state in ('pending', 'removing', 'removed')) as going,
        exists (select from circuits s where s.platform = c.platform and s.sandbox = c.sandbox) as suspected
      from claimed c join deliveries d on d.workspace_id = c.workspace_id and d.id = c.delivery_id
      join posts p on p.workspace_id = c.workspace_id and p.id = c.post_id`.execute(tx)
    return rows
  })
}

/** Whether anything waits or is under way at all. */
export async function hasOpenErrands(db: Db, { table, under }: ErrandKind): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from ${sql.table(table)} where state = 'pending')
      or exists (select from ${sql.table(table)} where state = ${sql.lit(under)}) as open`.execute(
    db,
  )
  return rows[0]?.open ?? false
}

/** When something is due next, if nothing is told before. */
export async function nextErrand(
  db: Db,
  { table, under }: ErrandKind,
  since: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select iso(least(
      (select min(due_at) from ${sql.table(table)} where state = 'pending' and due_at > ${since}),
      (select min(lease_until) from ${sql.table(table)} where state = ${sql.lit(under)} and lease_until > ${since}))) as at`.execute(
    db,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** How far it is, and the lease prolonged. False: somebody else has it. */
export async function saveErrand(
  db: Db,
  { table, under }: ErrandKind,
  { workspace_id, id, lease_token }: ErrandLease,
  steps: Progress,
  lease_until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ steps: JSON.stringify(steps), lease_until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where(sql`state`, '=', under)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How one came out that did not come through. */
export type ErrandEnd =
  | { state: 'failed'; code: ErrorCode; message: string }
  | { state: 'pending'; at: Date; code: ErrorCode | null; message: string | null }

export function columnsOf(end: ErrandEnd, now: Date) {
  if (end.state === 'pending')
    return { due_at: end.at, error_code: end.code, error_message: end.message, finished_at: null }
  return { due_at: null, error_code: end.code, error_message: end.message, finished_at: now }
}

/** What waits of an account, or of all of a platform, waits longer: the limit is one of these calls, and not of publishing. */
export async function holdErrands(
  db: Db,
  { table }: ErrandKind,
  of: { platform: string; sandbox: boolean; workspace_id?: number; account_id?: number },
  until: Date,
) {
  const { platform, sandbox, workspace_id, account_id } = of
  await db
    .updateTable(table)
    .set({ due_at: sql<string>`greatest(due_at, ${until})` })
    .where('state', '=', 'pending')
    .where('platform', '=', platform)
    .where('sandbox', '=', sandbox)
    .$if(workspace_id !== undefined, (query) => query.where('workspace_id', '=', workspace_id ?? 0))
    .$if(account_id !== undefined, (query) => query.where('account_id', '=', account_id ?? 0))
    .execute()
}
