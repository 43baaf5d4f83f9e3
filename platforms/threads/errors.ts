/** Every refusal of Threads, turned into a `Failure`. Sources and certainty of each: README, "Refusals". */
import type { Answer } from '../kit/http.ts'
import { Failure, type FailureKind } from '../platform.ts'
import { problemOf, type Problem } from './problem.ts'

interface Rule {
  codes?: readonly number[] | ((code: number) => boolean)
  subcodes?: readonly number[]
  words?: RegExp

  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** Seconds to wait at least. */
  wait?: number
}

const SLOWLY = 'Threads asks us to slow down; the post goes out as soon as Threads allows it.'

/** The first that matches is taken: subcodes before the codes they come with. */
const rules: readonly Rule[] = [
  {
    subcodes: [4279009],
    words: /media not found/i,
    kind: 'later',
    code: 'container_not_ready',
    wait: 30,
    message: 'Threads has not prepared the post everywhere yet. It will be tried again.',
  },
  {
    subcodes: [2207051, 4279013],
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message: 'Threads has restricted this account. Settle it in the app, then connect it again.',
  },
  {
    subcodes: [2207042],
    words: /daily .*limit|quota/i,
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    wait: 3600,
    message: 'This account has posted as much as Threads allows in 24 hours. The post waits.',
  },
  {
    subcodes: [2207052],
    words: /could not be fetched|FAILED_DOWNLOADING/i,
    kind: 'later',
    code: 'media_not_fetched',
    wait: 120,
    message:
      'Threads could not fetch a file from this instance, and will try again. It must be reachable from outside.',
  },
  {
    words: /LINK_LIMIT_EXCEEDED/,
    kind: 'rejected',
    code: 'too_many_links',
    message: 'Threads takes five different links in one post.',
  },
  {
    words: /at most 500 characters/i,
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The text is longer than Threads takes. Shorten it.',
  },
  {
    subcodes: [463],
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'Threads no longer accepts the access token of this account.',
  },
  {
    codes: [190, 102],
    kind: 'reconnect',
    code: 'access_ended',
    scope: 'account',
    message: 'Threads no longer takes the access of this account. Connect it again.',
  },
  {
    codes: (code) => code === 10 || (code >= 200 && code < 300),
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'Threads does not allow this account that call. Connect it again and allow everything.',
  },
  {
    codes: [4],
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
    wait: 300,
    message: SLOWLY,
  },
  {
    codes: (code) => [17, 32, 613].includes(code) || (code >= 80_000 && code < 80_100),
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 300,
    message: SLOWLY,
  },
  {
    subcodes: [33],
    words: /does not exist|nonexisting field/i,
    kind: 'rejected',
    code: 'not_found',
    message: 'Threads does not know what this call is about.',
  },
]

export function refusal(answer: Answer, secrets: readonly string[], now: Date): Failure {
  const problem = problemOf(answer, secrets)
  const { words } = problem
  const rule = problem.readable ? rules.find((candidate) => matches(candidate, problem)) : undefined
  if (rule) {
    const seconds = regained(answer.headers) ?? rule.wait
    return new Failure(rule.kind, rule.code, rule.message, {
      retry_at: seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000),
      scope: rule.scope ?? 'call',
      words,
    })
  }
  // 1 and 2 come behind calls that had their effect.
  const { code = 0, transient, readable } = problem
  const unsure = !readable || transient || code === 1 || code === 2
  if (answer.status === 429) {
    const retry_at = new Date(now.getTime() + (regained(answer.headers) ?? 300) * 1000)
    return new Failure('later', 'rate_limited', SLOWLY, { retry_at, scope: 'account', words })
  }
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && !unsure) {
    const message = 'Threads refuses this call. Its words may say why.'
    return new Failure('rejected', 'invalid_request', message, { words })
  }
  const message = 'Threads failed; whether the call took effect is not known.'
  return new Failure('unknown', 'server_error', message, { words })
}

function matches({ codes, subcodes, words }: Rule, { code, subcode, words: said }: Problem) {
  if (subcodes && subcode !== undefined && subcodes.includes(subcode)) return true
  if (words?.test(said)) return true
  if (code === undefined || !codes) return false
  return typeof codes === 'function' ? codes(code) : codes.includes(code)
}

/** Meta's headers about use name minutes, where they are sent at all (from memory); `Retry-After` names seconds. */
function regained(headers: Answer['headers']): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  const usage = headers.get('x-business-use-case-usage') ?? headers.get('x-app-usage') ?? ''
  const minutes = Number(/"estimated_time_to_regain_access":\s*(\d+)/.exec(usage)?.[1] ?? NaN)
  const wait = seconds > 0 ? seconds : minutes * 60
  return wait > 0 && wait <= 86_400 ? wait : undefined
}
