/** Timing as callers say it, on either surface. Pure. */
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { Zone } from './person.ts'

/** A moment with its zone: `2026-11-20T09:00:00Z`, seconds may be left out. Answers it in UTC. */
export const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
    error: 'Use ISO 8601 with a zone, for example 2026-11-20T09:00:00Z.',
  })
  .transform((text) => new Date(text).toISOString())
  .refine(sensible, 'Use a year from 1970 to 2999.')

/** What a clock on the wall shows: `2026-11-20T09:00`. It becomes a moment by a zone. */
export const LocalTime = z.string().refine((text) => {
  const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(\.\d{1,9})?)?$/.exec(text)
  return time !== null && z.iso.datetime().safeParse(`${time[1]}:00Z`).success && isTime(text)
}, 'Use a local time such as 2026-11-20T09:00.')

export function isLocal(text: string) {
  return LocalTime.safeParse(text).success
}

/** A moment, in UTC; or a plain date or a local time, which are those of the workspace's zone. */
export const MomentOrDate = z
  .string()
  .refine(
    (text) =>
      Moment.safeParse(text).success ||
      isLocal(text) ||
      (z.iso.date().safeParse(text).success && sensible(text)),
    'Use a date such as 2026-11-20, or ISO 8601 such as 2026-11-20T09:00:00Z.',
  )
  .transform((text) => Moment.safeParse(text).data ?? text)

/**
 * The moment at which clocks of the zone show it. One that a change of clocks leaves out comes as much later as they jump;
 * one that they show twice is the first.
 */
export function momentIn(timezone: string, local: string) {
  const shown = Temporal.PlainDateTime.from(local)
  const earlier = shown.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const later = shown.toZonedDateTime(timezone, { disambiguation: 'later' })
  const left_out = !earlier.toPlainDateTime().equals(shown)
  const moment = left_out ? later : earlier
  return {
    iso: new Date(moment.epochMilliseconds).toISOString(),
    odd: left_out ? 'skipped' : earlier.equals(later) ? undefined : 'repeated',
  } as const
}

function isTime(text: string) {
  try {
    return sensible(text) && Temporal.PlainDateTime.from(text).year > 0
  } catch {
    return false
  }
}

function sensible(text: string) {
  return text >= '1970' && text < '3'
}

export const Timing = z.object({
  /** Undefined: the caller did not say. */
  at: z
    .union([z.enum(['draft', 'now', 'next_slot']), Moment, LocalTime], { error: () => text })
    .optional(),
  /** Of a time that has no zone; undefined: the workspace's. */
  timezone: Zone.optional(),
  /** Whose slot is taken; undefined: the posting schedule's. */
  queue: z.int().optional(),
  /** The field it came from, for its errors. */
  field: z.enum(['when', 'scheduled_at', 'publish_now']),
  notes: z.array(z.string()),
})
export type Timing = z.infer<typeof Timing>

const words = ['draft', 'now', 'next_slot']
const text =
  'Use draft, now, next_slot, or an ISO 8601 time: 2026-11-20T09:00:00Z, or 2026-11-20T09:00 by the clock of `timezone`.'

/** `when` on the wire. A plain string in the schema, since not every client can offer a choice of shapes. */
export const When = z
  .string()
  .refine(
    (value) =>
      value === '' || words.includes(value) || Moment.safeParse(value).success || isLocal(value),
    text,
  )
  .describe(
    'When to publish: draft, now, next_slot, or an ISO 8601 time: 2026-11-20T09:00:00Z, or 2026-11-20T09:00 by the clock of `timezone`.',
  )

export const timezoneField = Zone.describe(
  "Whose clock a time without a zone is read by; default the workspace's.",
)

const noTime =
  'Use an ISO 8601 time: 2026-11-20T09:00:00Z, or 2026-11-20T09:00 by the clock of `timezone`.'

/** `scheduled_at` on the wire: a time, and none of the words of `when`. */
export const Time = z
  .string()
  .refine((value) => Moment.safeParse(value).success || isLocal(value), noTime)

/** Of a tool's `scheduled_at`. Beside `when` it is ignored, whatever it says: some clients fill in every field. */
export const onlyTime = {
  path: ['scheduled_at'],
  error: noTime,
  // Also when other fields are wrong: all of it is told at once.
  when: () => true,
}

export function isTimeOrIgnored(body: unknown) {
  if (typeof body !== 'object' || body === null) return true
  const { when, scheduled_at } = { when: undefined, scheduled_at: undefined, ...body }
  const isNothing = typeof scheduled_at !== 'string'
  return Boolean(when) || isNothing || Time.safeParse(scheduled_at).success
}

/** Of a body that says both at once and later: a post that went out cannot be taken back, so neither is guessed. */
export const onlyOneTime = {
  path: ['scheduled_at'],
  error:
    'Send scheduled_at or publish_now, not both: publish_now is at once, scheduled_at is later.',
  // Also when other fields are wrong: all of it is told at once.
  when: () => true,
}

export function isOneTime(body: unknown) {
  if (typeof body !== 'object' || body === null) return true
  const { scheduled_at, publish_now } = { scheduled_at: null, publish_now: false, ...body }
  return publish_now !== true || scheduled_at === null || scheduled_at === undefined
}

export const ignored = 'scheduled_at was ignored because when was given.'
export const deprecated = 'scheduled_at is deprecated here; use when.'

/** MCP: `when` decides; `scheduled_at` is taken for one more release. */
export function timingOfTool({
  when,
  scheduled_at,
  timezone,
}: {
  when?: string | undefined
  scheduled_at?: string | undefined
  timezone?: string | undefined
}) {
  const zone = timezone !== undefined && { timezone }
  if (when) {
    return { at: when, field: 'when' as const, notes: scheduled_at ? [ignored] : [], ...zone }
  }
  if (scheduled_at) {
    return { at: scheduled_at, field: 'scheduled_at' as const, notes: [deprecated], ...zone }
  }
  return { at: undefined, field: 'when' as const, notes: [], ...zone }
}

/** REST: `when` if given, else `publish_now`, else `scheduled_at`, else a draft. An empty `when` says nothing. */
export function timingOfRest(body: {
  when?: string | null | undefined
  scheduled_at?: string | null | undefined
  publish_now?: boolean | undefined
  timezone?: string | undefined
  queue?: number | undefined
}) {
  const { when, scheduled_at, publish_now, timezone, queue } = body
  const zone = {
    ...(timezone !== undefined && { timezone }),
    ...(queue !== undefined && { queue }),
  }
  if (when === '' || when === null) {
    return { at: undefined, field: 'when' as const, notes: [], ...zone }
  }
  if (when !== undefined) {
    const notes = [
      ...(scheduled_at ? [ignored] : []),
      ...(publish_now && when !== 'now' ? ['publish_now was ignored because when was given.'] : []),
    ]
    return { at: when, field: 'when' as const, notes, ...zone }
  }
  if (publish_now) return { at: 'now', field: 'publish_now' as const, notes: [], ...zone }
  return { at: scheduled_at ?? 'draft', field: 'scheduled_at' as const, notes: [], ...zone }
}
