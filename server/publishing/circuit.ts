/** What an attempt says about its platform: whether anybody answers there at all. */
import type { Work } from '#store/attempts.ts'
import { recordAnswer, recordSilence } from '#store/circuits.ts'
import type { Outcome } from './attempt.ts'
import type { Dependencies } from './dependencies.ts'

/**
 * Tells the store when a platform has fallen silent or answers again. A platform that is silent towards several accounts
 * is left alone for a while, and then asked with one delivery at a time, so that its time-outs cost little.
 */
export async function observe(work: Work, outcome: Outcome, deps: Dependencies): Promise<void> {
  const { platform, sandbox, account_id, suspected } = work
  const sign = signOf(outcome)
  const service = `${platform} ${String(sandbox)}`
  if (sign === 'silence') {
    deps.suspects.add(service)
    const { pace, now } = deps
    const until = await recordSilence(deps.db, {
      platform,
      sandbox,
      account_id,
      pace,
      now: now(),
    })
    if (until) deps.log.warn({ platform, sandbox, until }, 'a platform does not answer; waiting')
  }
  // In a crowd a few go wrong while all others are answered: whoever told of silence tells of the next answer too.
  if (sign === 'answer' && (suspected || deps.suspects.delete(service))) {
    deps.suspects.delete(service)
    if (await recordAnswer(deps.db, { platform, sandbox }))
      deps.log.info({ platform, sandbox }, 'a platform answers')
  }
}

/**
 * Undefined: it was not asked, or our own error came in between. A page of something in front of it is as good as silence:
 * were it asked on, every post would come to be in doubt.
 */
function signOf({ decision, failure }: Outcome): 'silence' | 'answer' | undefined {
  if (!failure)
    return decision.kind === 'published' || decision.kind === 'come_back' ? 'answer' : undefined
  if (['internal_error', 'media_unreadable'].includes(failure.code)) return undefined
  return failure.lost !== undefined || failure.code === 'unreachable' ? 'silence' : 'answer'
}
