/** Deliveries as operations see them. How they are carried out is publishing's business: see publishing.ts. */
import { sql } from 'kysely'
import { nextMeasure } from '#rules/metrics.ts'
import { hasLanded, inDoubt, type Progress } from '#rules/progress.ts'
import type { Part } from '#rules/thread.ts'
import type { Wording } from '#rules/utm.ts'
import type { Db, Scope } from './schema.ts'
import { ask, type Statement } from './trip.ts'

export interface Target {
  account_id: number
  platform: string
  sandbox: boolean
  /** Of a thread: what goes there, the post itself first. */
  parts?: readonly Part[] | null
  /** What goes out there, where that is not the text as written. */
  wording?: Wording | null
  /** A time of its own, not before the post's. */
  own_at?: string | null
}

const TIMELINE = 50
const noError = { error_code: null, error_message: null, blocked_reason: null }

/** Of what was looked for after a restore, and is not there: whatever it says now, nobody else has sent it. */
const UNPREPARED = sql<string>`case when deliveries.steps #>> '{post,recovered}' = 'absent'
  then '{"post": {"recovered": "absent"}}'::jsonb else '{}' end`

type Standing = Pick<LockedDelivery, 'id' | 'account_id' | 'restored_from' | 'restored_until'>

/**
 * The post goes to these accounts, in this order: new ones are added, dropped ones go with their attempts, and the others
 * forget what was prepared for an older text. `due_at` null: it waits for a decision. `locked`: all that it has. Only before
 * anything was sent.
 */
export async function setTargets(
  { db, workspace_id }: Scope,
  post_id: number,
  targets: readonly Target[],
  { due_at, locked }: { due_at: string | null; locked: readonly Standing[] },
) {
  const kept = new Set(targets.map(({ account_id }) => account_id))
  // By their ids, and not by a query within: of a table that was never analysed its plan reads all of both, for each post.
  const dropped = locked.filter(({ account_id }) => !kept.has(account_id)).map(({ id }) => id)
  if (dropped.length) {
    await db
      .deleteFrom('attempts')
      .where('workspace_id', '=', workspace_id)
      .where('delivery_id', 'in', dropped)
      .execute()
    await db
      .deleteFrom('deliveries')
      .where('workspace_id', '=', workspace_id)
      .where('post_id', '=', post_id)
      .where('id', 'in', dropped)
      .execute()
  }
  // Whoever drops an account and names it again has the post looked for there as before.
  const restored = locked.find(({ restored_from }) => restored_from !== null)
  await insertDeliveries({ db, workspace_id }, post_id, targets, due_at, restored)
}

export async function insertDeliveries(
  { db, workspace_id }: Scope,
  post_id: number,
  targets: readonly Target[],
  due_at: string | null,
  restored?: Pick<Standing, 'restored_from' | 'restored_until'>,
) {
  if (!targets.length) return
  const fresh = { steps: '{}', warnings: '[]' }
  const rows = targets.map(({ parts, wording, own_at = null, ...target }, position) => ({
    workspace_id,
    post_id,
    position,
    ...target,
    parts: parts ? JSON.stringify(parts) : null,
    wording: wording ? JSON.stringify(wording) : null,
    own_at,
    due_at: due_at === null ? null : laterOf(due_at, own_at),
    wanted_at: due_at === null ? null : laterOf(due_at, own_at),
    ...(restored && {
      restored_from: restored.restored_from,
      restored_until: restored.restored_until,
    }),
    ...fresh,
  }))
  await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'post_id', 'account_id']).doUpdateSet((row) => ({
        ...fresh,
        steps: UNPREPARED,
        position: row.ref('excluded.position'),
        parts: row.ref('excluded.parts'),
        wording: row.ref('excluded.wording'),
        own_at: row.ref('excluded.own_at'),
        due_at: row.ref('excluded.due_at'),
        wanted_at: row.ref('excluded.wanted_at'),
      })),
    )
    .execute()
}

function laterOf(due_at: string, own_at: string | null) {
  return own_at !== null && Date.parse(own_at) > Date.parse(due_at) ? own_at : due_at
}

/** What waits there while something of the post is out: anew, and at its own time if it has one. */
export async function setWaiting(
  { db, workspace_id }: Scope,
  post_id: number,
  { account_id, parts, wording, own_at }: Required<Omit<Target, 'platform' | 'sandbox'>>,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      parts: parts && JSON.stringify(parts),
      wording: wording && JSON.stringify(wording),
      own_at,
      ...(own_at !== null && { due_at: own_at, wanted_at: own_at }),
      steps: UNPREPARED,
      warnings: '[]',
    })
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .where('account_id', '=', account_id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
}

/**
 * Locks a post's deliveries, so that none is claimed while a decision is taken; answers them in the post's order. Lock the
 * post first. Rows are locked in the order of their ids by everybody, so that no two wait for each other.
 */
export async function lockDeliveries(scope: Scope, post_id: number) {
  const locked = await locking(scope).where('post_id', '=', post_id).execute()
  return inOrder(locked)
}
export type LockedDelivery = Awaited<ReturnType<typeof lockDeliveries>>[number]

/** Those of several posts, in the one order that everybody has. Lock the posts first. By post, as lockDeliveries answers them. */
export async function lockDeliveriesOf(
  scope: Scope,
  post_ids: readonly number[],
): Promise<Map<number, LockedDelivery[]>> {
  const locked = await locking(scope)
    .where('post_id', 'in', [0, ...post_ids])
    .execute()
  const byPost = Map.groupBy(locked, ({ post_id }) => post_id)
  return new Map(post_ids.map((id) => [id, inOrder(byPost.get(id) ?? [])]))
}

function inOrder<Placed extends { position: number }>(rows: readonly Placed[]) {
  return rows.toSorted((a, b) => a.position - b.position)
}

function locking({ db, workspace_id }: Scope) {
  return db
    .selectFrom('deliveries')
    .select([
      'id',
      'post_id',
      'position',
      'account_id',
      'platform',
      'status',
      'attempt',
      'blocked_reason',
      'due_at',
      'steps',
      'restored_from',
      'restored_until',
      'candidates',
      'parts',
      'queue_id',
      'queue_slot',
    ])
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .forNoKeyUpdate()
}

/**
 * Pending deliveries of the post go out then, or wait for a decision (null); they may be refused as often as at first. Those
 * with a later time of their own keep it, unless `all` go out together.
 */
export async function setDue(
  { db, workspace_id }: Scope,
  post_id: number,
  due_at: string | null,
  { all = false } = {},
) {
  const at = due_at === null || all ? due_at : sql<string>`greatest(own_at, ${due_at}::timestamptz)`
  await db
    .updateTable('deliveries')
    .set({
      due_at: at,
      wanted_at: at,
      ...(all && { own_at: null }),
      steps: sql`coalesce((select jsonb_object_agg(key, value - 'tries' - 'waits') from jsonb_each(steps)), '{}')`,
    })
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * A failed delivery (or one that a person confirmed as not published) is due again; `steps` is what it starts from. While
 * they leave a doubt it is publishing, as any other that waits for a look: nobody may cancel or change what may be out.
 */
export async function sendAgain(
  { db, workspace_id }: Scope,
  id: number,
  steps: Progress,
  due_at: Date,
  { anew = false } = {},
) {
  // So is what is missing of a thread: nobody may cancel or change what is out.
  const state =
    inDoubt(steps) || hasLanded(steps)
      ? {
          status: 'publishing' as const,
          lease_until: due_at,
          lease_token: sql<number>`lease_token + 1`,
          in_doubt: inDoubt(steps),
        }
      : { status: 'pending' as const, due_at }
  await db
    .updateTable('deliveries')
    .set({
      ...state,
      ...noError,
      ...(anew && { generation: sql<number>`generation + 1` }),
      ...(anew && !hasLanded(steps) && NOWHERE),
      candidates: null,
      watch_at: null,
      wanted_at: due_at,
      steps: JSON.stringify(steps),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('status', 'in', anew ? ['failed', 'blocked', 'published'] : ['failed', 'blocked'])
    .executeTakeFirstOrThrow()
}

/** What was out of it is not any more. */
const NOWHERE = { platform_post_id: null, platform_url: null, published_at: null, gone_at: null }

/** What waits is given up: the post is deleted, or its author decided otherwise. */
export async function giveUp({ db, workspace_id }: Scope, post_id: number, error_message: string) {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', due_at: null, error_code: 'given_up', error_message })
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .where('status', '=', 'pending')
    .execute()
}

/** A person says that a delivery of unknown outcome did land. */
export async function markPublished(
  { db, workspace_id }: Scope,
  id: number,
  {
    platform_post_id,
    platform_url,
    warnings,
    at,
  }: {
    platform_post_id: string | null
    platform_url: string | null
    warnings: readonly string[]
    /** When it went out, where that is known. */
    at: Date | null
  },
  now: Date,
) {
  const published_at = at ?? now
  await db
    .updateTable('deliveries')
    .set({
      status: 'published',
      platform_post_id,
      platform_url,
      warnings: JSON.stringify(warnings),
      published_at,
      measure_at: nextMeasure(published_at, now) ?? null,
      candidates: null,
      watch_at: null,
      ...noError,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('status', '=', 'blocked')
    .executeTakeFirstOrThrow()
}

/** The last attempts of each of the post's deliveries, oldest first. */
export async function listAttempts({ db, workspace_id }: Scope, post_id: number) {
  const numbered = db
    .selectFrom('attempts')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.workspace_id', '=', 'attempts.workspace_id')
        .onRef('deliveries.id', '=', 'attempts.delivery_id'),
    )
    .select([
      'account_id',
      'number',
      'started_at',
      'finished_at',
      'step',
      'outcome',
      'code',
      'words',
      'request_id',
    ])
    .where('attempts.workspace_id', '=', workspace_id)
    .where('deliveries.post_id', '=', post_id)
    .whereRef('number', '>', sql`deliveries.attempt - ${TIMELINE}`)
  return numbered.orderBy('account_id').orderBy('number').execute()
}

/** Wakes the workers and whoever waits; takes effect when the transaction commits. */
export async function announce({ db }: Pick<Scope, 'db'>, channel: Channel, about = '') {
  await ask(db, announced(channel, about))
}

type Channel = 'due' | 'settled' | 'removals' | 'edits'

export function announced(channel: Channel, about = ''): Statement {
  return { text: 'select pg_notify($1, $2)', values: [channel, about] }
}

/** The same for many posts at once. Nothing is written, so nobody waits for the disk. */
export async function announceSettled(db: Db, post_ids: readonly number[]) {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify('settled', id)
    from unnest(${post_ids.map(String)}::text[]) as id`.execute(db)
}

/** Of these workspaces: what is being carried out, or looked for, just now. */
export async function listUnderWay(db: Db, workspace_ids: readonly number[]) {
  return db
    .selectFrom('deliveries')
    .select(['workspace_id', 'id', 'post_id', 'account_id', 'attempt', 'in_doubt'])
    .where('status', '=', 'publishing')
    .where('workspace_id', 'in', [...workspace_ids])
    .execute()
}
export type UnderWay = Awaited<ReturnType<typeof listUnderWay>>[number]
