/** The place to stop a worker from outside: every message it sends passes here, and one of them is held. */

/**
 * What happens to the worker and to the message that is held.
 * - `lost`: the worker is killed, the message never arrives.
 * - `arrived`: the worker is killed, the message arrives.
 * - `frozen`: the worker stands still until another has taken over, then both go on. A request has landed by then.
 * - `cut before`, `cut after`: the worker lives, its connection to the platform is cut; the request did (not) land.
 */
export const endings = ['lost', 'arrived', 'frozen', 'cut before', 'cut after'] as const
export type Ending = (typeof endings)[number]

export interface Point {
  /** The statement or request, shortened. */
  label: string
  /** Which one of that label since the post fell due, from 1. */
  occurrence: number
}

export type Passage = 'forward' | 'drop' | 'forward, drop the answer'

export function isRequest({ label }: Point) {
  return /^(GET|POST|PUT) /.test(label)
}

export interface Gate {
  /** Counts from now on. `stop` is called when the point is reached, and answers what becomes of the message. */
  arm(point: Point | undefined, stop: () => Promise<Passage>): void
  /** What passed since `arm`, in order. */
  trace(): Point[]
  /** For the wires: resolves when the message may go on. */
  pass(label: string): Promise<Passage>
  /** Resolves when a message with this label comes by. */
  next(label: RegExp): Promise<void>
}

export function openGate(): Gate {
  let armed: { point: Point | undefined; stop: () => Promise<Passage> } | undefined
  let passed: Point[] = []
  let waiting: { label: RegExp; heard: () => void }[] = []

  return {
    arm(point, stop) {
      armed = { point, stop }
      passed = []
    },
    trace: () => [...passed],
    async pass(label) {
      for (const { heard } of waiting.filter((each) => each.label.test(label))) heard()
      waiting = waiting.filter((each) => !each.label.test(label))
      if (!armed) return 'forward'
      const occurrence = passed.filter((each) => each.label === label).length + 1
      passed.push({ label, occurrence })
      const { point, stop } = armed
      if (point?.label !== label || point.occurrence !== occurrence) return 'forward'
      armed = undefined
      return stop()
    },
    next: (label) => new Promise((heard) => waiting.push({ label, heard })),
  }
}
