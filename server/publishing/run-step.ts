/** One step of an attempt: what it would publish is saved as begun before it runs, and a lost request is looked for first. */
import type { Binding } from '#connecting/platforms.ts'
import { Failure, type Step } from '#platforms/platform.ts'
import { type Entry, inDoubt, type Progress, results } from '#rules/progress.ts'
import { isOfAnother, saveSteps, type Work } from '#store/attempts.ts'
import type { TokenRow } from '#store/tokens.ts'
import type { Dependencies } from './dependencies.ts'
import { afterAbsence, afterFailedLook, afterFailure, type Decision, unknown } from './decision.ts'

/** Somebody else holds the delivery now: whatever we know is of no use any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** What all steps of one attempt share. */
export interface StepContext {
  deps: Dependencies
  binding: Binding
  token: TokenRow
  progress: Progress
  signal: AbortSignal
  mayRefresh: () => boolean
}

interface StepResult {
  decision: Decision
  failure: Failure | undefined
}

/** One step: looks first if a request of it was lost, else runs it. */
export async function runStep(
  step: Step,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<StepResult> {
  const { progress, deps, binding, signal } = at
  if (step.effect !== 'prepares' && entry.started_at !== undefined) {
    entry.lost_at ??= entry.started_at
    const looked = step.effect === 'publishes_once' && (await look(step, entry, work, at))
    if (looked) return looked
  }
  if (step.effect !== 'prepares') {
    entry.started_at = deps.now().toISOString()
    await save(work, progress, deps)
  }
  signal.throwIfAborted()
  try {
    entry.result = await step.run(results(progress))
    return { decision: { kind: 'done' }, failure: undefined }
  } catch (error) {
    const failure = failureOf(error, signal)
    const { original } = failure
    // The lost request had landed: the platform refuses its twin and names it.
    if (original !== undefined && entry.lost_at && !(await isOfAnother(deps.db, work, original))) {
      entry.result = original
      return { decision: { kind: 'done' }, failure: undefined }
    }
    const decision = afterFailure(failure, step, entry, situation(work, progress, binding, deps))
    // While the last call may have landed, what it was made of is what a look asks about.
    if (!inDoubt(progress)) for (const name of failure.forget) delete progress[name]
    return { decision, failure }
  }
}

/** So long a platform that refuses twins is believed to know them. LinkedIn does for 24 to 48 h, says one report of many tries. */
const TWINS_KNOWN = 24 * 3600_000

/** Undefined: it is surely not there, and may be sent. */
async function look(
  step: Extract<Step, { effect: 'publishes_once' | 'publishes_again' }>,
  entry: Entry,
  work: Work,
  { progress, deps, binding, signal }: StepContext,
): Promise<StepResult | undefined> {
  const at = situation(work, progress, binding, deps)
  const number = (entry.looks ?? 0) + 1
  try {
    const lost = { started_at: new Date(entry.lost_at ?? at.now), look: number }
    const finding = await step.find(results(progress), lost)
    // Only what was answered counts: silence is no sign of absence.
    entry.looks = number
    if (finding === 'unknowable') return { decision: unknown(), failure: undefined }
    const deleted = work.deleted_at !== null
    if (finding === 'resend') entry.unseen = true
    const stale = at.now.getTime() - lost.started_at.getTime() > TWINS_KNOWN
    if (finding === 'resend' && (deleted || stale))
      return { decision: unknown(), failure: undefined }
    const found = typeof finding === 'object' ? finding.found : undefined
    // One that fits and is another delivery's may hide ours: it proves no absence.
    const hidden = found !== undefined && (await isOfAnother(deps.db, work, found))
    if (found !== undefined && !hidden) {
      entry.result = found
      return { decision: { kind: 'done' }, failure: undefined }
    }
    const decision = afterAbsence(entry, { ...at, deleted, hidden })
    return decision && { decision, failure: undefined }
  } catch (error) {
    const failure = failureOf(error, signal)
    return { decision: afterFailedLook(failure, entry, at), failure }
  }
}

export async function save(work: Work, progress: Progress, { db }: Dependencies) {
  if (!(await saveSteps(db, work, progress))) throw new LeaseLost()
}

export function situation(
  work: Work,
  progress: Progress,
  { connector }: Binding,
  { now, pace }: Dependencies,
) {
  return {
    progress,
    wanted_at: new Date(work.wanted_at),
    now: now(),
    look_after: connector.manifest.look_after.map((ms) => ms / pace),
    pace,
  }
}

/** Anything a connector throws that is no Failure is its bug: then nobody knows what happened. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error
  if (error instanceof LeaseLost || signal.aborted) throw error
  return new Failure('unknown', 'internal_error', 'An error of ours came in between.', {
    cause: error,
  })
}
