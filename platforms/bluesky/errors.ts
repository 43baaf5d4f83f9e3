/** How a PDS, an authorization server or the video service says no. */
import { z } from 'zod'
import type { Dialect, Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import type { Condition, Row } from '../kit/refusals.ts'
import { believable } from '../kit/retry-after.ts'
import type { TokenDialect } from '../kit/token-endpoint.ts'

/** By which a server ends a session for good: of XRPC (CamelCase) and of OAuth (snake_case). */
const ENDED: readonly Condition[] = [
  { code: ['InvalidToken', 'invalid_grant'] },
  { code: ['ExpiredToken'], words: /revoked/i },
]

/** By the name in `error`; `InvalidRequest` has many causes, told apart by words only. */
const rows: readonly Row[] = [
  {
    on: ENDED,
    kind: 'reconnect',
    code: 'access_ended',
    message: 'The session with Bluesky has ended. Connect the account again.',
  },
  {
    // An expired OAuth token is refused with the same name as a dead one; the refresh that follows tells them apart.
    on: { code: ['ExpiredToken', 'invalid_token'] },
    kind: 'expired',
    code: 'token_expired',
    message: 'The access token is no longer taken.',
  },
  {
    on: { code: ['AuthMissing'] },
    kind: 'rejected',
    code: 'auth_missing',
    message: 'The call was sent without a token.',
  },
  {
    on: { code: ['AuthenticationRequired'] },
    kind: 'reconnect',
    code: 'invalid_credentials',
    message:
      'Bluesky does not know this handle and app password. Check both, or make a new app password.',
  },
  {
    on: { code: ['AuthFactorTokenRequired'] },
    kind: 'rejected',
    code: 'app_password_needed',
    message:
      'This account asks for a code at sign-in. Use an app password instead of the account password.',
  },
  {
    on: {
      code: [
        'AccountTakedown',
        'AccountSuspended',
        'AccountDeactivated',
        'RepoTakendown',
        'RepoSuspended',
        'RepoDeactivated',
      ],
    },
    kind: 'reconnect',
    code: 'account_suspended',
    message:
      'Bluesky has suspended or deactivated this account. Settle that on Bluesky, then connect it again.',
  },
  {
    on: { code: ['ScopeMissingError', 'InsufficientScope', 'insufficient_scope'] },
    kind: 'reconnect',
    code: 'missing_scope',
    message: 'The account was connected without a permission that is needed. Connect it again.',
  },
  {
    on: { code: ['AccountNotFound'] },
    kind: 'rejected',
    code: 'account_not_found',
    message: 'This server does not have the account; it may have moved. Connect it again.',
  },
  {
    on: [{ status: [413] }, { code: ['BlobTooLarge'] }, { words: /blob too big/i }],
    kind: 'rejected',
    code: 'media_too_large',
    message: 'A file is larger than this server takes.',
  },
  {
    // A repeated post uploads its files again, so that trying again is not in vain.
    on: [{ code: ['BlobNotFound'] }, { words: /could not find blob/i }],
    kind: 'later',
    code: 'upload_lost',
    message: 'The server has dropped an uploaded file.',
  },
  {
    on: [{ code: ['RecordNotFound'] }, { words: /could not locate record/i }],
    kind: 'rejected',
    code: 'not_found',
    message: 'There is no such record.',
  },
  {
    on: { code: ['unconfirmed_email'] },
    kind: 'rejected',
    code: 'email_unconfirmed',
    message: 'Bluesky takes videos after the e-mail address of the account is confirmed.',
  },
  {
    on: { code: ['access_denied'] },
    kind: 'rejected',
    code: 'access_denied',
    message: 'The request to connect was declined.',
  },
  {
    on: {
      code: [
        'invalid_client',
        'invalid_client_metadata',
        'invalid_redirect_uri',
        'invalid_scope',
        'unauthorized_client',
      ],
    },
    kind: 'rejected',
    code: 'app_not_accepted',
    message:
      'The server does not accept this app. Check BLUESKY_CLIENT_ID, the metadata document behind it and the redirect address.',
  },
  {
    on: { code: ['use_dpop_nonce'] },
    kind: 'later',
    code: 'nonce_refused',
    message: 'The server asked for a new nonce twice in a row.',
  },
  {
    on: { words: /too big .*\.text$|too big .*record\/text/i },
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The text is too long.',
  },
  {
    on: { words: /array too big/i },
    kind: 'rejected',
    code: 'too_many_media',
    message: 'A post takes no more images than that.',
  },
  {
    on: { words: /expected "?(image|video)\//i },
    kind: 'rejected',
    code: 'media_type',
    message: 'Bluesky does not take this type of file.',
  },
]

const Refusal = z.object({
  error: z.string(),
  message: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
})

function told({ json }: Answer): Told | undefined {
  const body = Refusal.safeParse(json).data
  if (!body) return undefined
  const said = body.message ?? body.error_description
  return { codes: [body.error], words: [body.error, said].filter(Boolean).join(': ') }
}

function resetOf({ headers, status }: Answer, now: Date) {
  const reset = headers.get('ratelimit-reset') ?? ''
  const named = status === 429 && /^\d{9,12}$/.test(reset)
  const retry_at = named ? believable(Number(reset) * 1000, now) : undefined
  return retry_at && { retry_at }
}

/** JSON web tokens, PDS's own, and app passwords. */
export const redact = redactor(
  /\beyJ[\w.-]+|\b(?:tok|ref|cod)-[0-9a-f]{16,}|\b[a-z0-9]{4}(?:-[a-z0-9]{4}){3}\b/g,
)

export const dialect: Dialect = {
  name: 'Bluesky',
  read: told,
  rows,
  redacted: redact,
  wait: resetOf,
}

/** What renews a session, of either kind. An expired refresh token is renewed by nothing. */
export const ENDPOINT: TokenDialect = {
  ...dialect,
  ends: [...ENDED, { code: ['ExpiredToken', 'invalid_token'] }],
  strangers: [{ code: ['invalid_redirect_uri', 'invalid_scope'] }],
}
