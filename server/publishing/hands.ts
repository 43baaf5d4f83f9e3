/**
 * How many deliveries of a platform may be on their way to it at once. A worker claims as many more as have hands that should come
 * free in the next moment: what has to be read for them is read by then, and no hand stands empty between one call and the next.
 * See docs/decisions/0230 and 0284.
 */
export interface Hands {
  /**
   * Resolves when there is a hand, in the order of asking; calling it gives it back. Undefined: there is none to be had soon, and
   * the delivery had better go back to whoever has one. Rejects with the signal's reason.
   */
  take(platform: string, workspace_id: number, signal: AbortSignal): Promise<Hand | undefined>
  /** How many more than there are hands may be claimed: as many as should come free within a moment. */
  ahead(platform: string): number
  /** How many of the spare ones are there, or should be within a moment, for workspaces that have none out. */
  spare(platform: string): number
  /** The platform gave no answer, or wants a pause: whoever waits goes back, and the next claim asks first whether it may be called. */
  disperse(platform: string): void
  /** Nobody waits any more. */
  close(): void
}

/** Whoever gives it back twice has given it back once. */
export type Hand = () => void

interface Line {
  /** By workspaces that hold any. */
  of: Map<number, number>
  waiting: Waiting[]
  /** When each hand that is out was taken, in milliseconds of `clock`, oldest first. */
  taken: Map<Hand, number>
  /** For how long the last ones were out, oldest first. */
  outFor: number[]
  /** Runs out when some that are out should come free within a moment. */
  soon?: NodeJS.Timeout | undefined
}

interface Waiting {
  workspace_id: number
  called: (hand?: Hand) => void
}

/** Milliseconds from a claim to the first call of what it brings, and then some. */
const MOMENT = 150
/** It is said so often at most that hands should come free. */
const PAUSE = 10
/** So many calls tell how long one takes. */
const REMEMBERED = 64
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
  /** Hands of it should come free within a moment. */
  onSoon?: (platform: string) => void
}

export function handsOf({
  concurrency,
  spare = 0,
  clock = () => performance.now(),
  patience = PATIENCE,
  onSoon = () => {},
}: HandsOptions): Hands {
  const lines = new Map<string, Line>()
  let closed = false

  function lineOf(platform: string) {
    const line = lines.get(platform) ?? newLine()
    lines.set(platform, line)
    return line
  }

  function handOf(platform: string, workspace_id: number): Hand {
    const line = lineOf(platform)
    const { of, taken, outFor } = line
    of.set(workspace_id, (of.get(workspace_id) ?? 0) + 1)
    const hand = () => {
      const since = taken.get(hand)
      if (since === undefined) return
      taken.delete(hand)
      const left = (of.get(workspace_id) ?? 0) - 1
      if (left > 0) of.set(workspace_id, left)
      else of.delete(workspace_id)
      if (outFor.push(clock() - since) > REMEMBERED) outFor.shift()
      const next = line.waiting.find((each) => mayTake(line, each.workspace_id))
      next?.called(handOf(platform, next.workspace_id))
    }
    taken.set(hand, clock())
    foresee(platform, line)
    return hand
  }

  /** Says so when the oldest hand that is not yet looked upon as coming free is. */
  function foresee(platform: string, line: Line) {
    const usual = usualOf(line)
    if (line.soon || usual === undefined || closed) return
    const from = clock() - (usual - MOMENT)
    const next = [...line.taken.values()].find((at) => at > from)
    if (next === undefined) return
    line.soon = setTimeout(
      () => {
        line.soon = undefined
        onSoon(platform)
        foresee(platform, line)
      },
      Math.max(next - from, PAUSE),
    )
  }

  /** How many of those that are out should come free within a moment. */
  function soonFree(line: Line) {
    const usual = usualOf(line)
    if (usual === undefined) return 0
    const now = clock()
    // What has been out for much longer than others were may be so for any time.
    const isDue = (at: number) => Math.abs(now - at - usual) <= MOMENT
    return [...line.taken.values()].filter(isDue).length
  }

  function mayTake({ taken, of }: Line, workspace_id: number) {
    return taken.size < concurrency + (of.has(workspace_id) ? 0 : spare)
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
      if (mayTake(line, workspace_id)) return handOf(platform, workspace_id)
      return closed ? undefined : inLine(line, workspace_id, signal)
    },

    ahead(platform) {
      return soonFree(lineOf(platform))
    },

    spare(platform) {
      const line = lineOf(platform)
      const { taken, of, waiting } = line
      const first = waiting.filter(({ workspace_id }) => !of.has(workspace_id)).length
      const free = concurrency + spare - taken.size + soonFree(line) - first
      return Math.min(Math.max(free, 0), spare)
    },

    disperse(platform) {
      for (const { called } of lineOf(platform).waiting.splice(0)) called()
    },

    close() {
      closed = true
      for (const { waiting, soon } of lines.values()) {
        clearTimeout(soon)
        for (const { called } of waiting.splice(0)) called()
      }
    },
  }
}

function newLine(): Line {
  return { of: new Map(), waiting: [], taken: new Map(), outFor: [] }
}

/** How long a hand is out: the median of the last ones. */
function usualOf({ outFor }: Line) {
  return outFor.toSorted((a, b) => a - b)[Math.floor(outFor.length / 2)]
}
