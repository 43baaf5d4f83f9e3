/** When a settled delivery is looked for once more: an open question, a number that is still owed, a second call. Pure. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Milliseconds after it was settled. A question is a person's meanwhile; what was sent twice shows itself soon. */
const OUT = [10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR] as const
const WATCHES = {
  blocked: [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR],
  published: OUT,
  // The beginning of a thread is out, and its rest was given up.
  failed: OUT,
} as const

export type Watched = keyof typeof WATCHES

export function firstWatch(settled: Date, kind: Watched): Date {
  return new Date(settled.getTime() + WATCHES[kind][0])
}

/** After so many of them; undefined: that was the last. */
export function nextWatch(now: Date, kind: Watched, done: number): Date | undefined {
  const [last, next] = [WATCHES[kind][done - 1] ?? 0, WATCHES[kind][done]]
  return next === undefined ? undefined : new Date(now.getTime() + next - last)
}
