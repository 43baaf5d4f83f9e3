/** How YouTube says no. */
import type { Dialect } from '../kit/answers.ts'
import { redacted, readProblem } from './problem.ts'
import { rows } from './refusals.ts'

export const dialect: Dialect = { name: 'YouTube', read: readProblem, rows, redacted }
