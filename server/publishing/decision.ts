/** What follows from a failed step: the rules that keep a post from going out twice, in one place. Pure. */
import type { Failure } from '#platforms/platform.ts'
import {
  type BlockedReason,
  type Candidate,
  type ErrorCode,
  missedWindow,
  OUTCOME_UNKNOWN,
  tryAgainAt,
} from '#rules/delivery.ts'
import { type Entry, hasLanded, inDoubt, type Progress } from '#rules/progress.ts'

export type Decision =
  /** Go on behind this step. */
  | { kind: 'done' }
  | { kind: 'failed'; code: ErrorCode; message: string }
  | {
      kind: 'blocked'
      reason: BlockedReason
      code: ErrorCode
      message: string
      /** Of an outcome that is not known: what may be it. */
      candidates?: readonly Candidate[]
    }
  /** Nothing has landed: wait as a pending delivery, which may still be cancelled. */
  | { kind: 'postpone'; at: Date; code: ErrorCode | null; message: string | null }
  /** Something has landed or may have: stay publishing, and go on then. */
  | { kind: 'come_back'; at: Date; message: string | null }
  | { kind: 'published' }

export interface Situation {
  progress: Progress
  wanted_at: Date
  now: Date
  /** Divides our own pauses. */
  pace: number
}

/** A refusal: this call of a step had no effect. Counts it in the step's entry. */
export function afterFailure(failure: Failure, entry: Entry, at: Situation): Decision {
  const { kind, code } = failure
  delete entry.started_at
  if (kind === 'reconnect' || kind === 'expired') {
    return blocked('account_disconnected', code, failure.message)
  }
  if (kind === 'rejected') return { kind: 'failed', code, message: failure.message }
  return waitOrGiveUp(failure, entry, at)
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

export function unknown() {
  const { blocked_reason, error_code, error_message } = OUTCOME_UNKNOWN
  return blocked(blocked_reason, error_code, error_message)
}

/** Its post was deleted while it was tried: what has not landed stays where it is. */
export function givenUp() {
  const message = 'The post was deleted before this was sent.'
  return { kind: 'failed', code: 'given_up', message } as const
}

export function tooLate() {
  const message =
    'Its answer was lost, it is not there, and its time has passed by more than 24 hours. Retry to send it now.'
  return { kind: 'failed', code: 'missed_window', message } as const
}

export function refusedByGateway() {
  const message =
    'Something in front of the platform answered with a page, twice, and the post is not there. Retry to send it again.'
  return { kind: 'failed', code: 'refused_by_gateway', message } as const
}

/** What is missing of a thread is not sent a day later by itself, nor when its post was deleted meanwhile. */
export function tooLateFor(
  { deleted_at, wanted_at }: { deleted_at: string | null; wanted_at: string },
  now: Date,
) {
  if (deleted_at !== null) return givenUp()
  if (!missedWindow(new Date(wanted_at), now)) return undefined
  return unfinished('Its time has passed by more than 24 hours. Retry to send what is missing.')
}

export function unfinished(message: string) {
  return { kind: 'failed', code: 'thread_unfinished', message } as const
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

function blocked(reason: BlockedReason, code: ErrorCode, message: string) {
  return { kind: 'blocked', reason, code, message } as const
}

function comeBack(time: number): Decision {
  return { kind: 'come_back', at: new Date(time), message: null }
}
