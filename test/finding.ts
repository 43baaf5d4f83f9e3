/**
 * A step that is looked for by evidence, as one that answers whether it was found: one lost call, one look, and the judge.
 * For tests of connectors, which ask what a look is worth.
 */
import { judge } from '#publishing/judge.ts'
import { oursOf, seenOf } from '#publishing/sights.ts'
import type { Json, PublishingStep, Saved } from '#platforms/platform.ts'

/** What one look is worth. */
export type Finding<Result> =
  /** It landed; this is what the step would have answered. */
  | { found: Result }
  /** It may be sent (again). */
  | 'absent'
  /** It cannot be seen, and the platform refuses a second one: it may be sent again. */
  | 'resend'
  /** A person has to say. */
  | 'unknowable'

export interface FindingStep {
  name: string
  effect: PublishingStep['effect']
  follow_up?: true
  run(saved: Saved): Promise<Json>
  find(saved: Saved, lost: { started_at: Date; look: number }): Promise<Finding<Json>>
}

/** Clocks differ, and times are told to the second. */
const ERROR = 30_000
const HOUR = 3_600_000
/** Out, and which one it is, is not known yet: what publishing makes of it too. */
export const UNNUMBERED = { platform_post_id: null, platform_url: null }

export function asFinding(step: PublishingStep): FindingStep {
  const { name, effect, run, follow_up } = step
  return {
    name,
    effect,
    ...(follow_up && { follow_up }),
    run: (saved) => run(saved),
    find: (saved, lost) => findingOf(step, saved, lost),
  }
}

async function findingOf(
  step: PublishingStep,
  saved: Saved,
  { started_at, look }: { started_at: Date; look: number },
): Promise<Finding<Json>> {
  const at = started_at.getTime()
  const looked = await step.look(saved, { from: new Date(at - ERROR), look })
  const ours = step.ours(saved)
  const now = at + HOUR + 60_000
  const seen = seenOf(looked.seen, ours)
  const one = { known: looked.known, seen, reach: looked.reach, canary: null }
  const verdict = judge({
    ours: oursOf(ours),
    sends: [{ at, ended_at: at, error: ERROR, app: ours.app, lost: 'silence', fetched: undefined }],
    looks: [
      { ...one, at: at + 1 },
      { ...one, at: now - 1 },
    ],
    receipts: new Set(),
    rivals: [],
    rule: { looks: [0], settle: 0, twins: ours.twins },
    policy: 'look_then_send',
    sought: false,
    deleted: false,
    too_late: false,
    now,
  })
  switch (verdict.is) {
    case 'found':
      return { found: await step.result(verdict, saved) }
    case 'landed':
      return { found: UNNUMBERED }
    case 'send':
      return looked.reach === 'no_list' && verdict.under === 'new_key' ? 'resend' : 'absent'
    case 'refused':
    case 'absent':
      return 'absent'
    default:
      return 'unknowable'
  }
}
