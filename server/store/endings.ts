/** How attempts end: each ending is made here and written by one function of the database, alone or many in one trip. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type BlockedReason, type Candidate, type ErrorCode } from '#rules/delivery.ts'
import { nextMeasure } from '#rules/metrics.ts'
import { hasLanded, inDoubt, isGuess, owesNumber, type Progress } from '#rules/progress.ts'
import { firstWatch } from '#rules/watch.ts'
import { numbersIn, type Work } from './attempts.ts'
import type { Db, Schema } from './schema.ts'

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

/** Columns of the delivery as they become; what is not named stays. */
type Change = { [Column in keyof Schema['deliveries']]?: unknown }

/** One row of `end_attempts`; see migration 0024. */
export interface AttemptEnding extends Ending {
  workspace_id: number
  id: number
  lease_token: number
  attempt: number
  worker: string | null
  post_id: number
  account_id: number
  finished_at: Date
  change: Change
  /** Instead of `change`, when the account that was thought disconnected is not. */
  connected?: Change
  comes_back?: true
  /** Numbers that the platform gave to its steps. */
  receipts?: { step: string; id: string }[]
}

const over = { lease_until: null, due_at: null, in_doubt: false }
const noError = { error_code: null, error_message: null }

/** The end of a delivery, and of its post when it was the last one under way. */
export function settling(
  work: Work,
  { steps, ...end }: Settlement & { steps: Progress },
  ending: Ending,
  now: Date,
): AttemptEnding {
  const change = { ...changeOf(end, work, steps, now), ...over, steps }
  const settled: AttemptEnding = { ...of(work, ending, now), change }
  // Every number that the platform gave to a step: nobody else's post.
  if (end.status === 'published' || brokeOff(work, steps)) settled.receipts = receiptsIn(steps)
  if (end.status === 'published') return settled
  if (end.status === 'failed' || end.blocked_reason !== 'account_disconnected') return settled
  if (inDoubt(steps)) return { ...settled, connected: { ...lookingOn(work, now), steps } }
  const connected = { ...outOf(work, steps, now), ...connectedAgain }
  return { ...settled, connected: { ...connected, ...over, steps } }
}

function changeOf(end: Settlement, work: Work, steps: Progress, now: Date): Change {
  if (end.status === 'published') {
    const published_at = outAt(work, steps) ?? now
    return {
      ...end,
      published_at,
      measure_at: nextMeasure(published_at, now) ?? null,
      watch_at: isWatched(steps) ? firstWatch(now, 'published') : null,
      watches: 0,
      candidates: null,
      ...noError,
    }
  }
  const out = outOf(work, steps, now)
  if (end.status === 'failed') {
    // The beginning of a thread may still get its number, though its rest was given up.
    const watched = brokeOff(work, steps) && isWatched(steps)
    const watch_at = watched ? firstWatch(now, 'failed') : null
    return { ...end, ...out, candidates: null, watch_at, watches: 0 }
  }
  const asks = end.blocked_reason === 'outcome_unknown'
  return {
    ...end,
    ...out,
    candidates: asks ? end.candidates : null,
    watch_at: asks ? firstWatch(now, 'blocked') : null,
    watches: 0,
  }
}

/** Of what was found by a look; undefined: it has just ended, as a thread has with its last part. */
function outAt({ parts }: Work, steps: Progress): Date | undefined {
  const { out_at } = steps['post'] ?? {}
  return out_at !== undefined && (parts?.length ?? 1) < 2 ? new Date(out_at) : undefined
}

/** What may be out goes on with its look, as where the account is connected again behind this end (`unblockAccount`). */
function lookingOn({ lease_token }: Work, now: Date): Change {
  return { lease_until: now, lease_token: lease_token + 1, in_doubt: true }
}

/** An account that was connected again meanwhile blocks nothing any more: a person may retry. */
const connectedAgain: Change = {
  status: 'failed',
  error_code: 'account_reconnected',
  error_message: 'The account was connected again meanwhile. Retry to send it now.',
}

function brokeOff({ parts }: Work, steps: Progress) {
  return (parts?.length ?? 1) > 1 && hasLanded(steps)
}

/** The beginning of a thread whose rest is missing is out all the same. */
function outOf(work: Work, steps: Progress, now: Date) {
  if (!brokeOff(work, steps)) return {}
  const { platform_post_id = null, platform_url = null } =
    Receipt.safeParse(steps['post']?.result).data ?? {}
  return { platform_post_id, platform_url, published_at: now }
}

const Receipt = z.object({
  platform_post_id: z.string().nullish(),
  platform_url: z.string().nullish(),
})

function receiptsIn(steps: Progress) {
  return Object.entries(steps).flatMap(([step, { result }]) =>
    numbersIn(result).map((id) => ({ step, id })),
  )
}

/** Its number is still owed, a second call of it was sent, or it was found by its words: another one may show after all. */
function isWatched(steps: Progress) {
  const entries = Object.values(steps)
  return (
    owesNumber(steps) || entries.some((entry) => (entry.sends?.length ?? 0) > 1 || isGuess(entry))
  )
}

/** Back to waiting: nothing has landed, try again at `due_at`, unless the post is deleted. */
export function postponing(
  work: Work,
  wait: {
    due_at: Date
    steps: Progress
    error_code: ErrorCode | null
    error_message: string | null
  },
  ending: Ending,
  now: Date,
): AttemptEnding {
  const change = { ...wait, status: 'pending', lease_until: null, in_doubt: false }
  return { ...of(work, ending, now), change }
}

/** Still publishing, but nobody works on it before `at`: it may have landed, so it cannot be cancelled any more. */
export function comingBack(
  work: Work,
  { at, steps, error_message }: { at: Date; steps: Progress; error_message: string | null },
  ending: Ending,
  now: Date,
): AttemptEnding {
  const change = {
    lease_until: at,
    lease_token: work.lease_token + 1,
    steps,
    // What is looked for, or for whose number, lets others of its account go on.
    in_doubt: inDoubt(steps) || owesNumber(steps),
    error_message,
  }
  return { ...of(work, ending, now), change, comes_back: true }
}

function of(work: Work, ending: Ending, finished_at: Date) {
  const { workspace_id, id, lease_token, attempt, worker, post_id, account_id } = work
  return {
    workspace_id,
    id,
    lease_token,
    attempt,
    worker,
    post_id,
    account_id,
    ...ending,
    finished_at,
  }
}

export type Ended = 'written' | 'deleted' | 'lost'

/**
 * Writes endings of different deliveries, given as JSON, in one trip; undefined: somebody has locked what it needs, or it
 * is not ours any more, which only `endAlone` tells.
 */
export async function endTogether(
  db: Db,
  endings: readonly string[],
): Promise<(Ended | undefined)[]> {
  const answers = await endAttempts(db, endings, false)
  return endings.map((_, place) => answers.get(place))
}

/** Waits for whoever has locked it. `deleted`: its post is, so it must not wait; `lost`: somebody else has the lease. */
export async function endAlone(db: Db, ending: string): Promise<Ended> {
  const answers = await endAttempts(db, [ending], true)
  return answers.get(0) ?? 'lost'
}

async function endAttempts(db: Db, endings: readonly string[], alone: boolean) {
  const items = `[${endings.map((ending, place) => `{"place":${place},${ending.slice(1)}`).join(',')}]`
  const { rows } = await sql<{ place: number; answer: Ended | null }>`
    select place, answer from end_attempts(${items}::jsonb, ${alone})`.execute(db)
  return new Map(rows.map(({ place, answer }) => [place, answer ?? undefined]))
}

/** Published if at least one delivery was, else failed; untouched while any is under way. */
export async function settlePost(db: Db, post: { workspace_id: number; id: number }, now: Date) {
  await sql`
    select settle_posts(array[${post.workspace_id}::bigint], array[${post.id}::bigint], ${now}::timestamptz)`.execute(
    db,
  )
}
