/** Timing as callers say it, on either surface. Pure. */
import { z } from 'zod'

/** A moment with its zone: `2026-11-20T09:00:00Z`, seconds may be left out. Answers it in UTC. */
export const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
    error: 'Use ISO 8601 with a zone, for example 2026-11-20T09:00:00Z.',
  })
  .transform((text) => new Date(text).toISOString())
  .refine(sensible, 'Use a year from 1970 to 2999.')

/** A moment, in UTC, or a plain date, which is a whole day in the workspace's zone. */
export const MomentOrDate = z
  .string()
  .refine(
    (text) =>
      Moment.safeParse(text).success || (z.iso.date().safeParse(text).success && sensible(text)),
    'Use a date such as 2026-11-20, or ISO 8601 with a zone such as 2026-11-20T09:00:00Z.',
  )
  .transform((text) => Moment.safeParse(text).data ?? text)

function sensible(text: string) {
  return text >= '1970' && text < '3'
}

export const Timing = z.object({
  /** Undefined: the caller did not say. */
  at: z.union([z.enum(['draft', 'now', 'next_slot']), Moment]).optional(),
  /** The field it came from, for its errors. */
  field: z.enum(['when', 'scheduled_at', 'publish_now']),
  notes: z.array(z.string()),
})
export type Timing = z.infer<typeof Timing>

const words = ['draft', 'now', 'next_slot']
const text =
  'Use draft, now, next_slot, or an ISO 8601 time with a zone, for example 2026-11-20T09:00:00Z.'

/** `when` on the wire. A plain string in the schema, since not every client can offer a choice of shapes. */
export const When = z
  .string()
  .refine((value) => value === '' || words.includes(value) || Moment.safeParse(value).success, text)
  .describe(`When to publish: ${text}`)

export const ignored = 'scheduled_at was ignored because when was given.'
export const deprecated = 'scheduled_at is deprecated here; use when.'

/** MCP: `when` decides; `scheduled_at` is taken for one more release. */
export function timingOfTool({
  when,
  scheduled_at,
}: {
  when?: string | undefined
  scheduled_at?: string | undefined
}) {
  if (when) return { at: when, field: 'when' as const, notes: scheduled_at ? [ignored] : [] }
  if (scheduled_at) return { at: scheduled_at, field: 'scheduled_at' as const, notes: [deprecated] }
  return { at: undefined, field: 'when' as const, notes: [] }
}

/** REST: `when` if given, else `publish_now`, else `scheduled_at`, else a draft. An empty `when` says nothing. */
export function timingOfRest(body: {
  when?: string | null | undefined
  scheduled_at?: string | null | undefined
  publish_now?: boolean | undefined
}) {
  const { when, scheduled_at, publish_now } = body
  if (when === '' || when === null) return { at: undefined, field: 'when' as const, notes: [] }
  if (when !== undefined) {
    return { at: when, field: 'when' as const, notes: scheduled_at ? [ignored] : [] }
  }
  if (publish_now) {
    const notes = scheduled_at ? ['scheduled_at was ignored because publish_now was given.'] : []
    return { at: 'now', field: 'publish_now' as const, notes }
  }
  return { at: scheduled_at ?? 'draft', field: 'scheduled_at' as const, notes: [] }
}
