/** From what the caller said to a time, or a refusal. */
import { Problem, type FieldErrors } from '#rules/problem.ts'
import { isLocal, momentIn, type Timing } from '#rules/when.ts'
import type { Scope } from '#store/schema.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { Context } from '../../context.ts'
import { takeSlot } from '../../queue/parts/slots.ts'

export async function timezoneOf(scope: Scope) {
  const { timezone } = await findWorkspace(scope)
  return timezone
}

/** A time without a zone becomes a moment: by the zone that was given, or the workspace's. Says how it was read. */
export async function zoned(timing: Timing, context: Context): Promise<Timing> {
  const { at, timezone } = timing
  const asks = at !== undefined && isLocal(at) && timezone === undefined
  return zonedIn(timing, asks ? await timezoneOf(context) : '')
}

/** The same where the workspace's zone is known. */
export function zonedIn(timing: Timing, zone: string): Timing {
  const { at, timezone: given, notes } = timing
  if (at === undefined || !isLocal(at)) {
    const unused = given !== undefined && 'timezone was ignored: it is for times without a zone.'
    return unused ? { ...timing, notes: [...notes, unused] } : timing
  }
  const timezone = given ?? zone
  const { iso, odd } = momentIn(timezone, at)
  const oddly = odd && { skipped: ', which clocks skip there', repeated: ', the first of two' }[odd]
  return {
    ...timing,
    at: iso,
    notes: [...notes, `${at} was read by the clock of ${timezone}${oddly ?? ''}.`],
  }
}

/** Whether what was said, and became `at`, is the time that it has. Forms know no seconds: without them it is the whole minute. */
export function isSaidAgain({ at: said = '' }: Timing, at: string, scheduled_at: string | null) {
  if (scheduled_at === null || !/^\d/.test(at)) return false
  const digits = /T\d\d:\d\d$/.test(said) ? MINUTES : undefined
  const shown = (time: string) => new Date(time).toISOString().slice(0, digits)
  return shown(at) === shown(scheduled_at)
}
const MINUTES = '2026-11-20T09:00'.length

/** A time that has passed is an error of its field. */
export function futureOnly({ at, field }: Timing, now: Date): FieldErrors {
  if (!at || at === 'draft' || at === 'now' || at === 'next_slot') return {}
  if (new Date(at) > now) return {}
  return { [field]: [`Use a time in the future; it is ${now.toISOString()} now.`] }
}

/** The moment that was named; null: a draft, or a slot that is yet to be found. */
export function momentOf({ at }: Timing, now: Date): string | null {
  if (at === undefined || at === 'draft' || at === 'next_slot' || isLocal(at)) return null
  return at === 'now' ? now.toISOString() : at
}

const sayWhen = 'Say when: draft, now, next_slot or an ISO 8601 time.'

/** Of a call that leaves it out: told where other fields are wrong. Alone it is a refusal of its own. */
export const besideOthers = {
  path: ['when'],
  error: sayWhen,
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length > 0,
}

/** Refuses when the caller did not say. */
export function requireTiming({ at }: Timing) {
  if (at !== undefined) return at
  throw new Problem('no_timing_specified', `${sayWhen} Nothing was published.`)
}

/** The same where others are wrong, in this workspace or in how the call came. */
export function unsaid(timing: Timing | undefined): FieldErrors {
  return timing && timing.at === undefined ? { when: [sayWhen] } : {}
}

/** When it goes out; null for a draft. The next slot is taken for good, by the post of this transaction. */
export async function resolveTiming(
  at: NonNullable<Timing['at']>,
  context: Context,
  { account_ids, but }: { account_ids: readonly number[]; but?: number },
): Promise<string | null> {
  switch (at) {
    case 'next_slot':
      return takeSlot(context, account_ids, but)
    case 'draft':
      return null
    case 'now':
      return context.now.toISOString()
    default:
      return at
  }
}
