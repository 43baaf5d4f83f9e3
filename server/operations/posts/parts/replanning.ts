/** When a post goes out after a change: what was said of its time, beside what it has. */
import type { Context } from '#operations/context.ts'
import type { FieldErrors } from '#rules/problem.ts'
import type { Timing } from '#rules/when.ts'
import { placeOf } from '#store/queues.ts'
import type { Whole } from './moves.ts'
import { isSaidAgain, resolveTiming, zoned } from './timing.ts'

/** `stays`: in its slot of a queue, if it has one; then its time is the one that it has, to the second. */
export async function timingOf(
  { post, deliveries }: Whole,
  said: Timing | undefined,
  context: Context,
) {
  if (!said) return { timing: undefined, stays: true }
  const timing = await zoned(said, context)
  const { scheduled_at } = post
  // What is shown may be sent back, also once it has passed.
  if (said.field === 'scheduled_at' && isTheSame(timing.at, scheduled_at))
    return { timing: undefined, stays: true }
  const stays = placeOf(deliveries) !== null && isSaidAgain(said, timing.at ?? '', scheduled_at)
  return { timing: stays ? { ...timing, at: scheduled_at ?? undefined } : timing, stays }
}

function isTheSame(at: string | undefined, scheduled_at: string | null) {
  return at !== undefined && scheduled_at !== null && Date.parse(at) === Date.parse(scheduled_at)
}

/** Of a post that has a time, that it shall have none says not what shall become of it. */
export function wrongNone(
  { has_no_time }: { has_no_time?: true | undefined },
  { scheduled_at }: Pick<Whole['post'], 'scheduled_at'>,
): FieldErrors {
  if (!has_no_time || scheduled_at === null) return {}
  return {
    scheduled_at: ['Say when: draft to take it off the schedule, or give a new time to move it.'],
  }
}

const unasked = { approval_asked_at: null }

/** The specification's fields keep the state; `when` and `publish_now` move the post. */
export async function scheduleAnew(
  { post }: Whole,
  timing: Timing | undefined,
  account_ids: readonly number[],
  context: Context,
) {
  const { status, scheduled_at } = post
  if (!timing?.at) return { status, scheduled_at }
  // Whoever says draft no longer asks for more.
  if (timing.at === 'draft') return { status: 'draft' as const, scheduled_at: null, ...unasked }
  const at = await resolveTiming(timing.at, context, { account_ids, but: post.id })
  if (timing.field === 'scheduled_at') return { status, scheduled_at: at }
  return { status: at ? ('scheduled' as const) : ('draft' as const), scheduled_at: at }
}
