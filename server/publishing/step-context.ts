/** What the steps of one attempt share, and how they are saved. */
import type { Binding } from '#connecting/platforms.ts'
import { Failure } from '#platforms/platform.ts'
import type { Progress } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import type { TokenRow } from '#store/tokens.ts'
import type { Heard } from './clock.ts'
import type { Dependencies } from './dependencies.ts'
import { type Hold, LeaseLost } from './hold.ts'

/** What all steps of one attempt share. */
export interface StepContext {
  deps: Dependencies
  binding: Binding
  token: TokenRow
  progress: Progress
  hold: Hold
  mayRefresh: () => boolean
  /** The platform's clock, as its answers told it. */
  heard: Pick<Heard, 'clock'>
}

/** Returns only while the lease is held: what follows may leave the house. */
export async function save(
  { workspace_id, id, lease_token, attempt }: Work,
  { progress, deps, hold }: Pick<StepContext, 'progress' | 'deps' | 'hold'>,
) {
  const saving = { workspace_id, id, lease_token, attempt, steps: JSON.stringify(progress) }
  if (!(await deps.writers.save(saving, hold))) throw new LeaseLost()
  hold.signal.throwIfAborted()
}

export function situation(work: Work, progress: Progress, { now, pace }: Dependencies) {
  return {
    progress,
    wanted_at: new Date(work.wanted_at),
    now: now(),
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
