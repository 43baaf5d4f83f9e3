/** The platform's clock, as far as its answers tell it: the `Date` of each, against the middle of the call. */
import type { Fetch } from '#platforms/tools.ts'
import type { Clock } from '#rules/progress.ts'

/** What takes longer was kept somewhere, and its time with it. */
const SLOW = 5_000
/** `Date` is cut to seconds. */
const HALF_A_SECOND = 500
const SECOND = 1_000

export interface Heard {
  fetch: Fetch
  /** Of the last answer that tells; null: none has. */
  clock(): Clock | null
  /** Whether there was any. */
  answered(): boolean
}

/** Listens to every answer. A kept one (`Age`, 304) tells the time of another call. */
export function hearClock(fetch: Fetch, now: () => Date): Heard {
  let heard: Clock | null = null
  let answered = false
  return {
    async fetch(url, init) {
      const began = now().getTime()
      const response = await fetch(url, init)
      answered = true
      const ended = now().getTime()
      const told = Date.parse(response.headers.get('date') ?? '')
      const kept = response.headers.get('age') !== null || response.status === 304
      if (!Number.isNaN(told) && !kept && ended - began <= SLOW) {
        const offset = told + HALF_A_SECOND - (began + ended) / 2
        heard = { offset, round_trip: ended - began }
      }
      return response
    },
    clock: () => heard,
    answered: () => answered,
  }
}

const ACCURATE = 5_000
/** Milliseconds that a clock may be off of which nothing is known. */
const UNMEASURED = 10 * 60_000

/**
 * Milliseconds to add to our time to have the platform's, and how far that may be off: measured with the send, at the looks
 * (the last one last), or both. Where the send and the last look differ the clock was set in between, and nothing is known of
 * it. Of those that tell the same, the one that was quickest answered tells it best. `pace`, by which our own pauses are
 * divided, makes what was measured so much coarser: half a second and half of the call, and a second by which entries tell
 * their times.
 */
export function offsetOf(send: Clock | null, looks: readonly (Clock | null)[], pace: number) {
  const heard = looks.filter((look) => look !== null)
  const last = heard.at(-1)
  const one = send ?? last
  if (!one) return { offset: 0, error: UNMEASURED }
  const differ = send && last && Math.abs(send.offset - last.offset) > ACCURATE
  if (differ) return { offset: send.offset, error: UNMEASURED }
  const best = heard
    .filter((look) => tellTheSame(look, one))
    .reduce((quickest, look) => (look.round_trip < quickest.round_trip ? look : quickest), one)
  const measured = (SECOND + HALF_A_SECOND + best.round_trip / 2) * pace
  // Were the clock set by less than these two can tell, it is not further off than the worse of them says.
  const apart = Math.abs(one.offset - best.offset) + accuracyOf(one)
  return { offset: best.offset, error: Math.max(ACCURATE + best.round_trip, apart, measured) }
}

/** No moment in between is known at which the clock was set. */
function tellTheSame(a: Clock, b: Clock) {
  return Math.abs(a.offset - b.offset) <= accuracyOf(a) + accuracyOf(b)
}

const accuracyOf = ({ round_trip }: Clock) => HALF_A_SECOND + round_trip / 2
