/** What went wrong on a page for connecting accounts, as a person can do something about it. */
import { z } from 'zod'
import { isOutage, OUTAGE_SECONDS } from '#rules/outage.ts'
import { problemOf } from './errors.ts'

export interface Refusal {
  status: number
  text: string
  /** Seconds until it may be better. */
  wait?: unknown
}

/** `explain`: the sentence of a platform that refused; undefined for everything else. */
export function refusalOf(
  error: unknown,
  explain: (error: unknown) => string | undefined,
): Refusal {
  // First: a platform's own code may look like one of the database's.
  const explained = explain(error)
  if (explained !== undefined) return { status: 400, text: explained }
  if (isOutage(error)) {
    const text = 'Load this page again in a moment: the database does not answer.'
    return { status: 503, text, wait: OUTAGE_SECONDS }
  }
  // A link or a form that nobody got from us.
  if (error instanceof z.ZodError)
    return { status: 400, text: 'This link is not complete. Start again.' }
  const problem = problemOf(error)
  if (!problem) return { status: 500, text: 'Something went wrong on our side. Start again.' }
  const { status, message: text, recovery } = problem
  return { status, text, wait: recovery['retry_after'] }
}
