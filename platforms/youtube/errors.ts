/** Every refusal of YouTube, turned into a `Failure`. */
import type { Answer } from '../kit/http.ts'
import { Failure } from '../platform.ts'
import { retryAfter } from '../kit/retry-after.ts'
import { nextMidnight } from './pacific.ts'
import { problemOf } from './problem.ts'
import { REFUSALS, type Refusal } from './refusals.ts'

const SOON = 2 * 60_000
const DAY = 24 * 3_600_000

/** The `Failure` for an answer other than 2xx. */
export function refusal(
  answer: Answer,
  { now, secrets }: { now: Date; secrets: readonly string[] },
): Failure {
  const { reasons, domain, words, readable } = problemOf(answer, secrets)
  const said = retryAfter(answer, now)
  const keys = reasons.flatMap((reason) => [`${domain}/${reason}`, reason])
  const known = keys.flatMap((key) => (Object.hasOwn(REFUSALS, key) ? REFUSALS[key] : []))[0]
  const rule = known ?? byStatus(answer.status, readable)
  if (!rule) {
    const message =
      'YouTube failed while it worked on the call; whether it took effect is not known.'
    return new Failure('unknown', 'server_error', message, { words, retry_at: said })
  }
  return new Failure(rule.kind, rule.code, rule.message, {
    retry_at: said ?? waitOf(rule, now),
    scope: rule.scope ?? 'call',
    words,
  })
}

/** Below 500 YouTube has said no; a redirect, a timeout or a failure of the server says nothing about what was done. */
function byStatus(status: number, readable: boolean): Refusal | undefined {
  if (status === 401) return REFUSALS['authError']
  if (status === 429) return REFUSALS['rateLimitExceeded']
  if (status === 409) return REFUSALS['conflict']
  if (status < 400 || status > 499 || status === 408) return undefined
  const message = readable
    ? 'YouTube refuses this call. The words of YouTube may say why.'
    : 'Something on the way to YouTube refuses this call.'
  return { kind: 'rejected', code: 'refused', message }
}

function waitOf({ until }: Refusal, now: Date): Date | undefined {
  if (until === 'midnight') return nextMidnight(now)
  if (until === undefined) return undefined
  return new Date(now.getTime() + (until === 'day' ? DAY : SOON))
}
