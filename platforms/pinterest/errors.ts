/** How Pinterest says no. Sources and certainty of each row: README, "Refusals". */
import type { Dialect } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redacted, readProblem } from './problem.ts'
import { rows } from './refusals.ts'

export const dialect: Dialect = {
  name: 'Pinterest',
  read: readProblem,
  rows,
  redacted,
  wait: resetOf,
}

/** Seconds until the window opens. */
function resetOf({ headers }: Answer, now: Date) {
  const text = headers.get('x-ratelimit-reset') ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (seconds <= 0 || seconds >= 86_400) return undefined
  return { retry_at: new Date(now.getTime() + seconds * 1000) }
}
