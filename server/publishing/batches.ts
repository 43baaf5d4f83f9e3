/**
 * Writes that gather while a trip to the database is under way go together on the next one. What one of them meets (a row
 * that somebody has locked, a value that cannot be stored) holds up none of the others: it is tried again by itself.
 */
import { isConnectionLost, isDeadlock } from '#store/errors.ts'
import type { Hold } from './hold.ts'

/** Of one trip. */
const ROWS = 100
const BYTES = 1024 * 1024
/** Before a lost connection is tried again, doubled each time. */
const PAUSE = 50
const LONGEST = 1_000
const DEADLOCKS = 3

export interface Trips<Order, Answer> {
  /** One answer an order; undefined: it has to be asked alone. */
  together: (orders: readonly Order[]) => Promise<readonly (Answer | undefined)[]>
  /** Waits for whatever stands in the way. */
  alone: (order: Order) => Promise<Answer>
  /** What at most one order of a trip may have. */
  keyOf: (order: Order) => string
  /** Rough size of an order. */
  bytesOf: (order: Order) => number
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

interface Item<Order, Answer> {
  order: Order
  hold: Hold
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export type Write<Order, Answer> = (order: Order, hold: Hold) => Promise<Answer>

/** Rejects with the signal's reason when it aborts before the order's trip begins, and else only for the order's own sake. */
export function inBatches<Order, Answer>(trips: Trips<Order, Answer>): Write<Order, Answer> {
  const { together, alone, keyOf, bytesOf, now, sleep } = trips
  let waiting: Item<Order, Answer>[] = []
  let travelling = false

  async function travel() {
    for (let lost = 0; waiting.length;) {
      const batch = next()
      if (!batch.length) continue
      lost = (await trip(batch)) ? 0 : lost + 1
      if (lost) await sleep(pauseAfter(lost), new AbortController().signal)
    }
    travelling = false
  }

  /** Whoever has lost the lease writes nothing more: what was about to begin must not be saved as begun. */
  function next() {
    const batch = new Map<string, Item<Order, Answer>>()
    const left: Item<Order, Answer>[] = []
    let bytes = 0
    let full = false
    for (const item of waiting) {
      if (item.hold.signal.aborted) {
        item.reject(item.hold.signal.reason)
        continue
      }
      const key = keyOf(item.order)
      const size = bytesOf(item.order)
      // Nobody overtakes what is left.
      full ||= batch.size === ROWS || (batch.size > 0 && bytes + size > BYTES)
      if (full || batch.has(key)) left.push(item)
      else {
        batch.set(key, item)
        bytes += size
      }
    }
    waiting = left
    return [...batch.values()]
  }

  /** False: the connection was lost, and what can still be written waits again. */
  async function trip(batch: readonly Item<Order, Answer>[]) {
    for (let tried = 1; ; tried++) {
      try {
        const answers = await together(batch.map(({ order }) => order))
        for (const [place, item] of batch.entries()) {
          const answer = answers[place]
          if (answer === undefined) void goAlone(item)
          else item.resolve(answer)
        }
        return true
      } catch (error) {
        if (isDeadlock(error) && tried < DEADLOCKS) continue
        if (isConnectionLost(error)) {
          waiting = [...batch.filter((item) => mayWait(item, error)), ...waiting]
          return false
        }
        for (const item of batch) void goAlone(item)
        return true
      }
    }
  }

  async function goAlone(item: Item<Order, Answer>) {
    for (let lost = 1; ; lost++) {
      const { signal } = item.hold
      try {
        signal.throwIfAborted()
        return item.resolve(await alone(item.order))
      } catch (error) {
        if (signal.aborted) return item.reject(signal.reason)
        const passes = isDeadlock(error) || isConnectionLost(error)
        if (!passes || !mayWait(item, error)) return item.reject(error)
      }
      await sleep(pauseAfter(lost), signal).catch(() => {})
    }
  }

  /** Until its lease ends; then the next holder looks first. */
  function mayWait({ hold, reject }: Item<Order, Answer>, error: unknown) {
    if (now() < hold.until()) return true
    reject(error)
    return false
  }

  return (order, hold) =>
    new Promise((resolve, reject) => {
      waiting.push({ order, hold, resolve, reject })
      if (travelling) return
      travelling = true
      // Behind what this turn of the event loop still brings.
      setImmediate(() => void travel())
    })
}

function pauseAfter(lost: number) {
  return Math.min(PAUSE * 2 ** (lost - 1), LONGEST)
}
