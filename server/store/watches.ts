/** Settled deliveries that are looked for once more: who takes them, and what comes of it. */
import { sql } from 'kysely'
import { type Candidate, OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import type { Watched } from '#rules/watch.ts'
import type { Lease } from './claims.ts'
import { later } from './columns.ts'
import type { Db } from './schema.ts'

export interface WatchedDelivery extends Lease {
  status: Watched
  /** How often it was looked for since it was settled, this time included. */
  watches: number
  platform_post_id: string | null
}

/** So long nobody else takes it. */
const TURN = '10 minutes'

export async function claimWatched(db: Db, now: Date, limit: number): Promise<WatchedDelivery[]> {
  const { rows } = await sql<WatchedDelivery>`
    update deliveries d set watch_at = ${now}::timestamptz + ${TURN}::interval, watches = d.watches + 1
    from (
      select workspace_id, id from deliveries
      where watch_at <= ${now} and status in ('blocked', 'published', 'failed')
      order by watch_at limit ${limit} for update skip locked) picked
    where d.workspace_id = picked.workspace_id and d.id = picked.id
    returning d.workspace_id, d.id, d.lease_token, d.attempt, d.status, d.watches, d.platform_post_id`.execute(
    db,
  )
  return rows
}

/** Nobody has decided about it in the meantime. */
function still(db: Db, { workspace_id, id, lease_token, status }: WatchedDelivery) {
  return db
    .updateTable('deliveries')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('status', '=', status)
}

/** What the look showed is kept; null: that was the last one. */
export async function keepWatching(
  db: Db,
  watched: WatchedDelivery,
  kept: { steps?: object; candidates?: readonly Candidate[]; watch_at: Date | null },
) {
  const { steps, candidates, watch_at } = kept
  await still(db, watched)
    .set({
      watch_at,
      ...(steps && { steps: JSON.stringify(steps) }),
      ...(candidates && { candidates: JSON.stringify(candidates) }),
    })
    .execute()
}

/** The platform has told: the delivery goes on from there, as if nobody had been asked. */
export async function reopen(db: Db, watched: WatchedDelivery, steps: object, now: Date) {
  const { workspace_id } = watched
  await db.transaction().execute(async (tx) => {
    const post_id = await lockPostOf(tx, watched)
    const { numUpdatedRows } = await still(tx, watched)
      .where('blocked_reason', '=', OUTCOME_UNKNOWN.blocked_reason)
      .set({
        status: 'publishing',
        lease_until: now,
        lease_token: sql`lease_token + 1`,
        steps: JSON.stringify(steps),
        in_doubt: true,
        blocked_reason: null,
        error_code: null,
        error_message: null,
        candidates: null,
        watch_at: null,
      })
      .executeTakeFirst()
    if (post_id === undefined || numUpdatedRows === 0n) return
    await tx
      .updateTable('posts')
      .set({ status: 'scheduled', error_message: null, updated_at: now })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', post_id)
      .where('status', '=', 'failed')
      .execute()
  })
}

/**
 * What a round over all that is uncertain of a post that is out brought: numbers that were owed, and what its author should know.
 * Either is told, since nothing else of the post changes.
 */
export async function keepWatched(
  db: Db,
  watched: WatchedDelivery,
  kept: {
    steps: object
    receipt: { platform_post_id: string | null; platform_url: string | null }
    warnings: readonly string[]
    watch_at: Date | null
  },
  now: Date,
) {
  const { steps, receipt, warnings, watch_at } = kept
  const { platform_post_id, platform_url } = receipt
  const { workspace_id } = watched
  const isNews =
    warnings.length > 0 || (watched.platform_post_id === null && platform_post_id !== null)
  await db.transaction().execute(async (tx) => {
    if (isNews) await lockPostOf(tx, watched)
    const row = await still(tx, watched)
      .set({
        watch_at,
        steps: JSON.stringify(steps),
        platform_url: sql`case when platform_post_id is null then ${platform_url} else platform_url end`,
        platform_post_id: sql`coalesce(platform_post_id, ${platform_post_id})`,
        warnings: sql`warnings || ${JSON.stringify(warnings)}::jsonb`,
      })
      .returning('post_id')
      .executeTakeFirst()
    if (!row || !isNews) return
    await sql`
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      select workspace_id, 'delivery.updated', post_id, id, account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', platform, 'attempt', attempt, 'platform_post_id', platform_post_id,
          'platform_url', platform_url, 'warnings', ${JSON.stringify(warnings)}::jsonb,
          'url_pending', case when owes_its_place(status, published_at, platform_post_id, platform_url, watch_at) then true end))
      from deliveries where workspace_id = ${workspace_id} and id = ${watched.id}`.execute(tx)
    await tx
      .updateTable('posts')
      .set({ updated_at: later(now) })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', row.post_id)
      .execute()
  })
}

/** Posts are locked before their deliveries, everywhere. */
async function lockPostOf(tx: Db, { workspace_id, id }: WatchedDelivery) {
  const { rows } = await sql<{ post_id: number }>`
    select p.id as post_id from posts p
    join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
    where d.workspace_id = ${workspace_id} and d.id = ${id} for no key update of p`.execute(tx)
  return rows[0]?.post_id
}
