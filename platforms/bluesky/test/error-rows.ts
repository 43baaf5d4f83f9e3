/** Every refusal of a server that is documented or was measured, and what becomes of it; the tests walk it. README, "Refusals". */

const invalid = (message: string) => ({ error: 'InvalidRequest', message })

const table: readonly [status: number, body: unknown, kind: string, code: string][] = [
  [400, { error: 'ExpiredToken', message: 'Token has expired' }, 'expired', 'token_expired'],
  [400, { error: 'ExpiredToken', message: 'Token has been revoked' }, 'reconnect', 'access_ended'],
  [
    400,
    { error: 'InvalidToken', message: 'Token could not be verified' },
    'reconnect',
    'access_ended',
  ],
  [401, { error: 'invalid_token', message: 'Invalid token' }, 'expired', 'token_expired'],
  [
    400,
    { error: 'invalid_grant', error_description: 'Refresh token replayed' },
    'reconnect',
    'access_ended',
  ],
  [401, { error: 'AuthMissing', message: 'Authentication Required' }, 'rejected', 'auth_missing'],
  [401, { error: 'AuthenticationRequired' }, 'reconnect', 'invalid_credentials'],
  [401, { error: 'AuthFactorTokenRequired' }, 'rejected', 'app_password_needed'],
  [400, { error: 'AccountTakedown' }, 'reconnect', 'account_suspended'],
  [401, { error: 'AccountDeactivated' }, 'reconnect', 'account_suspended'],
  [
    403,
    { error: 'ScopeMissingError', message: 'Missing required scope' },
    'reconnect',
    'missing_scope',
  ],
  [403, { error: 'AccountNotFound' }, 'rejected', 'account_not_found'],
  [400, { error: 'RecordNotFound' }, 'rejected', 'not_found'],
  [400, invalid('Could not locate record: at://x/y/z'), 'rejected', 'not_found'],
  [
    400,
    invalid(
      'Invalid app.bsky.feed.post record: grapheme too big (maximum 300, got 301) at $.record.text',
    ),
    'rejected',
    'text_too_long',
  ],
  [
    400,
    invalid(
      'Invalid app.bsky.feed.post record: string too big (maximum 3000, got 3025) at $.record.text',
    ),
    'rejected',
    'text_too_long',
  ],
  [
    400,
    invalid(
      'Invalid app.bsky.feed.post record: array too big (maximum 4, got 5) at $.record.embed.images',
    ),
    'rejected',
    'too_many_media',
  ],
  [
    400,
    invalid('Invalid record: blob too big (maximum 2000000, got 2251604)'),
    'rejected',
    'media_too_large',
  ],
  [400, invalid('Expected "image/*" (got "text/plain") mime type'), 'rejected', 'media_type'],
  [400, invalid('anything else'), 'rejected', 'invalid_request'],
  [400, { error: 'InvalidSwap', message: 'Record was at bafy' }, 'rejected', 'invalid_request'],
  [400, { error: 'BlobTooLarge' }, 'rejected', 'media_too_large'],
  [413, '<h1>413 Request Entity Too Large</h1>', 'unknown', 'gateway_page'],
  [413, { error: 'PayloadTooLargeError' }, 'rejected', 'media_too_large'],
  [400, { error: 'BlobNotFound', message: 'Could not find blob: bafkrei' }, 'later', 'upload_lost'],
  [429, { error: 'RateLimitExceeded' }, 'later', 'rate_limited'],
  [429, '', 'later', 'rate_limited'],
  [500, { error: 'InternalServerError' }, 'unknown', 'server_error'],
  [502, { error: 'UpstreamFailure' }, 'unknown', 'server_error'],
  [503, '<html>', 'unknown', 'server_error'],
  [404, '<html>nginx</html>', 'unknown', 'gateway_page'],
  [403, '', 'unknown', 'gateway_page'],
  [400, '{"error":"Expired', 'unknown', 'gateway_page'],
  [302, '', 'unknown', 'gateway_page'],
  [200, '<!doctype html>', 'unknown', 'unreadable_answer'],
  [200, '{"uri":"at://x', 'unknown', 'unreadable_answer'],
  [200, '', 'unknown', 'unreadable_answer'],
  [200, { uri: 5 }, 'unknown', 'unreadable_answer'],
  // Named by the lexicons of August 2026.
  [400, { error: 'BadExpiration' }, 'rejected', 'invalid_request'],
  [400, { error: 'HandleNotFound' }, 'rejected', 'invalid_request'],
  [401, { error: 'AccountTakedown' }, 'reconnect', 'account_suspended'],
  [400, { error: 'RepoDeactivated' }, 'reconnect', 'account_suspended'],
  [400, invalid('Could not find blob: bafkrei'), 'later', 'upload_lost'],
  [400, { error: 'unconfirmed_email' }, 'rejected', 'email_unconfirmed'],
  [400, { error: 'use_dpop_nonce' }, 'later', 'nonce_refused'],
  [401, { error: 'invalid_client' }, 'rejected', 'app_not_accepted'],
  [403, { error: 'insufficient_scope' }, 'reconnect', 'missing_scope'],
]

/** Named by their status and the beginning of their words. */
export const errorRows = table.map(([status, body, kind, code]) => {
  const said = typeof body === 'string' ? body || 'nothing' : JSON.stringify(body)
  return { row: `${status} ${said.slice(0, 120)}`, status, body, kind, code }
})
