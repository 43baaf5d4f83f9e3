/** Every refusal of LinkedIn, turned into a `Failure`. */
import type { Answer } from '../kit/http.ts'
import { Failure, type Original } from '../platform.ts'
import { retryAfter } from '../kit/retry-after.ts'
import { madeAt } from './number.ts'
import { problemOf, type Problem } from './problem.ts'
import { matches, type Purpose, rules } from './refusals.ts'

export interface Refused {
  purpose: Purpose
  now: Date
  secrets: readonly string[]
  /** When the access token was issued, ISO. */
  issued_at?: string | undefined
}

const MINUTE = 60_000

/** The `Failure` for an answer other than 2xx. */
export function refusal(answer: Answer, at: Refused): Failure {
  const problem = problemOf(answer, at.secrets)
  const { words } = problem
  const { status } = answer
  const rule = rules.find((candidate) => matches(candidate, status, at.purpose, problem))
  if (!rule) return unforeseen(status, words)
  if (rule.code === 'access_revoked' && isFresh(at)) {
    // A new token is not known everywhere at once, and is called revoked meanwhile.
    const message = 'LinkedIn does not know the new access token everywhere yet.'
    return new Failure('later', 'token_not_spread', message, { retry_at: after(at.now, 10), words })
  }
  const { kind, code, message, scope = 'call' } = rule
  if (status === 429) {
    return new Failure(kind, code, message, { ...throttle(problem, answer, at.now), words })
  }
  return new Failure(kind, code, message, {
    retry_at: rule.wait === undefined ? undefined : after(at.now, rule.wait),
    scope,
    words,
    original: code === 'duplicate_content' ? originalIn(words) : undefined,
  })
}

/** Below 500 LinkedIn has said no; a redirect, a timeout or a failure of the server says nothing about what was done. */
function unforeseen(status: number, words: string) {
  if (status >= 400 && status < 500 && status !== 408) {
    const message = 'LinkedIn refuses this call. Its words may say why.'
    return new Failure('rejected', 'invalid_request', message, { words })
  }
  const message = 'LinkedIn failed; whether the call took effect is not known.'
  return new Failure('unknown', 'server_error', message, { words })
}

/** Counters run for a day, until midnight UTC, and no header tells of them. */
function throttle({ words }: Problem, answer: Answer, now: Date) {
  const scope = /MEMBER/.test(words) || !/APPLICATION/.test(words) ? 'account' : 'app'
  const said = retryAfter(answer, now)
  if (said) return { retry_at: said, scope } as const
  if (!/\bDAY\b/i.test(words)) return { retry_at: after(now, 90), scope } as const
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return { retry_at: new Date(midnight + MINUTE), scope } as const
}

/** The documents say not to read messages; the post that was there first is named nowhere else. */
function originalIn(words: string): Original | undefined {
  const urn = /duplicate of (urn:li:(?:share|ugcPost|activity):\d+)/i.exec(words)?.[1]
  return urn === undefined ? undefined : { id: urn, at: madeAt(urn), there: true }
}

function isFresh({ issued_at, now }: Refused) {
  const age = issued_at === undefined ? Infinity : now.getTime() - Date.parse(issued_at)
  return age >= 0 && age < MINUTE
}

function after(now: Date, seconds: number) {
  return new Date(now.getTime() + seconds * 1000)
}
