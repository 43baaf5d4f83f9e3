/** Every refusal of X, turned into a `Failure`. Sources and certainty of each: README, "Refusals". */
import type { Answer } from '../kit/http.ts'
import { Failure } from '../platform.ts'
import { retryAfter } from '../kit/retry-after.ts'
import { accountRefusals } from './account-refusals.ts'
import { contentRefusals } from './content-refusals.ts'
import { problemOf } from './problem.ts'
import { matches, type Purpose } from './rule.ts'
import { hoursFrom, rateLimit } from './waits.ts'

/** The first that matches is taken. */
const RULES = [...accountRefusals, ...contentRefusals]

/** The `Failure` for an answer other than 2xx. */
export function refusal(
  answer: Answer,
  { purpose, now, secrets }: { purpose: Purpose; now: Date; secrets: readonly string[] },
): Failure {
  const problem = problemOf(answer, secrets)
  const { words } = problem
  const { status } = answer
  const rule = RULES.find((candidate) => matches(candidate, { status, purpose, problem }))
  if (!rule) return unforeseen(status, words, retryAfter(answer, now))

  const wait = status === 429 ? rateLimit(answer, now) : undefined
  const least = rule.hours ? hoursFrom(now, rule.hours) : undefined
  const said = wait?.retry_at ?? retryAfter(answer, now)
  return new Failure(rule.kind, rule.code, rule.message, {
    retry_at: least && said ? (least > said ? least : said) : (least ?? said),
    scope: rule.scope ?? wait?.scope ?? 'call',
    words,
  })
}

/** Below 500 X has said no; a redirect, a timeout or a failure of the server says nothing about what was done. */
function unforeseen(status: number, words: string, retry_at: Date | undefined): Failure {
  if (status >= 400 && status < 500 && status !== 408) {
    const message = 'X refuses this call. The words of X may say why.'
    return new Failure('rejected', 'refused', message, { words })
  }
  const message = 'X failed while it worked on the call; whether it took effect is not known.'
  return new Failure('unknown', 'server_error', message, { words, retry_at })
}
