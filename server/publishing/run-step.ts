/** One step of an attempt: what it would publish is saved as begun before it runs, and a lost request is looked for first. */
import type { Json, Original, PublishingStep, Step } from '#platforms/platform.ts'
import { Failure } from '#platforms/platform.ts'
import { missedWindow } from '#rules/delivery.ts'
import { type Clock, type Entry, hasLanded, inDoubt, results, type Send } from '#rules/progress.ts'
import { numbersIn, type Work } from '#store/attempts.ts'
import { TWIN_IN_DOUBT } from '#store/twins.ts'
import { heldUp } from '#connecting/platforms.ts'
import { beginSend, decide, endSend } from './decide.ts'
import { afterFailedLook, afterFailure, type Decision, nextTry, unknown } from './decision.ts'
import { hasHand } from './hold.ts'
import { hasTwinInDoubt } from './rivals.ts'
import { failureOf, save, situation, type StepContext } from './step-context.ts'

export interface StepResult {
  /** `released`: it was not begun, for want of a hand. */
  decision: Decision | { kind: 'released' }
  failure: Failure | undefined
}

/** One step: looks first if a request of it was lost, else runs it. */
export async function runStep(
  step: Step,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<StepResult> {
  if (step.effect === 'prepares') return prepare(step, entry, work, at)
  return publish(step, entry, work, at)
}

async function prepare(step: Step, entry: Entry, work: Work, at: StepContext): Promise<StepResult> {
  const { progress, deps } = at
  const { signal } = at.hold
  signal.throwIfAborted()
  try {
    entry.result = await step.run(results(progress))
    return done()
  } catch (error) {
    const failure = failureOf(error, signal)
    const decision = afterFailure(failure, entry, situation(work, progress, deps))
    // While the last call may have landed, what it was made of is what a look asks about.
    if (!inDoubt(progress)) for (const name of failure.forget) delete progress[name]
    return { decision, failure }
  }
}

const done = (): StepResult => ({ decision: { kind: 'done' }, failure: undefined })

/**
 * Twins of what is being looked for are tried again after so long, then after twice as long each time. Whoever settles that
 * one wakes them (`conclude.ts`), so that this is for news that are lost with their process.
 */
const TWIN_PAUSE = 15_000
const LONGEST_TWIN_PAUSE = 4 * 60_000

async function publish(
  step: PublishingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<StepResult> {
  const { progress, deps, heard } = at
  const { signal } = at.hold
  adopt(entry)
  // Judged to be sent anew, and kept from it until its time was over: it is judged once more.
  const isLate = missedWindow(new Date(work.wanted_at), deps.now())
  if (isLate && entry.recovered === undefined) delete entry.cleared
  let same_key = false
  if (entry.sends?.length && !entry.cleared) {
    // Whoever began it has lost the lease: nothing of it leaves any more.
    if (entry.sends.at(-1)?.ended_at === null) endSend(entry, deps.now(), 'silence')
    try {
      const resolution = await decide(step, entry, work, at)
      if (resolution.is === 'decision') return { decision: resolution.decision, failure: undefined }
      if (resolution.is === 'result') return finish(entry, resolution.result)
      same_key = resolution.under === 'same_key'
    } catch (error) {
      const failure = failureOf(error, signal)
      if (failure.kept !== undefined) entry.kept = failure.kept
      const situated = situation(work, progress, deps)
      return { decision: afterFailedLook(failure, entry, situated), failure }
    }
    if (!same_key && step.key_of?.length) {
      // A new key is made first; that it may be sent is kept.
      entry.cleared = true
      for (const name of step.key_of) delete progress[name]
      return { decision: { kind: 'come_back', at: deps.now(), message: null }, failure: undefined }
    }
  } else if (step.effect === 'publishes_once' && (await isHeldByTwin(step, work, at))) {
    const held = entry.held ?? 0
    const pause = Math.min(TWIN_PAUSE * 2 ** held, LONGEST_TWIN_PAUSE)
    entry.held = held + 1
    const until = new Date(deps.now().getTime() + pause / deps.pace)
    const message = 'An equal post of this account is being looked for; this one follows.'
    const decision: Decision = hasLanded(progress)
      ? { kind: 'come_back', at: until, message }
      : { kind: 'postpone', at: until, code: TWIN_IN_DOUBT, message }
    return { decision, failure: undefined }
  }
  delete entry.held

  if (!(await hasHand(at.hold))) return { decision: { kind: 'released' }, failure: undefined }
  const { sends: before = [], denied } = entry
  if (isNearItsEnd(at)) {
    const failure = heldUp(deps.now())
    return { decision: afterRefusedCall(failure, entry, { before, denied }, work, at), failure }
  }
  beginSend(entry, step.ours(results(progress)), {
    at: deps.now(),
    clock: heard.clock(),
    same_key,
    files_fetched: step.files_fetched,
  })
  await save(work, at)
  try {
    return finish(entry, await step.run(results(progress)))
  } catch (error) {
    const failure = failureOf(error, signal)
    if (failure.kept !== undefined) entry.kept = failure.kept
    const decision =
      failure.kind === 'unknown'
        ? afterLostCall(failure, entry, work, at)
        : afterRefusedCall(failure, entry, { before, denied }, work, at)
    if (!inDoubt(progress)) for (const name of failure.forget) delete progress[name]
    return { decision, failure }
  }
}

/** Renewed leases have two thirds left; so long a save may take that says that a call begins. */
const SAVING = 500

/**
 * Of a process that was held up. Its call would be refused, or outlive the lease, after it was saved as begun: whoever comes
 * next would look for what never left.
 */
function isNearItsEnd({ deps, hold }: StepContext) {
  return hold.until().getTime() - deps.now().getTime() < SAVING
}

/** The step is done. What a later look needs of it is kept. */
export function finish(entry: Entry, result: Json): StepResult {
  entry.result = result
  // Of a second call, or of one without a number, there is more to be seen later; what was found by its words may be another's,
  // and its own may be shown beside it.
  const isSure = entry.proof !== 'words' && numbersIn(result).length > 0
  if (isSure && (entry.sends?.length ?? 0) < 2) {
    delete entry.sends
    delete entry.looked
    delete entry.ours
    delete entry.kept
  }
  return done()
}

/** What an earlier version left, or a worker that died: its call may have ended until now. */
function adopt(entry: Entry) {
  if (entry.sends?.length || entry.started_at === undefined) return
  const began_at = entry.lost_at ?? entry.started_at
  entry.sends = [{ began_at, ended_at: null, clock: null, lost: 'silence', app: null, media: [] }]
}

async function isHeldByTwin(
  step: PublishingStep,
  work: Work,
  { token, progress, deps, hold }: StepContext,
) {
  const { platform, sandbox, workspace_id, id } = work
  const { platform_account_id } = token
  const looked = await deps.writers.lookedFor({ platform, sandbox, platform_account_id }, hold)
  return hasTwinInDoubt(looked, { workspace_id, id }, step.ours(results(progress)))
}

/** It may have landed: nothing is sent before somebody has looked. */
function afterLostCall(failure: Failure, entry: Entry, work: Work, at: StepContext): Decision {
  const { deps, binding, progress } = at
  endSend(entry, deps.now(), failure.lost ?? 'silence')
  const [first = 0] = binding.connector.manifest.look_after
  const look = deps.now().getTime() + first / deps.pace
  // A key that stays open is sent again each time: then no more often than any other call.
  const again = nextTry(failure, entry, situation(work, progress, deps))
  if (!again) return unknown()
  const at_once = (entry.tries ?? 0) <= 1
  return comeBack(at_once ? look : Math.max(look, again.getTime()))
}

/** This call had no effect. What an earlier, lost one did is another question. */
function afterRefusedCall(
  failure: Failure,
  entry: Entry,
  { before, denied }: { before: NonNullable<Entry['sends']>; denied: Entry['denied'] },
  work: Work,
  at: StepContext,
): Decision {
  const { deps, progress, heard } = at
  const situated = situation(work, progress, deps)
  const refused = entry.sends?.at(-1)
  const again = before.length === (entry.sends ?? []).length
  entry.sends = before
  if (denied) entry.denied = denied
  if (!before.length) {
    delete entry.sends
    delete entry.started_at
    return afterFailure(failure, entry, situated)
  }
  const { kind, code } = failure
  if (kind === 'reconnect' || kind === 'expired') {
    return { kind: 'blocked', reason: 'account_disconnected', code, message: failure.message }
  }
  // The first was judged absent before the second left.
  const isOver = () => {
    delete entry.sends
    delete entry.started_at
    return { kind: 'failed', code, message: failure.message } as const
  }
  if (failure.forget.length && !again) {
    const next = nextTry(failure, entry, situated)
    if (!next) return isOver()
    // What it was made of is of no use any more: made anew and saved, it is sent as was judged.
    entry.cleared = true
    for (const name of failure.forget) delete progress[name]
    return comeBack(next.getTime())
  }
  if (kind === 'rejected' && code === 'duplicate_content') {
    // Where nobody can look this answer is the first that tells the platform's time.
    entry.sends = before.map((send) => ({ ...send, clock: send.clock ?? heard.clock() }))
    entry.twin = failure.original ? named(failure.original, refused, heard.clock()) : null
    // The platform says that there is one: whoever said that there is none did not know it.
    delete entry.denied
    return comeBack(deps.now().getTime())
  }
  if (kind === 'rejected' && !again) return isOver()
  const next = nextTry(failure, entry, situated)
  return next ? comeBack(next.getTime()) : unknown()
}

function comeBack(time: number): Decision {
  return { kind: 'come_back', at: new Date(time), message: null }
}

/** What the platform's clock may be off by where it was measured: it tells seconds. */
const SECOND = 1000

/** One whose number is as new as the call that it refuses was made up for the refusal: LinkedIn does that, by one report. */
function named(
  original: Original,
  refused: Send | undefined,
  clock: Clock | null,
): NonNullable<Entry['twin']> {
  const measured = clock ?? refused?.clock
  if (!refused || !measured || original.at === null) return original
  const began = Date.parse(refused.began_at) + measured.offset
  if (original.at >= began - SECOND) return { ...original, there: false }
  return original.there ? original : { ...original, denied: true }
}
