/** One attempt of one delivery: its steps in order, each result saved before the next, until it ends or has to wait. */
import { isStale, refreshToken, type Refreshing } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { type Reach, silentFrom, toolsFor } from '#connecting/platforms.ts'
import { Failure, type Step } from '#platforms/platform.ts'
import { type Entry, hasLanded, isDone, Progress, results } from '#rules/progress.ts'
import { isOfAnother, saveSteps, type Work } from '#store/attempts.ts'
import type { Db } from '#store/schema.ts'
import { readToken, type TokenRow } from '#store/tokens.ts'
import { afterAbsence, afterFailedLook, afterFailure, type Fate, unknown } from './fate.ts'
import { obstacleTo } from './obstacle.ts'
import { overhear } from './overhear.ts'
import { accountOf, type Files, publicationOf } from './publication.ts'

export interface Attempting extends Refreshing, Files {
  db: Db
  /** Divides every pause of ours before a retry or a look; 1 on real platforms. */
  pace: number
  /** Platforms that this process has found silent, and not heard of since. */
  suspects: Set<string>
  /** True once the service wants to stop: no further step is begun. */
  stopping(): boolean
  log: Log
}

export interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
  error(about: object, text: string): void
}

/** The lease, as its worker knows it without asking. */
export interface Hold {
  /** Aborts when it is known to be lost. */
  signal: AbortSignal
  /** By our clock it is ours until then; every renewal moves it. */
  until: () => Date
}

/** How the attempt came out, and what is known of the steps by then. */
export interface Outcome {
  fate: Fate | { kind: 'released' }
  progress: Progress
  step: string | null
  failure: Failure | undefined
  token: TokenRow | undefined
  /** The platform's own id of the last request, where it gives one. */
  request_id: string | null
}

/** Somebody else holds the delivery now: whatever we know is of no use any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Never throws for what a platform does; rises for our own bugs' sake only when the database or the lease is gone. */
export async function attempt(
  work: Work,
  doing: Attempting,
  { signal, until }: Hold,
): Promise<Outcome> {
  const heard = overhear(doing.fetch)
  const speaking = silentFrom(until, { ...doing, fetch: heard.fetch })
  const outcome = await carryOut(work, speaking, signal)
  outcome.request_id = heard.requestId()
  const { fate, progress } = outcome
  if (!hasLanded(progress) || (fate.kind !== 'failed' && fate.kind !== 'blocked')) return outcome
  // The post is out; what failed behind it is a warning.
  progress['follow_up'] = { warning: fate.message }
  return { ...outcome, fate: { kind: 'published' } }
}

async function carryOut(work: Work, doing: Attempting, signal: AbortSignal): Promise<Outcome> {
  const progress = Progress.parse(work.steps)
  const scope = { db: doing.db, workspace_id: work.workspace_id }
  const outcome: Outcome = {
    fate: { kind: 'published' },
    progress,
    step: null,
    failure: undefined,
    token: undefined,
    request_id: null,
  }

  let token = await readToken(scope, work.account_id)
  const reach = token && doing.platforms(work.platform, work.sandbox)
  const obstacle = obstacleTo(work, token, reach, progress, doing.now())
  if (obstacle || !token || !reach) return { ...outcome, fate: obstacle ?? unknown() }

  // A token that the platform no longer takes is refreshed once; a second refusal is a person's business.
  for (let refreshed = false; ; refreshed = true) {
    try {
      if (refreshed || isStale(token, doing.now()))
        token = await refreshToken(scope, token, doing, signal)
    } catch (error) {
      const failure = failureOf(error, signal)
      const step: Step = { name: 'refresh', effect: 'prepares', run: async () => null }
      const fate = afterFailure(failure, step, {}, situation(work, progress, reach, doing))
      return { ...outcome, fate, step: 'refresh', failure, token }
    }
    const mayRefresh = !refreshed && token.refreshable
    const walked = await walk(work, { doing, reach, token, progress, signal, mayRefresh })
    if (walked.failure?.kind === 'expired' && mayRefresh) continue
    return { ...outcome, ...walked, token }
  }
}

interface Walk {
  doing: Attempting
  reach: Reach
  token: TokenRow
  progress: Progress
  signal: AbortSignal
  mayRefresh: boolean
}

async function walk(work: Work, at: Walk): Promise<Pick<Outcome, 'fate' | 'step' | 'failure'>> {
  const { doing, reach, token, progress, signal } = at
  let steps: readonly Step[]
  try {
    const secret = openSecret(token.secret, doing.seal, work.workspace_id)
    const scope = { db: doing.db, workspace_id: work.workspace_id }
    const publication = await publicationOf(work, reach.connector.manifest, scope, doing)
    steps = reach.connector.publish(
      publication,
      accountOf(token, secret),
      toolsFor(reach, doing, signal),
    )
  } catch (error) {
    const failure = failureOf(error, signal)
    return {
      fate: { kind: 'failed', code: failure.code, message: failure.message },
      step: null,
      failure,
    }
  }

  for (const [index, step] of steps.entries()) {
    const entry = (progress[step.name] ??= {})
    if (isDone(entry)) continue
    if (doing.stopping()) return { fate: { kind: 'released' }, step: step.name, failure: undefined }

    const { fate, failure } = await take(step, entry, work, at)
    if (fate.kind === 'done') {
      const next = steps[index + 1]
      if (next && !savesFirst(next, step, progress)) await save(work, progress, doing)
      continue
    }
    if (failure?.kind === 'expired' && at.mayRefresh) return { fate, step: step.name, failure }
    if (!step.follow_up || fate.kind === 'come_back') return { fate, step: step.name, failure }
    entry.warning = `${step.name}: ${failure?.message ?? 'Its outcome is not known.'}`
    if (step !== steps.at(-1)) await save(work, progress, doing)
  }
  return { fate: { kind: 'published' }, step: null, failure: undefined }
}

/** What only prepared is saved together with the start of the step that publishes: one commit less. */
function savesFirst(next: Step, done: Step, progress: Progress) {
  const begun = progress[next.name]?.started_at !== undefined
  return done.effect === 'prepares' && next.effect !== 'prepares' && !begun
}

interface Taken {
  fate: Fate
  failure: Failure | undefined
}

/** One step: looks first if a request of it was lost, else runs it. */
async function take(step: Step, entry: Entry, work: Work, at: Walk): Promise<Taken> {
  const { progress, doing, reach, signal } = at
  if (step.effect !== 'prepares' && entry.started_at !== undefined) {
    entry.lost_at ??= entry.started_at
    const looked = step.effect === 'publishes_once' && (await look(step, entry, work, at))
    if (looked) return looked
  }
  if (step.effect !== 'prepares') {
    entry.started_at = doing.now().toISOString()
    await save(work, progress, doing)
  }
  signal.throwIfAborted()
  try {
    entry.result = await step.run(results(progress))
    return { fate: { kind: 'done' }, failure: undefined }
  } catch (error) {
    const failure = failureOf(error, signal)
    const { original } = failure
    // The lost request had landed: the platform refuses its twin and names it.
    if (original !== undefined && entry.lost_at && !(await isOfAnother(doing.db, work, original))) {
      entry.result = original
      return { fate: { kind: 'done' }, failure: undefined }
    }
    return {
      fate: afterFailure(failure, step, entry, situation(work, progress, reach, doing)),
      failure,
    }
  }
}

/** Undefined: it is surely not there, and may be sent. */
async function look(
  step: Extract<Step, { effect: 'publishes_once' | 'publishes_again' }>,
  entry: Entry,
  work: Work,
  { progress, doing, reach, signal }: Walk,
): Promise<Taken | undefined> {
  const at = situation(work, progress, reach, doing)
  const number = (entry.looks ?? 0) + 1
  try {
    const lost = { started_at: new Date(entry.lost_at ?? at.now), look: number }
    const finding = await step.find(results(progress), lost)
    // Only what was answered counts: silence is no sign of absence.
    entry.looks = number
    if (finding === 'unknowable') return { fate: unknown(), failure: undefined }
    const deleted = work.deleted_at !== null
    if (finding === 'resend' && deleted) return { fate: unknown(), failure: undefined }
    const found = typeof finding === 'object' ? finding.found : undefined
    if (found !== undefined && !(await isOfAnother(doing.db, work, found))) {
      entry.result = found
      return { fate: { kind: 'done' }, failure: undefined }
    }
    const fate = afterAbsence(entry, { ...at, deleted })
    return fate && { fate, failure: undefined }
  } catch (error) {
    const failure = failureOf(error, signal)
    return { fate: afterFailedLook(failure, at), failure }
  }
}

async function save(work: Work, progress: Progress, { db }: Attempting) {
  if (!(await saveSteps(db, work, progress))) throw new LeaseLost()
}

function situation(
  work: Work,
  progress: Progress,
  { connector }: Reach,
  { now, pace }: Attempting,
) {
  return {
    progress,
    attempt: work.attempt - work.attempts_before,
    wanted_at: new Date(work.wanted_at),
    now: now(),
    look_after: connector.manifest.look_after.map((ms) => ms / pace),
    pace,
  }
}

/** Anything a connector throws that is no Failure is its bug: then nobody knows what happened. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error
  if (error instanceof LeaseLost || signal.aborted) throw error
  return new Failure('unknown', 'internal_error', 'An error of ours came in between.', {
    cause: error,
  })
}
