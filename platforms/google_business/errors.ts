/** Every refusal of Google's APIs, as a `Failure`. Sources and certainty: README, “Refusals”. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { Failure } from '../platform.ts'
import { bare, redactor } from '../kit/redaction.ts'
import { retryAfter } from '../kit/retry-after.ts'

const words = z.string().optional().catch(undefined)
const Detail = z
  .object({
    reason: words,
    metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
    // v4's own, and the one that all of Google's have for names they do not know.
    errorDetails: z
      .array(z.object({ field: words, message: words }).catch({}))
      .optional()
      .catch(undefined),
    fieldViolations: z
      .array(z.object({ field: words, description: words }).catch({}))
      .optional()
      .catch(undefined),
  })
  .catch({})
const Shape = z.object({
  error: z.object({
    status: words,
    message: words,
    details: z.array(Detail).optional().catch(undefined),
  }),
})

const MINUTE_AND_A_HALF = 90_000
const TWO_MINUTES = 120_000

export function refusal(answer: Answer, now: Date, secrets: readonly string[]): Failure {
  const { status } = answer
  const error = Shape.safeParse(answer.json).data?.error
  const details = error?.details ?? []
  const fields = details
    .flatMap(({ errorDetails = [], fieldViolations = [] }) => [
      ...errorDetails.map(({ field, message }) => [field, message]),
      ...fieldViolations.map(({ field, description }) => [field, description]),
    ])
    .map((told) => told.filter(Boolean).join(': '))
  const said = redact(
    [error?.status, error?.message, ...fields].filter(Boolean).join(' – ') || bare(answer),
    secrets,
  )
  const reasons = details.flatMap(({ reason }) => reason ?? [])
  const fail = (
    kind: Failure['kind'],
    code: string,
    message: string,
    more: { retry_at?: Date; scope?: 'account' | 'app' } = {},
  ) => new Failure(kind, code, message, { ...more, words: said })

  if (status === 401)
    return fail('expired', 'token_expired', 'The access token is no longer taken.')
  if (status === 429) {
    const unapproved = details.some(({ metadata }) => metadata?.['quota_limit_value'] === '0')
    if (unapproved) return fail('rejected', 'api_not_approved', NOT_APPROVED, { scope: 'app' })
    const retry_at = retryAfter(answer, now) ?? new Date(now.getTime() + MINUTE_AND_A_HALF)
    return fail(
      'later',
      'rate_limited',
      'Google asks to slow down; the post goes out when the limit is over.',
      { retry_at, scope: 'account' },
    )
  }
  if (status === 403) {
    if (
      reasons.includes('SERVICE_DISABLED') ||
      /has not been used in project|is disabled/i.test(said)
    )
      return fail('rejected', 'api_not_enabled', NOT_ENABLED, { scope: 'app' })
    if (
      reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT') ||
      /insufficient authentication scopes/i.test(said)
    )
      return fail(
        'reconnect',
        'missing_scope',
        'The account was connected without the permission to manage the business. Connect it again and leave it switched on.',
        { scope: 'account' },
      )
    return fail(
      'reconnect',
      'no_permission',
      'Google does not let this account manage the location any more: a lost role, or a location that is suspended or not verified. Settle that with Google, then connect it again.',
      { scope: 'account' },
    )
  }
  if (status === 404) {
    return error
      ? fail('rejected', 'not_found', 'Google does not know this location or post any more.')
      : fail(
          'rejected',
          'wrong_address',
          'Google has nothing at this address. Connect the location again.',
        )
  }
  // This service may be starting again just then.
  if (status === 400 && /fetching image failed/i.test(said))
    return fail(
      'later',
      'media_not_fetched',
      'Google could not fetch the picture from the public address of this service, and will be asked again. Check that it can be reached from outside.',
      { retry_at: new Date(now.getTime() + TWO_MINUTES) },
    )
  if (status >= 400 && status < 500 && status !== 408 && error)
    return fail(
      'rejected',
      'invalid_request',
      'Google refuses a part of this post. The words of Google say which.',
    )
  return fail(
    'unknown',
    'platform_error',
    'Google gave no answer that can be read; whether the call took effect is not known.',
  )
}

const NOT_APPROVED =
  'Google has not approved this project for the Business Profile APIs: its quota is 0. Apply for access, then post again.'
const NOT_ENABLED =
  'An API that is needed is not enabled in the Google Cloud project: My Business Account Management, My Business Business Information and Google My Business have to be.'

/** Google's tokens begin with `ya29.` and `1//`. */
export const redact = redactor(/(?:\bya29\.|\b1\/\/)[\w.~+/=-]+/gi)
