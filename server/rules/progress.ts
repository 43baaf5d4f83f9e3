/** How far a delivery is: one entry a step, saved after every step. Pure. */
import { z } from 'zod'

const Entry = z.object({
  /** Done, with this result. */
  result: z.json().optional(),
  /** A publishing request began then, and its end is not known. */
  started_at: z.string().optional(),
  /** A request of this step was lost before: the platform may know this post already. */
  lost_at: z.string().optional(),
  /** How often we looked for the lost request. */
  looks: z.int().optional(),
  /** It was sent a second time after every look said that it is not there. */
  resent: z.boolean().optional(),
  /** Nobody can look for the lost request: only the answer to an identical one can end the doubt. */
  unseen: z.boolean().optional(),
  /** Refusals for now, and lost answers: those after which the platform named a time, and the others. */
  waits: z.int().optional(),
  tries: z.int().optional(),
  /** A follow-up that came to nothing. */
  warning: z.string().optional(),
})
export type Entry = z.infer<typeof Entry>

export const Progress = z.record(z.string(), Entry)
export type Progress = z.infer<typeof Progress>

export function isDone({ result, warning }: Entry) {
  return result !== undefined || warning !== undefined
}

/** A publishing call may have had its effect: nothing may be sent before somebody has looked. */
export function inDoubt(progress: Progress) {
  return Object.values(progress).some((entry) => entry.started_at !== undefined && !isDone(entry))
}

/** The post is out; only follow-ups are left. */
export function hasLanded(progress: Progress) {
  return progress['post']?.result !== undefined
}

export function results(progress: Progress) {
  const saved: Record<string, z.infer<ReturnType<typeof z.json>>> = {}
  for (const [name, { result }] of Object.entries(progress)) {
    if (result !== undefined) saved[name] = result
  }
  return saved
}

export function warningsOf(progress: Progress) {
  return Object.values(progress).flatMap(({ warning }) => (warning ? [warning] : []))
}

/**
 * What a retry starts from: nothing, unless a request was lost. Then it looks first, or, when a person has looked and says
 * that it is not there, sends again on what was prepared (a chosen record key stays the same).
 */
export function restart(progress: Progress, confirmedAbsent: boolean): Progress {
  if (!inDoubt(progress)) return {}
  if (!confirmedAbsent) return untired(progress)
  return Object.fromEntries(Object.entries(progress).filter(([, entry]) => isDone(entry)))
}

/** A person has asked for it: it may be refused as often as at first. */
function untired(progress: Progress): Progress {
  return Object.fromEntries(
    Object.entries(progress).map(([name, entry]) => [
      name,
      { ...entry, tries: undefined, waits: undefined },
    ]),
  )
}
