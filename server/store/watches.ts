/** Settled deliveries that are looked for once more: who takes them, and what comes of it. */
import { sql } from 'kysely'
import { type Candidate, OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import type { Watched } from '#rules/watch.ts'
import type { Lease } from './claims.ts'
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
    const { rows } = await sql<{ post_id: number }>`
      select p.id as post_id from posts p
      join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
      where d.workspace_id = ${workspace_id} and d.id = ${watched.id} for no key update of p`.execute(
      tx,
    )
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
    const [post] = rows
    if (!post || numUpdatedRows === 0n) return
    await tx
      .updateTable('posts')
      .set({ status: 'scheduled', error_message: null, updated_at: now })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', post.post_id)
      .where('status', '=', 'failed')
      .execute()
  })
}

/** What a round over all that is uncertain of a post that is out brought: numbers that were owed, and what its author should know. */
export async function keepWatched(
  db: Db,
  watched: WatchedDelivery,
  kept: {
    steps: object
    receipt: { platform_post_id: string | null; platform_url: string | null }
    warnings: readonly string[]
    watch_at: Date | null
  },
) {
  const { steps, receipt, warnings, watch_at } = kept
  const { platform_post_id, platform_url } = receipt
  await still(db, watched)
    .set({
      watch_at,
      steps: JSON.stringify(steps),
      platform_url: sql`case when platform_post_id is null then ${platform_url} else platform_url end`,
      platform_post_id: sql`coalesce(platform_post_id, ${platform_post_id})`,
      warnings: sql`warnings || ${JSON.stringify(warnings)}::jsonb`,
    })
    .execute()
}
