/** How X says no. Sources and certainty of each row: README, "Refusals". */
import type { Dialect } from '../kit/answers.ts'
import { accountRefusals } from './account-refusals.ts'
import { contentRefusals } from './content-refusals.ts'
import { redacted, readProblem } from './problem.ts'
import { rateLimit } from './waits.ts'

export const dialect: Dialect = {
  name: 'X',
  read: readProblem,
  rows: [...accountRefusals, ...contentRefusals],
  redacted,
  wait: (answer, now) => (answer.status === 429 ? rateLimit(answer, now) : undefined),
}
