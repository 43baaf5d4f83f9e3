/** How Google's APIs say no. Sources and certainty of each row: README, “Refusals”. */
import { z } from 'zod'
import type { Dialect, Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import type { Row } from '../kit/refusals.ts'

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

/** Of the token endpoint. */
const Flat = z.object({ error: z.string(), error_description: words })

const NOT_APPROVED =
  'Google has not approved this project for the Business Profile APIs: its quota is 0. Apply for access, then post again.'
const NOT_ENABLED =
  'An API that is needed is not enabled in the Google Cloud project: My Business Account Management, My Business Business Information and Google My Business have to be.'

/** A quota of nothing: the project is not approved. */
const NO_QUOTA = 'quota_limit_value 0'

const rows: readonly Row[] = [
  {
    on: { code: [NO_QUOTA] },
    kind: 'rejected',
    code: 'app_not_approved',
    scope: 'app',
    message: NOT_APPROVED,
  },
  {
    on: { status: [429] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 1.5,
    message: 'Google asks to slow down; the post goes out when the limit is over.',
  },
  {
    on: [
      { status: [403], code: ['SERVICE_DISABLED'] },
      { status: [403], words: /has not been used in project|is disabled/i },
    ],
    kind: 'rejected',
    code: 'api_not_enabled',
    scope: 'app',
    message: NOT_ENABLED,
  },
  {
    on: [
      { status: [403], code: ['ACCESS_TOKEN_SCOPE_INSUFFICIENT'] },
      { status: [403], words: /insufficient authentication scopes/i },
    ],
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'The account was connected without the permission to manage the business. Connect it again and leave it switched on.',
  },
  {
    on: { status: [403] },
    kind: 'reconnect',
    code: 'no_permission',
    scope: 'account',
    message:
      'Google does not let this account manage the location any more: a lost role, or a location that is suspended or not verified. Settle that with Google, then connect it again.',
  },
  {
    // This service may be starting again just then.
    on: { status: [400], words: /fetching image failed/i },
    kind: 'later',
    code: 'media_not_fetched',
    wait: 2,
    message:
      'Google could not fetch the picture from the public address of this service, and will be asked again. Check that it can be reached from outside.',
  },
]

function told({ json }: Answer): Told | undefined {
  const flat = Flat.safeParse(json).data
  if (flat) return { codes: [flat.error], words: `${flat.error}: ${flat.error_description ?? ''}` }
  const error = Shape.safeParse(json).data?.error
  if (!error || (error.status === undefined && error.message === undefined)) return undefined
  const { status, message, details = [] } = error
  const fields = details
    .flatMap(({ errorDetails = [], fieldViolations = [] }) => [
      ...errorDetails.map((one) => [one.field, one.message]),
      ...fieldViolations.map(({ field, description }) => [field, description]),
    ])
    .map((parts) => parts.filter(Boolean).join(': '))
  const unapproved = details.some(({ metadata }) => metadata?.['quota_limit_value'] === '0')
  return {
    codes: [...details.flatMap(({ reason }) => reason ?? []), ...(unapproved ? [NO_QUOTA] : [])],
    words: [status, message, ...fields].filter(Boolean).join(' – '),
  }
}

/** Google's tokens begin with `ya29.` and `1//`. */
export const redact = redactor(/(?:\bya29\.|\b1\/\/)[\w.~+/=-]+/gi)

export const dialect: Dialect = { name: 'Google', read: told, rows, redacted: redact }
