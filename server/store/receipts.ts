/** Numbers that platforms gave to steps of ours: each is one step's, in every workspace that holds the same account. */
import { sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

/** One account of a platform, whichever workspaces it is connected in. */
export interface PlatformAccount {
  platform: string
  sandbox: boolean
  platform_account_id: string
}

export interface StepOfDelivery {
  workspace_id: number
  delivery_id: number
  step: string
}

/** Claims all of them for this step, or none: false when one is another's. Claiming again what is its own changes nothing. */
export async function claimReceipts(
  db: Db,
  { platform, sandbox, platform_account_id }: PlatformAccount,
  { workspace_id, delivery_id, step }: StepOfDelivery,
  ids: readonly string[],
  now: Date,
): Promise<boolean> {
  if (!ids.length) return true
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
      select ${platform}, ${sandbox}, ${platform_account_id}, id, ${workspace_id}, ${delivery_id}, ${step}, ${now}
      from unnest(${[...ids].toSorted()}::text[]) as id
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from receipts
      where platform = ${platform} and sandbox = ${sandbox} and platform_account_id = ${platform_account_id}
        and id = any(${[...ids]}::text[])
        and (workspace_id, delivery_id, step) is distinct from (${workspace_id}::bigint, ${delivery_id}::bigint, ${step}::text)`.execute(
      tx,
    )
    if (rows[0]?.others === 0) return true
    await sql`
      delete from receipts
      where platform = ${platform} and sandbox = ${sandbox} and platform_account_id = ${platform_account_id}
        and id = any(${[...ids]}::text[]) and workspace_id = ${workspace_id} and delivery_id = ${delivery_id} and step = ${step}
        and at = ${now}`.execute(tx)
    return false
  })
}

/** What a person says is this step's; a number that is another's stays that one's. */
export async function claimFor(
  { db, workspace_id }: Scope,
  delivery_id: number,
  step: string,
  id: string,
  now: Date,
) {
  await sql`
    insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
    select a.platform, a.sandbox, a.platform_account_id, ${id}, d.workspace_id, d.id, ${step}, ${now}
    from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
    where d.workspace_id = ${workspace_id} and d.id = ${delivery_id}
    on conflict do nothing`.execute(db)
}

export interface Receipt extends StepOfDelivery {
  id: string
}

/** Which of these numbers are receipts of steps of ours, and whose. */
export async function receiptsAmong(
  db: Db,
  { platform, sandbox, platform_account_id }: PlatformAccount,
  ids: readonly string[],
): Promise<Receipt[]> {
  if (!ids.length) return []
  const { rows } = await sql<Receipt>`
    select id, workspace_id, delivery_id, step from receipts
    where platform = ${platform} and sandbox = ${sandbox} and platform_account_id = ${platform_account_id}
      and id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return rows
}

/** The numbers that are other steps'. */
export function ofOthers(
  receipts: readonly Receipt[],
  { workspace_id, delivery_id, step }: StepOfDelivery,
): ReadonlySet<string> {
  const others = receipts.filter(
    (one) =>
      one.workspace_id !== workspace_id || one.delivery_id !== delivery_id || one.step !== step,
  )
  return new Set(others.map(({ id }) => id))
}

/** The newest receipt of the same step from before that time: what a whole list has to show. */
export async function newestReceipt(
  db: Db,
  { platform, sandbox, platform_account_id }: PlatformAccount,
  step: string,
  { after, before }: { after: Date; before: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts
    where platform = ${platform} and sandbox = ${sandbox} and platform_account_id = ${platform_account_id}
      and step = ${step} and at > ${after} and at < ${before}
    order by at desc limit 1`.execute(db)
  return rows[0]?.id
}

export interface Rival {
  workspace_id: number
  id: number
  status: 'publishing' | 'blocked' | 'published' | 'failed'
  /** When it was to go out; null: without a time. */
  wanted_at: string | null
  steps: unknown
}

/**
 * Numbers of the newest posts of one account row that were begun and answered since it was connected, and so by the app that
 * it is connected by, if a call that began then was made so too.
 */
export async function receiptsOfApp(
  db: Db,
  { workspace_id, delivery_id, step }: StepOfDelivery,
  { began, after, limit }: { began: Date; after: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from deliveries own
    join accounts a on a.workspace_id = own.workspace_id and a.id = own.account_id and a.connected_at <= ${began}
    join receipts r on r.platform = a.platform and r.sandbox = a.sandbox and r.platform_account_id = a.platform_account_id
    join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id
      and d.workspace_id = a.workspace_id and d.account_id = a.id
    where own.workspace_id = ${workspace_id} and own.id = ${delivery_id} and r.at > ${after}
      and (r.delivery_id, r.step) is distinct from (${delivery_id}::bigint, ${step}::text)
      and a.connected_at <= (select min(started_at) from attempts t
        where t.workspace_id = d.workspace_id and t.delivery_id = d.id)
    order by r.at desc, r.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How far a delivery is, without what looks showed: nine tenths of it, which only its own next look reads. */
export const stepsWithoutLooks = sql`(
  select coalesce(jsonb_object_agg(s.key, s.value - 'looked'), '{}') from jsonb_each(d.steps) s)`

/**
 * Other deliveries of the account without a receipt, in every workspace, with how far they are; and those that were found by
 * their words since `since`.
 */
export async function rivalsOf(
  db: Db,
  account: PlatformAccount,
  own: Pick<StepOfDelivery, 'workspace_id' | 'delivery_id'>,
  since: Date,
) {
  return (await rivalsQuery(account, own, since).execute(db)).rows
}

/** Its statement alone, for whoever asks PostgreSQL what it costs. */
export function rivalsQuery(
  { platform, sandbox, platform_account_id }: PlatformAccount,
  { workspace_id, delivery_id }: Pick<StepOfDelivery, 'workspace_id' | 'delivery_id'>,
  since: Date,
) {
  return sql<Rival>`
    select d.workspace_id, d.id, d.status, d.wanted_at, ${stepsWithoutLooks} as steps
    from accounts a join deliveries d on d.workspace_id = a.workspace_id and d.account_id = a.id
    where a.platform = ${platform} and a.sandbox = ${sandbox} and a.platform_account_id = ${platform_account_id}
      and (d.status = 'publishing' or (d.status = 'blocked' and d.blocked_reason = 'outcome_unknown')
        or (d.status in ('published', 'failed') and d.platform_post_id is null and d.watch_at is not null)
        or (d.status in ('publishing', 'published') and d.published_at >= ${since} and d.steps @? '$.*.proof ? (@ == "words")'))
      and (d.workspace_id, d.id) is distinct from (${workspace_id}::bigint, ${delivery_id}::bigint)
    order by d.id limit 200`
}
