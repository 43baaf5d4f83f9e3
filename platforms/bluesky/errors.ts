/** Every refusal of a PDS, an authorization server or the video service, as a `Failure`. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { Failure, type FailureKind } from '../platform.ts'
import { redactor } from '../kit/redaction.ts'
import { retryAfter } from '../kit/retry-after.ts'

type Meaning = readonly [kind: FailureKind, code: string, message: string]

const BLOCKED: Meaning = [
  'reconnect',
  'account_blocked',
  'Bluesky has suspended or deactivated this account. Settle that on Bluesky, then connect it again.',
]
const MISCONFIGURED: Meaning = [
  'rejected',
  'app_misconfigured',
  'The server does not accept this app. Check BLUESKY_CLIENT_ID, the metadata document behind it and the redirect address.',
]
const NO_SCOPE: Meaning = [
  'reconnect',
  'missing_scope',
  'The account was connected without a permission that is needed. Connect it again.',
]
const ENDED: Meaning = [
  'reconnect',
  'session_ended',
  'The session with Bluesky has ended. Connect the account again.',
]

/** By the name in `error`, of XRPC (CamelCase) and of OAuth (snake_case). */
const BY_NAME: Record<string, Meaning> = {
  ExpiredToken: ['expired', 'token_expired', 'The access token has expired.'],
  // An expired OAuth token is refused with the same name as a dead one; the refresh that follows tells them apart.
  invalid_token: ['expired', 'token_expired', 'The access token is no longer taken.'],
  InvalidToken: ENDED,
  invalid_grant: ENDED,
  AuthMissing: ['rejected', 'auth_missing', 'The call was sent without a token.'],
  AuthenticationRequired: [
    'reconnect',
    'invalid_credentials',
    'Bluesky does not know this handle and app password. Check both, or make a new app password.',
  ],
  AuthFactorTokenRequired: [
    'rejected',
    'app_password_needed',
    'This account asks for a code at sign-in. Use an app password instead of the account password.',
  ],
  AccountTakedown: BLOCKED,
  AccountSuspended: BLOCKED,
  AccountDeactivated: BLOCKED,
  RepoTakendown: BLOCKED,
  RepoSuspended: BLOCKED,
  RepoDeactivated: BLOCKED,
  ScopeMissingError: NO_SCOPE,
  InsufficientScope: NO_SCOPE,
  insufficient_scope: NO_SCOPE,
  AccountNotFound: [
    'rejected',
    'account_not_found',
    'This server does not have the account; it may have moved. Connect it again.',
  ],
  BlobTooLarge: ['rejected', 'media_too_large', 'A file is larger than this server takes.'],
  // A repeated post uploads its files again, so that trying again is not in vain.
  BlobNotFound: ['later', 'blob_not_found', 'The server has dropped an uploaded file.'],
  RecordNotFound: ['rejected', 'record_not_found', 'There is no such record.'],
  unconfirmed_email: [
    'rejected',
    'email_unconfirmed',
    'Bluesky takes videos after the e-mail address of the account is confirmed.',
  ],
  access_denied: ['rejected', 'access_denied', 'The request to connect was declined.'],
  invalid_client: MISCONFIGURED,
  invalid_client_metadata: MISCONFIGURED,
  invalid_redirect_uri: MISCONFIGURED,
  invalid_scope: MISCONFIGURED,
  unauthorized_client: MISCONFIGURED,
  use_dpop_nonce: ['later', 'nonce_refused', 'The server asked for a new nonce twice in a row.'],
}

/** `InvalidRequest` has many causes, told apart by words only. */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/could not locate record/i, ['rejected', 'record_not_found', 'There is no such record.']],
  [/could not find blob/i, ['later', 'blob_not_found', 'The server has dropped an uploaded file.']],
  [
    /too big .*\.text$|too big .*record\/text/i,
    ['rejected', 'text_too_long', 'The text is too long.'],
  ],
  [/array too big/i, ['rejected', 'too_many_media', 'A post takes up to four images.']],
  [/blob too big/i, ['rejected', 'media_too_large', 'A file is larger than Bluesky takes.']],
  [
    /expected "?(image|video)\//i,
    ['rejected', 'media_type', 'Bluesky does not take this type of file.'],
  ],
]

const Refusal = z.object({
  error: z.string(),
  message: z.string().optional(),
  error_description: z.string().optional(),
})

/** What an answer other than a success means. `scope` is what waits when the rate limit is met. */
export function refusal(answer: Answer, now: Date, scope: 'call' | 'account' = 'account'): Failure {
  const { status } = answer
  const body = Refusal.safeParse(answer.json).data
  const said = body?.message ?? body?.error_description
  const words = redact(
    body ? [body.error, said].filter(Boolean).join(': ') : `${status} ${answer.text}`,
  )
  const retry_at = retryAt(answer, now)

  if (status === 429) {
    const message = 'Bluesky asks to slow down; the post goes out when the limit is over.'
    return new Failure('later', 'rate_limited', message, { retry_at, scope, words })
  }
  if (status >= 500) {
    const message = 'Bluesky had an error of its own; whether the call took effect is not known.'
    return new Failure('unknown', 'platform_error', message, { retry_at, words })
  }
  if (status === 413) {
    return new Failure('rejected', 'media_too_large', 'A file is larger than this server takes.', {
      words,
    })
  }
  if (status < 400 || !body) {
    const message = 'The server gave an answer that could not be read.'
    return new Failure('unknown', 'unreadable_answer', message, { words })
  }
  const [kind, code, message] = meaning(body.error, said ?? '')
  return new Failure(kind, code, message, { words })
}

/** The same refusal where no refresh can help, because it answered one. */
export function ended(failure: Failure): Failure {
  if (failure.kind !== 'expired') return failure
  return new Failure(...ENDED, { words: failure.words, cause: failure })
}

function meaning(name: string, said: string): Meaning {
  if (name === 'ExpiredToken' && /revoked/i.test(said)) return ENDED
  const known = BY_NAME[name] ?? BY_WORDS.find(([pattern]) => pattern.test(said))?.[1]
  return known ?? ['rejected', 'refused', `Bluesky refused the call: ${redact(said || name)}`]
}

function retryAt({ headers, status }: Answer, now: Date): Date | undefined {
  const reset = headers.get('ratelimit-reset')
  if (status === 429 && reset && /^\d{9,12}$/.test(reset)) return new Date(Number(reset) * 1000)
  return retryAfter({ headers }, now)
}

/** JSON web tokens, PDS's own, and app passwords. */
export const redact = redactor(
  /\beyJ[\w.-]+|\b(?:tok|ref|cod)-[0-9a-f]{16,}|\b[a-z0-9]{4}(?:-[a-z0-9]{4}){3}\b/g,
)
