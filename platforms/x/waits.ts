/** How long X asks us to stay away. */
import type { Wait } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { believable, retryAfter } from '../kit/retry-after.ts'

/** The windows X reports in headers; `-reset` is in epoch seconds. */
const WINDOWS = [
  { name: 'x-rate-limit', scope: 'account' },
  { name: 'x-user-limit-24hour', scope: 'account' },
  { name: 'x-app-limit-24hour', scope: 'app' },
] as const

/** For a 429: until the last of the used-up windows opens. */
export function rateLimit(answer: Pick<Answer, 'headers'>, now: Date): Wait | undefined {
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
