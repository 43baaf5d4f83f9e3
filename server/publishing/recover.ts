/**
 * After a backup was restored: what this delivery would send, the former run of the service may have sent between the backup
 * and its end. It is looked for as if a call of that whole time had been lost, before anything is prepared or sent: what was
 * prepared since is not known, so that the words and the lists have to tell. See docs/decisions/0139.
 */
import type { Failure, PublishingStep, Step } from '#platforms/platform.ts'
import { type Entry, isDone, type Progress, results } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import { decide } from './decide.ts'
import { afterFailedLook, type Decision, unknown } from './decision.ts'
import { looksOf } from './looks.ts'
import { finish, type StepResult } from './run-step.ts'
import { failureOf, save, situation, type StepContext } from './step-context.ts'

/** The next step that publishes, at this place or behind it, if another run of the service may have carried it out. */
export function mayBeOut(
  steps: readonly Step[],
  index: number,
  progress: Progress,
  { restored_until }: Work,
): PublishingStep | undefined {
  if (restored_until === null) return undefined
  // What was sent behind a post that was not there was not there either.
  if (progress['post']?.recovered === 'absent') return undefined
  const step = nextToPublish(steps, index)
  const entry = step && progress[step.name]
  const isKnown = entry && (isDone(entry) || entry.recovered === 'absent' || entry.cleared)
  return isKnown ? undefined : step
}

/** It only prepares what was found to be out. */
export function isForWhatIsOut(
  steps: readonly Step[],
  index: number,
  progress: Progress,
  { restored_until }: Work,
) {
  if (restored_until === null || steps[index]?.effect !== 'prepares') return false
  const next = nextToPublish(steps, index)
  return next !== undefined && isDone(progress[next.name] ?? {})
}

function nextToPublish(steps: readonly Step[], index: number): PublishingStep | undefined {
  return steps.slice(index).find((one): one is PublishingStep => one.effect !== 'prepares')
}

/** Undefined: it is known, and the steps go on. */
export async function recover(
  step: PublishingStep,
  work: Work,
  at: StepContext,
): Promise<StepResult | undefined> {
  const { progress, deps, hold, heard } = at
  const entry = (progress[step.name] ??= {})
  const sought = entry.recovered === undefined ? soughtFrom(entry, work) : entry
  // Others that say the same may be what is found.
  sought.ours ??= { ...step, ...step.unsaved }.ours(results(progress))
  progress[step.name] = sought
  const wanted = new Date(work.wanted_at)
  const now = deps.now()
  // What stands behind a post that is out keeps nothing waiting: its time has come.
  const isOfTime = step.name === 'post'
  try {
    const resolution = await decide({ ...step, ...step.unsaved }, sought, work, at)
    // What it tells now is as far from ours as it was then.
    sought.sends = sought.sends?.map((send) => ({ ...send, clock: send.clock ?? heard.clock() }))
    if (resolution.is === 'decision') return ended(resolution.decision)
    if (resolution.is === 'result') finish(sought, resolution.result)
    else if (isShownToNobody(sought)) {
      // That the platform would refuse a second one holds for a day, and for whoever sends it now.
      if (wanted > now) return ended(unknown())
      // As if it had just fallen due: pauses and limits count first.
      if (isOfTime && sought.recovered === 'sought') {
        sought.recovered = 'unseen'
        return ended(waitUntil(now))
      }
      sought.cleared = true
      return undefined
    } else progress[step.name] = { recovered: 'absent' }
  } catch (error) {
    const failure = failureOf(error, hold.signal)
    if (failure.kept !== undefined) sought.kept = failure.kept
    return ended(afterFailedLook(failure, sought, situation(work, progress, deps)), failure)
  }
  // Nothing follows before this is kept: the next look would find what we send now.
  await save(work, at)
  if (!isOfTime || isDone(progress['post'] ?? {})) return undefined
  return ended(waitUntil(wanted > now ? wanted : now))
}

function ended(decision: Decision, failure?: Failure): StepResult {
  return { decision, failure }
}

function waitUntil(at: Date): Decision {
  return { kind: 'postpone', at, code: null, message: null }
}

/** No list tells of it, and no person has. */
function isShownToNobody(entry: Entry) {
  return entry.denied === undefined && looksOf(entry).at(-1)?.reach === 'no_list'
}

/** The machine that the backup was made on has a clock of its own. */
const APART = 60_000

/**
 * One call as long as the time that nobody here knows of; with the calls that were lost before it. `denied` was said since then: what
 * was said before has gone with the backup (`store/instance.ts`).
 */
function soughtFrom({ sends = [], ours, denied }: Entry, { restored_from, restored_until }: Work) {
  const [first] = sends
  const earliest = new Date(Date.parse(restored_from ?? '') - APART).toISOString()
  const began_at = first?.began_at ?? earliest
  const entry: Entry = {
    recovered: 'sought',
    started_at: began_at,
    sends: [
      {
        began_at,
        ended_at: restored_until,
        clock: null,
        lost: 'silence',
        app: null,
        media: sends.flatMap(({ media }) => media),
      },
    ],
    ...(ours && { ours }),
    ...(denied && { denied }),
    ...(first && { called: true }),
  }
  return entry
}
