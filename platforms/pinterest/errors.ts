/** Every refusal of Pinterest, turned into a `Failure`. Sources and certainty of each: README, "Refusals". */
import type { Answer } from '../kit/http.ts'
import { Failure } from '../platform.ts'
import { problemOf } from './problem.ts'
import { type Purpose, RULES } from './refusals.ts'

export type { Purpose } from './refusals.ts'

/** The `Failure` for an answer other than 2xx. */
export function refusal(
  answer: Answer,
  { purpose, now, secrets }: { purpose: Purpose; now: Date; secrets: readonly string[] },
): Failure {
  const problem = problemOf(answer, secrets)
  const { words } = problem
  const { status } = answer
  const rule = RULES.find(({ when }) => when({ ...problem, status, purpose }))
  if (rule) {
    const { kind, code, message, scope, wait } = rule
    const said = code === 'rate_limited' ? resetOf(answer, now) : undefined
    const retry_at = said ?? (wait === undefined ? undefined : new Date(now.getTime() + wait))
    return new Failure(kind, code, message, { retry_at, scope: scope ?? 'call', words })
  }
  // Below 500 Pinterest has said no; anything else says nothing about what was done.
  if (status >= 400 && status < 500 && status !== 408) {
    const message = 'Pinterest refuses this call. The words of Pinterest may say why.'
    return new Failure('rejected', 'refused', message, { words })
  }
  const message =
    'Pinterest failed while it worked on the call; whether it took effect is not known.'
  return new Failure('unknown', 'server_error', message, { words })
}

/** Seconds until the window opens. */
function resetOf({ headers }: Answer, now: Date): Date | undefined {
  const text = headers.get('x-ratelimit-reset') ?? headers.get('retry-after') ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  return seconds > 0 && seconds < 86_400 ? new Date(now.getTime() + seconds * 1000) : undefined
}
