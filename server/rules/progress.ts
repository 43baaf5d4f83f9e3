/** How far a delivery is: one entry a step, saved after every step. Pure. */
import { z } from 'zod'
import { stepOf } from '#platforms/kit/thread.ts'

/** How far a platform's clock is from ours, by one answer of it, in milliseconds: theirs less ours, and how long it took. */
const Clock = z.object({ offset: z.number(), round_trip: z.number() })
export type Clock = z.infer<typeof Clock>

/** One call that may have published, until its end is known. Times are ours. */
const Send = z.object({
  began_at: z.iso.datetime(),
  /** Null: nobody saw it end. */
  ended_at: z.iso.datetime().nullable(),
  clock: Clock.nullable(),
  lost: z.enum(['silence', 'server_error', 'page']),
  app: z.string().nullable(),
  /** Numbers of its uploads. */
  media: z.array(z.string()),
  /** It carried addresses of its own, which the platform comes to: `PublishingStep.files_fetched`. */
  files_fetched: z.enum(['needed', 'told']).optional(),
})
export type Send = z.infer<typeof Send>

/** It comes from a column of JSON, or was just made for one: to walk through all of it once more took two thirds of a look. */
const Json = z.custom<z.infer<ReturnType<typeof z.json>>>((value) => value !== undefined)

const Entry = z.object({
  /** Done, with this result. */
  result: Json.optional(),
  /** A publishing request began then, and its end is not known. */
  started_at: z.string().optional(),
  /** As earlier versions kept a lost request. */
  lost_at: z.string().optional(),
  /** Calls whose end is not known: one or two, of different keys. */
  sends: z.array(Send).optional(),
  /** What was sent, for whoever may be taken for it. */
  ours: z
    .object({
      role: z.enum(['post', 'reply', 'comment', 'repost', 'story', 'other']),
      parent: z.string().nullable(),
      text: z.string(),
      link: z.string().optional(),
      media: z.array(z.string()),
      has_media: z.boolean(),
      app: z.string().nullable(),
      twins: z.boolean(),
    })
    .optional(),
  /** What looks showed; `publishing/looks.ts` reads it. */
  looked: z.array(z.unknown()).optional(),
  /** The platform refused the second call as the twin of this post; null: it did not say of which. */
  twin: z
    .object({
      id: z.string(),
      at: z.number().nullable(),
      there: z.boolean(),
      /** Not made up for the refusal, and the platform said that it is not there: that may have been an outage. */
      denied: z.boolean().optional(),
    })
    .nullish(),
  /** What the answer told although the post is not settled: `Failure.kept`. */
  kept: Json.optional(),
  /** It was judged that it may be sent anew. */
  cleared: z.boolean().optional(),
  /** A backup was restored: what a former run of the service may have sent is looked for, is shown to nobody, or is not there. */
  recovered: z.enum(['sought', 'unseen', 'absent']).optional(),
  /** Beside what a former run may have sent, a call of it is known of: from before the backup, or since. */
  called: z.boolean().optional(),
  /** A person was shown these entries, and says that it is not there. */
  denied: z.array(z.string()).optional(),
  /** By what it was found after its answer was lost. */
  proof: z.enum(['answer', 'key', 'words']).optional(),
  /** Its author was told that a second one of it may be shown. */
  audited: z.boolean().optional(),
  /** When what was found went out, by our clock: as it is shown, or as its call began. */
  out_at: z.iso.datetime().optional(),
  /** How often it waited for an equal post that is being looked for. */
  held: z.int().optional(),
  /** Of a follow-up: how often it was waited for the number of the post. */
  awaited: z.int().optional(),
  /** What the author is told of a step that is done. */
  notes: z.array(z.string()).optional(),
  /** How often we looked for the lost request. */
  looks: z.int().optional(),
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

/** Something of it was tried: it has not only waited for a hand, or for an equal post. */
export function hasBegun(progress: Progress) {
  return Object.values(progress).some((entry) => Object.keys(entry).some((key) => key !== 'held'))
}

/** A publishing call may have had its effect: nothing may be sent before somebody has looked. */
export function inDoubt(progress: Progress) {
  return Object.values(progress).some((entry) => entry.started_at !== undefined && !isDone(entry))
}

/** The post is out; only follow-ups are left. */
export function hasLanded(progress: Progress) {
  return progress['post']?.result !== undefined
}

/** Which part behind the first a step belongs to, its uploads included. */
export function partOf(step: string): number | undefined {
  const [, number] = /^part_(\d+)(?:_|$)/.exec(step) ?? []
  return number === undefined ? undefined : Number(number)
}

export function isSent(progress: Progress, part: number) {
  return progress[stepOf(part)]?.result !== undefined
}

/** The first part that is not out, of so many; undefined: all are. */
export function partAt(progress: Progress, parts: number): number | undefined {
  return Array.from({ length: parts }, (_, index) => index + 1).find(
    (part) => !isSent(progress, part),
  )
}

/** Some of its thread is out, and some is not. */
export function lacksParts(progress: Progress, parts: number) {
  return hasLanded(progress) && partAt(progress, parts) !== undefined
}

/** The step whose call may have published, and nobody knows. */
export function stepInDoubt(progress: Progress): string | undefined {
  const found = Object.entries(progress).find(
    ([, entry]) => entry.started_at !== undefined && !isDone(entry),
  )
  return found?.[0]
}

/** Something of it is out, and the platform has not told which post it became. */
export function owesNumber(progress: Progress) {
  return Object.keys(progress).some((step) => owesItsNumber(progress, step))
}

/** The same of one step: the post, or a part of its thread. */
export function owesItsNumber(progress: Progress, step: string) {
  const publishes = step === 'post' || stepOf(partOf(step) ?? 0) === step
  return publishes && Unnumbered.safeParse(progress[step]?.result).success
}

const Unnumbered = z.object({ platform_post_id: z.null() })

/**
 * It was found by its words alone, on a platform that takes a second post with them: it may be somebody else's, and ours not listed
 * yet.
 */
export function isGuess({ proof, ours }: Entry) {
  return proof === 'words' && ours?.twins !== true
}

export function results(progress: Progress) {
  const saved: Record<string, z.infer<ReturnType<typeof z.json>>> = {}
  for (const [name, { result }] of Object.entries(progress)) {
    if (result !== undefined) saved[name] = result
  }
  return saved
}

export function warningsOf(progress: Progress) {
  return Object.values(progress).flatMap(({ warning, notes = [] }) => [
    ...notes,
    ...(warning ? [warning] : []),
  ])
}

/**
 * What a retry starts from: nothing, unless a request was lost. Then it looks first; when a person has looked at what they
 * were shown (`denied`) and says that it is not there, once more, and then sends again on what was prepared.
 */
export function restart(progress: Progress, denied: readonly string[] | undefined): Progress {
  if (!inDoubt(progress)) return hasLanded(progress) ? whatIsOut(progress) : {}
  if (!denied) return untired(progress)
  return Object.fromEntries(
    Object.entries(progress).flatMap(([name, entry]): [string, Entry][] => {
      if (isDone(entry)) return [[name, entry]]
      // One look more: what a person was not shown may be it.
      return entry.sends ? [[name, { ...entry, denied: [...denied] }]] : []
    }),
  )
}

/** Nothing that is out is sent once more; what was prepared for parts that are not may have ended. */
function whatIsOut(progress: Progress): Progress {
  return Object.fromEntries(
    Object.entries(progress).filter(([name, entry]) => {
      const part = partOf(name)
      return isDone(entry) && (part === undefined || isSent(progress, part))
    }),
  )
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
