/** How X says no. Sources and certainty of each row: README, "Refusals". */
import type { Dialect, Wait } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { believable, retryAfter } from '../kit/retry-after.ts'
import { accountRefusals } from './account-refusals.ts'
import { contentRefusals } from './content-refusals.ts'
import { redacted, readProblem } from './problem.ts'

export const dialect: Dialect = {
  name: 'X',
  read: readProblem,
  rows: [...accountRefusals, ...contentRefusals],
  redacted,
  wait: (answer, now) => (answer.status === 429 ? rateLimit(answer, now) : undefined),
}

/** The windows X reports in headers; `-reset` is in epoch seconds. */
const WINDOWS = [
  { name: 'x-rate-limit', scope: 'account' },
  { name: 'x-user-limit-24hour', scope: 'account' },
  { name: 'x-app-limit-24hour', scope: 'app' },
] as const

/** For a 429: until the last of the used-up windows opens. */
function rateLimit(answer: Pick<Answer, 'headers'>, now: Date): Wait | undefined {
  let wait: Wait | undefined
  for (const { name, scope } of WINDOWS) {
    const left = answer.headers.get(`${name}-remaining`)
    const used = left === '0' || (name === 'x-rate-limit' && left === null)
    const reset = used
      ? believable(Number(answer.headers.get(`${name}-reset`)) * 1000, now)
      : undefined
    if (reset && (!wait || reset > wait.retry_at)) wait = { retry_at: reset, scope }
  }
  const after = retryAfter(answer, now)
  if (after && (!wait || after > wait.retry_at)) {
    return { retry_at: after, scope: wait?.scope ?? 'account' }
  }
  return wait
}
