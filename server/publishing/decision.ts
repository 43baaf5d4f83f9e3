/** What follows from a failed step: the rules that keep a post from going out twice, in one place. Pure. */
import type { Failure, Manifest, Step } from '#platforms/platform.ts'
import { type BlockedReason, type Candidate, OUTCOME_UNKNOWN, tryAgainAt } from '#rules/delivery.ts'
import { type Entry, hasLanded, inDoubt, type Progress } from '#rules/progress.ts'

export type Decision =
  /** Go on behind this step. */
  | { kind: 'done' }
  | { kind: 'failed'; code: string; message: string }
  | {
      kind: 'blocked'
      reason: BlockedReason
      code: string
      message: string
      /** Of an outcome that is not known: what may be it. */
      candidates?: readonly Candidate[]
    }
  /** Nothing has landed: wait as a pending delivery, which may still be cancelled. */
  | { kind: 'postpone'; at: Date; code: string; message: string }
  /** Something has landed or may have: stay publishing, and go on then. */
  | { kind: 'come_back'; at: Date; message: string | null }
  | { kind: 'published' }

export interface Situation {
  progress: Progress
  wanted_at: Date
  now: Date
  look_after: Manifest['look_after']
  /** Divides our own pauses. */
  pace: number
}

/** After `run` of a step failed. Changes the step's entry to what is now known of it. */
export function afterFailure(failure: Failure, step: Step, entry: Entry, at: Situation): Decision {
  const { kind, code } = failure
  if (kind === 'unknown' && step.effect !== 'prepares') return afterLoss(failure, step, entry, at)

  // Refused: this request had no effect. What an earlier, lost one did is another question.
  if (step.effect === 'publishes_again' && entry.lost_at) {
    if (kind === 'rejected') return unknown()
    entry.started_at = entry.lost_at
  } else if (entry.unseen && entry.lost_at) {
    // The identical call was refused, which says nothing of the first: the doubt stays, and the call is owed still.
    entry.started_at = entry.lost_at
    entry.looks = 0
    if (kind !== 'rejected') delete entry.resent
    if (kind === 'rejected' && code !== 'duplicate_content') return unknown()
  } else delete entry.started_at

  if (kind === 'rejected' && code === 'duplicate_content' && entry.lost_at) {
    return lookAgain(entry, entry.lost_at, at)
  }
  if (kind === 'reconnect' || kind === 'expired') {
    return blocked('account_disconnected', code, failure.message)
  }
  if (kind === 'rejected') return { kind: 'failed', code, message: failure.message }
  return waitOrGiveUp(failure, entry, at)
}

/** Every look said that it is not there. Undefined: send it once more, with as many looks again if it is lost again. */
export function afterAbsence(
  entry: Entry,
  at: Situation & { deleted: boolean; hidden: boolean },
): Decision | undefined {
  const wait = at.look_after[entry.looks ?? 0]
  if (wait !== undefined) return comeBack(at.now.getTime() + wait)
  if (entry.resent || at.hidden) return unknown()
  delete entry.started_at
  if (at.deleted) return givenUp()
  entry.resent = true
  entry.looks = 0
  return undefined
}

/** The look itself failed: try it later, for as long as the post's grace lasts. One that is refused will always be. */
export function afterFailedLook(failure: Failure, entry: Entry, at: Situation): Decision {
  if (failure.kind === 'rejected') return unknown()
  if (failure.kind === 'reconnect') {
    return blocked('account_disconnected', failure.code, failure.message)
  }
  const again = nextTry(failure, entry, at)
  return again ? comeBack(again.getTime()) : unknown()
}

export function unknown(): Decision {
  const { blocked_reason, error_code, error_message } = OUTCOME_UNKNOWN
  return blocked(blocked_reason, error_code, error_message)
}

/** Its post was deleted while it was tried: what has not landed stays where it is. */
export function givenUp() {
  const message = 'The post was deleted before this was sent.'
  return { kind: 'failed' as const, code: 'given_up', message }
}

export function tooLate() {
  const message =
    'Its answer was lost, it is not there, and its time has passed by more than 24 hours. Retry to send it now.'
  return { kind: 'failed' as const, code: 'missed_window', message }
}

export function refusedByGateway() {
  const message =
    'Something in front of the platform answered with a page, twice, and the post is not there. Retry to send it again.'
  return { kind: 'failed' as const, code: 'refused_by_gateway', message }
}

function afterLoss(failure: Failure, step: Step, entry: Entry, at: Situation): Decision {
  entry.lost_at ??= entry.started_at ?? at.now.toISOString()
  entry.looks = 0
  const wait = at.look_after[0]
  if (step.effect === 'publishes_once')
    return wait === undefined ? unknown() : comeBack(at.now.getTime() + wait)
  // The same call again changes nothing, so it is simply repeated; who gives up has to say that nobody knows.
  const again = nextTry(failure, entry, at)
  return again ? comeBack(again.getTime()) : unknown()
}

function lookAgain(entry: Entry, lost_at: string, at: Situation): Decision {
  entry.started_at = lost_at
  entry.looks = 0
  const wait = at.look_after[0]
  return wait === undefined ? unknown() : comeBack(at.now.getTime() + wait)
}

function waitOrGiveUp(failure: Failure, entry: Entry, at: Situation): Decision {
  const again = nextTry(failure, entry, at)
  if (!again && inDoubt(at.progress)) return unknown()
  if (!again) return { kind: 'failed', code: failure.code, message: failure.message }
  if (hasLanded(at.progress) || inDoubt(at.progress)) return comeBack(again.getTime())
  return { kind: 'postpone', at: again, code: failure.code, message: failure.message }
}

/** Only these count: not the looks, nor the visits to media in the making, nor the attempts that a dead worker began. */
export function nextTry({ retry_at }: Failure, entry: Entry, at: Situation) {
  const kind = retry_at ? 'waits' : 'tries'
  const tries = (entry[kind] ?? 0) + 1
  entry[kind] = tries
  return tryAgainAt({ ...at, tries, retry_at })
}

function blocked(reason: BlockedReason, code: string, message: string): Decision {
  return { kind: 'blocked', reason, code, message }
}

function comeBack(time: number): Decision {
  return { kind: 'come_back', at: new Date(time), message: null }
}
