/** What an attempt reads, saves and settles. Each write carries the lease's token: no row back means the lease is lost. */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type BlockedReason,
  type Candidate,
  type ErrorCode,
  type InDoubt,
  OUTCOME_UNKNOWN,
} from '#rules/delivery.ts'
import { nextMeasure } from '#rules/metrics.ts'
import { firstWatch } from '#rules/watch.ts'
import { inDoubt, owesNumber, Progress } from '#rules/progress.ts'
import type { Lease } from './claims.ts'
import type { WorkFile } from './media-schema.ts'
import { lockPost } from './posts.ts'
import type { Db } from './schema.ts'

/** Everything about claimed deliveries that publishing needs, read after the claim, when nobody may change it any more. */
export async function readWork(db: Db, leases: readonly Lease[]) {
  if (!leases.length) return []
  const ids = sql`jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as l(workspace_id bigint, id bigint, lease_token bigint, attempt int)`
  const { rows } = await sql<Work>`
    select l.workspace_id, l.id, l.lease_token, l.attempt, d.post_id, d.account_id, d.platform, d.sandbox, d.steps,
      exists (select from circuits c where c.platform = d.platform and c.sandbox = d.sandbox) as suspected,
      p.content, p.first_comment, p.platform_options, p.platform_content, p.deleted_at,
      coalesce(d.wanted_at, p.created_at) as wanted_at,
      coalesce(p.in_doubt, (select w.in_doubt from workspaces w where w.id = d.workspace_id)) as in_doubt,
      (select json_agg(json_build_object('id', m.id, 'mime_type', m.mime_type, 'size_bytes', m.size_bytes,
          'blob_key', m.blob_key, 'width', m.width, 'height', m.height, 'duration', m.duration,
          'alt_text', pm.alt_text, 'animated', m.animated) order by pm.position)
        from post_media pm join media m on m.workspace_id = pm.workspace_id and m.id = pm.media_id
        where pm.workspace_id = d.workspace_id and pm.post_id = d.post_id) as media
    from ${ids}
    join deliveries d on d.workspace_id = l.workspace_id and d.id = l.id and d.lease_token = l.lease_token
    join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id`.execute(db)
  return rows
}

export interface Work extends Lease {
  post_id: number
  account_id: number
  platform: string
  sandbox: boolean
  /** Somebody has lately found the platform silent, and nobody has heard of it since. */
  suspected: boolean
  steps: Record<string, unknown>
  content: string
  first_comment: string | null
  platform_options: Record<string, Record<string, unknown>>
  platform_content: { account_id: number; content?: string; options?: Record<string, unknown> }[]
  wanted_at: string
  in_doubt: InDoubt
  /** It may be deleted while a channel that failed is tried again. */
  deleted_at: string | null
  media: WorkFile[] | null
}

/** Saves how far the steps are. False: the lease is lost. */
export async function saveSteps(db: Db, lease: Lease, steps: object) {
  const { numUpdatedRows } = await held(db, lease)
    .set({ steps: JSON.stringify(steps) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const Numbers = z
  .object({
    platform_post_id: z.string().nullish(),
    comment_id: z.string().nullish(),
    id: z.string().nullish(),
    uri: z.string().nullish(),
  })
  .catch({})

/** Under which the platform knows what a step published; none of what only prepares. */
export function numbersIn(result: unknown): string[] {
  const { platform_post_id, comment_id, id, uri } = Numbers.parse(result ?? {})
  return [platform_post_id, comment_id, id, uri].filter((one) => typeof one === 'string')
}

/** How an attempt ended, for the timeline. */
export interface Ending {
  outcome: 'published' | 'failed' | 'blocked' | 'later' | 'look' | 'released'
  step: string | null
  code: ErrorCode | null
  words: string | null
  request_id: string | null
}

export type Settlement =
  | {
      status: 'published'
      /** Null: it is out, and which it is is still asked for. */
      platform_post_id: string | null
      platform_url: string | null
      warnings: readonly string[]
    }
  | { status: 'failed'; error_code: ErrorCode; error_message: string }
  | {
      status: 'blocked'
      blocked_reason: BlockedReason
      error_code: ErrorCode
      error_message: string
      candidates: readonly Candidate[]
    }

const noError = { error_code: null, error_message: null }

/**
 * The end of a delivery, and of its post when it was the last one under way. The post is locked first, so that two
 * deliveries that end together cannot both take the other for unfinished. An account that was connected again meanwhile
 * blocks nothing any more: a person may retry.
 */
export async function settle(
  db: Db,
  work: Work,
  result: Settlement & { steps: object },
  ending: Ending,
  now: Date,
) {
  return db.transaction().execute(async (tx) => {
    const { workspace_id, post_id } = work
    await lockPost({ db: tx, workspace_id }, post_id)
    const { steps } = result
    const change = held(tx, work)
      .set({
        ...(await columnsOf(tx, work, result, now)),
        lease_until: null,
        due_at: null,
        in_doubt: false,
      })
      .set({ steps: JSON.stringify(steps) })
    if (!(await write(tx, work, change, ending, now))) return false
    if (result.status === 'published') await keepReceipts(tx, work, steps, now)
    await settlePost(tx, { workspace_id, id: post_id }, now)
    return true
  })
}

async function columnsOf(
  tx: Db,
  work: Work,
  { steps, ...end }: Settlement & { steps: object },
  now: Date,
) {
  if (end.status === 'published') {
    const measure_at = nextMeasure(now, now) ?? null
    return {
      ...end,
      warnings: JSON.stringify(end.warnings),
      published_at: now,
      measure_at,
      watch_at: isWatched(end, steps) ? firstWatch(now, 'published') : null,
      watches: 0,
      candidates: null,
      ...noError,
    }
  }
  if (end.status === 'failed') return { ...end, candidates: null, watch_at: null }
  const asks = end.blocked_reason === 'outcome_unknown'
  const blocked = {
    ...end,
    candidates: asks ? JSON.stringify(end.candidates) : null,
    watch_at: asks ? firstWatch(now, 'blocked') : null,
    watches: 0,
  }
  if (end.blocked_reason !== 'account_disconnected') return blocked
  const account = await tx
    .selectFrom('accounts')
    .select('health')
    .where('workspace_id', '=', work.workspace_id)
    .where('id', '=', work.account_id)
    .forShare()
    .executeTakeFirst()
  if (account?.health === 'needs_reconnect' || account?.health === 'disabled') return blocked
  if (inDoubt(Progress.parse(steps))) return OUTCOME_UNKNOWN
  const error_message = 'The account was connected again meanwhile. Retry to send it now.'
  return { status: 'failed' as const, error_code: end.error_code, error_message }
}

/** Every number that the platform gave to a step: nobody else's post. */
async function keepReceipts(tx: Db, work: Work, steps: object, now: Date) {
  const numbers = Object.entries(Progress.parse(steps)).flatMap(([step, { result }]) =>
    numbersIn(result).map((id) => ({ step, id })),
  )
  if (!numbers.length) return
  await sql`
    insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
    select ${work.platform}, ${work.sandbox}, a.platform_account_id, n.id, ${work.workspace_id}, ${work.id}, n.step, ${now}
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(step text, id text)
    join accounts a on a.workspace_id = ${work.workspace_id} and a.id = ${work.account_id}
    order by n.id
    on conflict do nothing`.execute(tx)
}

/** Its number is still owed, or a second call of it was sent: one may show after all. */
function isWatched({ platform_post_id }: { platform_post_id: string | null }, steps: object) {
  const entries = Object.values(Progress.parse(steps))
  return platform_post_id === null || entries.some(({ sends = [] }) => sends.length > 1)
}

/** Published if at least one delivery was, else failed; untouched while any is under way. */
export async function settlePost(db: Db, post: { workspace_id: number; id: number }, now: Date) {
  // Names are looked up only when there is something to complain about.
  const errors = sql`(
    select string_agg(a.username || ' on ' || d.platform || ': ' || d.error_message, ' ' order by d.position)
    from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
    where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status in ('failed', 'blocked'))`
  await sql`
    with d as (
      select count(*) filter (where status in ('pending', 'publishing')) as open,
        min(published_at) filter (where status = 'published') as published_at,
        count(*) filter (where status = 'published') as published
      from deliveries where workspace_id = ${post.workspace_id} and post_id = ${post.id}
    )
    update posts set updated_at = ${now},
      status = case when d.published > 0 then 'published' else 'failed' end,
      published_at = case when d.published > 0 then coalesce(posts.published_at, d.published_at) end,
      error_message = case when d.published > 0 then null else ${errors} end
    from d
    where posts.workspace_id = ${post.workspace_id} and posts.id = ${post.id} and d.open = 0`.execute(
    db,
  )
}

/**
 * Back to waiting: nothing has landed, try again at `due_at`. The post is locked first: who deletes it gives up what
 * waits, and must not miss this one.
 */
export async function postpone(
  db: Db,
  work: Work,
  wait: { due_at: Date; steps: object; error_code: ErrorCode | null; error_message: string | null },
  ending: Ending,
  now: Date,
) {
  return db.transaction().execute(async (tx): Promise<'waits' | 'deleted' | 'lost'> => {
    const post = await lockPost({ db: tx, workspace_id: work.workspace_id }, work.post_id)
    if (post?.deleted_at) return 'deleted'
    const change = held(tx, work).set({
      ...wait,
      steps: JSON.stringify(wait.steps),
      status: 'pending',
      lease_until: null,
      in_doubt: false,
    })
    return (await write(tx, work, change, ending, now)) ? 'waits' : 'lost'
  })
}

/** Still publishing, but nobody works on it before `at`: it may have landed, so it cannot be cancelled any more. */
export async function comeBack(
  db: Db,
  work: Work,
  wait: { at: Date; steps: object; error_message: string | null },
  ending: Ending,
  now: Date,
) {
  const change = held(db, work).set({
    lease_until: wait.at,
    lease_token: sql`lease_token + 1`,
    steps: JSON.stringify(wait.steps),
    in_doubt: holdsNoPlace(Progress.parse(wait.steps)),
    error_message: wait.error_message,
  })
  return write(db, work, change, ending, now)
}

/** What is looked for, or for whose number, lets others of its account go on. */
function holdsNoPlace(progress: Progress) {
  return inDoubt(progress) || owesNumber(progress)
}

function held(db: Db, lease: Lease) {
  return db
    .updateTable('deliveries')
    .where('workspace_id', '=', lease.workspace_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'publishing')
    .where('lease_token', '=', lease.lease_token)
}

/** Writes the delivery and the end of its attempt in one statement; false when the lease is lost. */
async function write(
  db: Db,
  lease: Lease,
  change: ReturnType<typeof held>,
  { outcome, step, code, words, request_id }: Ending,
  now: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    with written as (${change.returning('id')})
    update attempts set finished_at = ${now}, outcome = ${outcome}, step = ${step}, code = ${code}, words = ${words}, request_id = ${request_id}
    from written
    where attempts.workspace_id = ${lease.workspace_id} and attempts.delivery_id = written.id
      and attempts.number = ${lease.attempt}`.execute(db)
  return numAffectedRows > 0n
}
