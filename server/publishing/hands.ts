/**
 * How many deliveries of a platform may be on their way to it at once. While hands come free, a worker claims as many more as the
 * next moment frees: what has to be read for them is read by then, and no hand stands empty between one call and the next.
 * See docs/decisions/0230.
 */
export interface Hands {
  /**
   * Resolves when there is a hand, in the order of asking; `give` gives it back. Undefined: there is none to be had soon, and the
   * delivery had better go back to whoever has one. Rejects with the signal's reason.
   */
  take(platform: string, signal: AbortSignal): Promise<Hand | undefined>
  /** How many more than there are hands may be claimed. */
  ahead(platform: string): number
  /** The platform gave no answer, or wants a pause: whoever waits goes back, and the next claim asks first whether it may be called. */
  disperse(platform: string): void
  /** Nobody waits any more. */
  close(): void
}

/** Whoever gives it back twice has given it back once. */
export type Hand = () => void

interface Line {
  held: number
  waiting: ((hand: boolean) => void)[]
  /** When the last hands were given back, in milliseconds of `clock`, oldest first. */
  given: number[]
}

/** Milliseconds from a claim to the first call of what it brings. What came free in so long comes free in the next, too. */
const MOMENT = 100
/** Calls that take longer than they just did. Another process may have hands. */
const PATIENCE = 1_000

export interface HandsOptions {
  /** Of each platform. */
  concurrency: number
  /** Milliseconds that only grow. */
  clock?: () => number
  patience?: number
}

export function handsOf({
  concurrency,
  clock = () => performance.now(),
  patience = PATIENCE,
}: HandsOptions): Hands {
  const lines = new Map<string, Line>()
  const most = Math.floor(concurrency / 2)
  let closed = false

  function lineOf(platform: string) {
    const line = lines.get(platform) ?? { held: 0, waiting: [], given: [] }
    lines.set(platform, line)
    return line
  }

  function handOf(line: Line): Hand {
    let given = false
    return () => {
      if (given) return
      given = true
      if (line.given.push(clock()) > most) line.given.shift()
      const next = line.waiting.shift()
      if (next) next(true)
      else line.held--
    }
  }

  /** True: a hand that somebody gave back. */
  function inLine({ waiting }: Line, signal: AbortSignal) {
    return new Promise<boolean>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        const place = waiting.indexOf(called)
        if (place >= 0) waiting.splice(place, 1)
      }
      const called = (hand: boolean) => {
        leave()
        resolve(hand)
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      const timer = setTimeout(called, patience, false)
      waiting.push(called)
      signal.addEventListener('abort', abort)
    })
  }

  return {
    async take(platform, signal) {
      signal.throwIfAborted()
      const line = lineOf(platform)
      if (line.held < concurrency) line.held++
      else if (closed || !(await inLine(line, signal))) return undefined
      return handOf(line)
    },

    ahead(platform) {
      const since = clock() - MOMENT
      return lineOf(platform).given.filter((at) => at >= since).length
    },

    disperse(platform) {
      for (const called of lineOf(platform).waiting.splice(0)) called(false)
    },

    close() {
      closed = true
      for (const { waiting } of lines.values())
        for (const called of waiting.splice(0)) called(false)
    },
  }
}
