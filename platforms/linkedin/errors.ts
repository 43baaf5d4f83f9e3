/** How LinkedIn says no. */
import { type Asked, type Dialect, refusal } from '../kit/answers.ts'
import { retold } from '../kit/failure.ts'
import type { Answer } from '../kit/http.ts'
import type { Failure } from '../platform.ts'
import { redacted, readProblem } from './problem.ts'
import { rows } from './refusals.ts'

export const dialect: Dialect = { name: 'LinkedIn', read: readProblem, rows, redacted }

const MINUTE = 60_000
const SPREADS = 10_000

/** A new token is not known everywhere at once, and is called revoked meanwhile. `issued_at` is its time, ISO. */
export function refused(answer: Answer, asked: Asked, issued_at: string | undefined): Failure {
  const failure = refusal(answer, dialect, asked)
  const age = issued_at === undefined ? Infinity : asked.now.getTime() - Date.parse(issued_at)
  if (failure.code !== 'access_ended' || age < 0 || age >= MINUTE) return failure
  const message = 'LinkedIn does not know the new access token everywhere yet.'
  const retry_at = new Date(asked.now.getTime() + SPREADS)
  return retold(failure, {
    kind: 'later',
    code: 'token_not_spread',
    message,
    retry_at,
    scope: 'call',
  })
}
