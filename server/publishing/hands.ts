/**
 * How many deliveries of a platform may be on their way to it at once. While hands come free, a worker claims as many more as the
 * next moment frees: what has to be read for them is read by then, and no hand stands empty between one call and the next.
 * See docs/decisions/0230.
 */
export interface Hands {
  /**
   * Resolves when there is a hand, in the order of asking; calling it gives it back. Undefined: there is none to be had soon, and
   * the delivery had better go back to whoever has one. Rejects with the signal's reason.
   */
  take(platform: string, workspace_id: number, signal: AbortSignal): Promise<Hand | undefined>
  /** How many more than there are hands may be claimed. */
  ahead(platform: string): number
  /** How many of the spare ones are there for workspaces that have none out. */
  spare(platform: string): number
  /** The platform gave no answer, or wants a pause: whoever waits goes back, and the next claim asks first whether it may be called. */
  disperse(platform: string): void
  /** Nobody waits any more. */
  close(): void
}

/** Whoever gives it back twice has given it back once. */
export type Hand = () => void

interface Line {
  held: number
  /** By workspaces that hold any. */
  of: Map<number, number>
  waiting: Waiting[]
  /** When the last hands were given back, in milliseconds of `clock`, oldest first. */
  given: number[]
}

interface Waiting {
  workspace_id: number
  called: (hand?: Hand) => void
}

/** Milliseconds from a claim to the first call of what it brings. What came free in so long comes free in the next, too. */
const MOMENT = 100
/** Calls that take longer than they just did. Another process may have hands. */
const PATIENCE = 1_000

/** An eighth more. It is there for a single post that falls due beside somebody's thousands, and is soon back. */
export function spareOf(concurrency: number) {
  return Math.floor(concurrency / 8)
}

export interface HandsOptions {
  /** Of each platform. */
  concurrency: number
  /** So many more for workspaces that hold none of it. */
  spare?: number
  /** Milliseconds that only grow. */
  clock?: () => number
  patience?: number
}

export function handsOf({
  concurrency,
  spare = 0,
  clock = () => performance.now(),
  patience = PATIENCE,
}: HandsOptions): Hands {
  const lines = new Map<string, Line>()
  const most = Math.floor(concurrency / 2)
  let closed = false

  function lineOf(platform: string) {
    const line = lines.get(platform) ?? { held: 0, of: new Map(), waiting: [], given: [] }
    lines.set(platform, line)
    return line
  }

  function handOf(line: Line, workspace_id: number): Hand {
    let given = false
    line.held++
    line.of.set(workspace_id, (line.of.get(workspace_id) ?? 0) + 1)
    return () => {
      if (given) return
      given = true
      line.held--
      const left = (line.of.get(workspace_id) ?? 0) - 1
      if (left > 0) line.of.set(workspace_id, left)
      else line.of.delete(workspace_id)
      if (line.given.push(clock()) > most) line.given.shift()
      const next = line.waiting.find((each) => mayTake(line, each.workspace_id))
      next?.called(handOf(line, next.workspace_id))
    }
  }

  function mayTake({ held, of }: Line, workspace_id: number) {
    return held < concurrency + (of.has(workspace_id) ? 0 : spare)
  }

  function inLine(line: Line, workspace_id: number, signal: AbortSignal) {
    const { waiting } = line
    return new Promise<Hand | undefined>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        const place = waiting.indexOf(one)
        if (place >= 0) waiting.splice(place, 1)
      }
      const one: Waiting = {
        workspace_id,
        called(hand) {
          leave()
          resolve(hand)
        },
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      const timer = setTimeout(one.called, patience)
      waiting.push(one)
      signal.addEventListener('abort', abort)
    })
  }

  return {
    async take(platform, workspace_id, signal) {
      signal.throwIfAborted()
      const line = lineOf(platform)
      if (mayTake(line, workspace_id)) return handOf(line, workspace_id)
      return closed ? undefined : inLine(line, workspace_id, signal)
    },

    ahead(platform) {
      const since = clock() - MOMENT
      return lineOf(platform).given.filter((at) => at >= since).length
    },

    spare(platform) {
      const { held, of, waiting } = lineOf(platform)
      const first = waiting.filter(({ workspace_id }) => !of.has(workspace_id)).length
      return Math.min(Math.max(concurrency + spare - held - first, 0), spare)
    },

    disperse(platform) {
      for (const { called } of lineOf(platform).waiting.splice(0)) called()
    },

    close() {
      closed = true
      for (const { waiting } of lines.values()) for (const { called } of waiting.splice(0)) called()
    },
  }
}
