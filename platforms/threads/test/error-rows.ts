/** Every refusal that Meta documents for Threads, or that was seen, and what becomes of it. */
const met: readonly [
  row: string,
  error: number,
  subcode: number | undefined,
  words: string,
  status: number,
  outcome: string,
][] = [
  ['an ended token', 190, 463, 'Session has expired', 401, 'expired token_expired account'],
  ['a changed password', 190, 460, 'Password changed', 400, 'reconnect access_ended account'],
  ['a removed app', 190, 458, 'Not authorized', 400, 'reconnect access_ended account'],
  ['a missing permission', 10, undefined, 'No permission', 403, 'reconnect missing_scope account'],
  [
    'another missing permission',
    200,
    undefined,
    'No permission',
    400,
    'reconnect missing_scope account',
  ],
  ['a restricted person', 200, 4279013, 'Restricted', 400, 'reconnect account_restricted account'],
  [
    'restricted activity',
    100,
    2207051,
    'We restrict certain activity',
    400,
    'reconnect account_restricted account',
  ],
  ['the app’s limit', 4, undefined, 'Too many calls', 400, 'later rate_limited app 300 s'],
  ['the person’s limit', 17, undefined, 'Too many calls', 400, 'later rate_limited account 300 s'],
  ['a limit by use', 80_007, undefined, 'Too many calls', 400, 'later rate_limited account 300 s'],
  ['the day’s posts', 100, 2207042, 'Limit', 400, 'later daily_limit account 3600 s'],
  [
    'media out of reach',
    100,
    2207052,
    'The media could not be fetched',
    400,
    'later media_not_fetched 120 s',
  ],
  ['six links', 100, undefined, 'THREADS_API__LINK_LIMIT_EXCEEDED', 400, 'rejected too_many_links'],
  [
    'a long text',
    100,
    undefined,
    'Param text must be at most 500 characters long.',
    400,
    'rejected text_too_long',
  ],
  ['a bad parameter', 100, undefined, 'Invalid parameter', 400, 'rejected invalid_request'],
  [
    'a wrong id',
    100,
    undefined,
    'Tried accessing nonexisting field (status)',
    400,
    'rejected not_found',
  ],
  ['a passing failure', 2, undefined, 'Service temporarily unavailable', 500, 'later server_error'],
  ['the first kind of failure', 1, undefined, 'An unknown error', 500, 'later server_error'],
  ['an ended session', 102, undefined, 'API session', 400, 'reconnect access_ended account'],
  ['a session that is invalid', 190, 467, 'Invalid', 400, 'reconnect access_ended account'],
  ['a Page’s limit', 32, undefined, 'Too many', 400, 'later rate_limited account 300 s'],
  ['a custom limit', 613, undefined, 'Too many', 400, 'later rate_limited account 300 s'],
  ['a thing that is not there', 100, 33, 'Unsupported request', 400, 'rejected not_found'],
]

/** A test bears the name of each `row`; `kind` and `code` are those of the Failure. */
export const errorRows = met.map(([row, error, subcode, words, status, outcome]) => {
  const [kind = '', code = ''] = outcome.split(' ')
  return { row, kind, code, error, subcode, words, status, outcome }
})
