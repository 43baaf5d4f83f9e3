/** What an attempt says about its platform: whether anybody answers there at all. */
import type { Failure } from '#platforms/platform.ts'
import type { Work } from '#store/attempts.ts'
import { recordAnswer, recordSilence, releaseProbe, sideOf } from '#store/circuits.ts'
import type { AttemptResult } from './attempt.ts'
import type { Acting, Dependencies } from './dependencies.ts'

/**
 * Tells the store when a platform has fallen silent or answers again. A platform that is silent towards several accounts
 * is left alone for a while, and then asked with one delivery at a time, so that its time-outs cost little.
 */
export async function observe(
  work: Work,
  outcome: AttemptResult,
  deps: Dependencies,
): Promise<void> {
  await tell(work, signOf(outcome), deps)
}

type Place = Pick<Work, 'platform' | 'sandbox' | 'account_id' | 'suspected'>

/** What calls of the account on that platform have shown. */
export async function tell(place: Place, shown: Sign, deps: Acting): Promise<void> {
  const { platform, sandbox, account_id, suspected } = place
  const { sign, page, published } = shown
  const service = sideOf(place)
  if (sign === 'silence') {
    deps.suspects.add(service)
    const { pace, now } = deps
    const until = await recordSilence(deps.db, {
      platform,
      sandbox,
      account_id,
      page,
      pace,
      now: now(),
    })
    if (until) deps.log.warn({ platform, sandbox, until }, 'a platform does not answer; waiting')
  }
  // In a crowd a few go wrong while all others are answered: whoever told of silence tells of the next answer too.
  if (sign === 'answer' && (suspected || deps.suspects.has(service))) {
    if (published) deps.suspects.delete(service)
    if (await recordAnswer(deps.db, { platform, sandbox }, { published }))
      deps.log.info({ platform, sandbox }, 'a platform answers')
  }
  if (sign === undefined && suspected) await releaseProbe(deps.db, place, deps.now())
}

export interface Sign {
  sign: 'silence' | 'answer' | undefined
  /** It was a page of something in front of it. */
  page: boolean
  /** The answer may have been that of the call that publishes, and is not surely one to a look. */
  published: boolean
}

export const NOT_ASKED: Sign = { sign: undefined, page: false, published: false }

/**
 * Undefined: it was not asked, or our own error came in between. A page of something in front of it is as good as silence:
 * were it asked on, every post would come to be in doubt.
 */
export function signOf({ decision, failure, progress, heard }: AttemptResult): Sign {
  if (!failure) {
    const looked = Object.values(progress).some(({ proof }) => proof !== undefined)
    const published = decision.kind === 'published' && !looked
    const answers = decision.kind === 'published' || decision.kind === 'come_back'
    return { sign: answers && heard ? 'answer' : undefined, page: false, published }
  }
  const shown = signIn(failure)
  return shown.sign === 'answer' && !heard ? { ...shown, sign: undefined } : shown
}

/** Said by us. */
const OWN: readonly string[] = ['internal_error', 'media_unreadable', 'held_up']

/** What a refusal shows, or that none came. */
export function signIn(failure: Failure): Sign {
  const page = failure.lost === 'page'
  if (OWN.includes(failure.code)) return { ...NOT_ASKED, page }
  const silence = failure.lost !== undefined || failure.code === 'unreachable'
  return { sign: silence ? 'silence' : 'answer', page, published: !silence }
}
