/** From what the caller said to a time, or a refusal. */
import { Problem, type FieldErrors } from '#rules/problem.ts'
import type { Timing } from '#rules/when.ts'
import type { Context } from '../../context.ts'
import { takeSlot } from '../../queue/parts/slots.ts'

/** A time that has passed is an error of its field. */
export function futureOnly({ at, field }: Timing, now: Date): FieldErrors {
  if (!at || at === 'draft' || at === 'now' || at === 'next_slot') return {}
  if (new Date(at) > now) return {}
  return { [field]: [`Use a time in the future; it is ${now.toISOString()} now.`] }
}

/** Refuses when the caller did not say. */
export function requireTiming({ at }: Timing) {
  if (at !== undefined) return at
  throw new Problem(
    'no_timing_specified',
    'Say when: draft, now, next_slot or an ISO 8601 time. Nothing was published.',
  )
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
