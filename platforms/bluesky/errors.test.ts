import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { call } from '../http.ts'
import { Failure } from '../platform.ts'
import { redact } from './errors.ts'
import { NOW, stub, type Told } from './stub.ts'
import { read } from './xrpc.ts'

async function failed(told: Told): Promise<Failure> {
  const tools = stub(() => told)
  const answer = await call(tools, { method: 'GET', url: 'https://a.example' })
  try {
    read(answer, z.object({ uri: z.string() }), tools)
  } catch (error) {
    assert(error instanceof Failure)
    return error
  }
  throw new Error('The answer was taken.')
}

const invalid = (message: string) => ({ error: 'InvalidRequest', message })

const table: [status: number, body: unknown, kind: string, code: string][] = [
  [400, { error: 'ExpiredToken', message: 'Token has expired' }, 'expired', 'token_expired'],
  [400, { error: 'ExpiredToken', message: 'Token has been revoked' }, 'reconnect', 'session_ended'],
  [
    400,
    { error: 'InvalidToken', message: 'Token could not be verified' },
    'reconnect',
    'session_ended',
  ],
  [401, { error: 'invalid_token', message: 'Invalid token' }, 'expired', 'token_expired'],
  [
    400,
    { error: 'invalid_grant', error_description: 'Refresh token replayed' },
    'reconnect',
    'session_ended',
  ],
  [401, { error: 'AuthMissing', message: 'Authentication Required' }, 'rejected', 'auth_missing'],
  [401, { error: 'AuthenticationRequired' }, 'reconnect', 'invalid_credentials'],
  [401, { error: 'AuthFactorTokenRequired' }, 'rejected', 'app_password_needed'],
  [400, { error: 'AccountTakedown' }, 'reconnect', 'account_blocked'],
  [401, { error: 'AccountDeactivated' }, 'reconnect', 'account_blocked'],
  [
    403,
    { error: 'ScopeMissingError', message: 'Missing required scope' },
    'reconnect',
    'missing_scope',
  ],
  [403, { error: 'AccountNotFound' }, 'rejected', 'account_not_found'],
  [400, { error: 'RecordNotFound' }, 'rejected', 'record_not_found'],
  [400, invalid('Could not locate record: at://x/y/z'), 'rejected', 'record_not_found'],
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
  [400, invalid('anything else'), 'rejected', 'refused'],
  [400, { error: 'InvalidSwap', message: 'Record was at bafy' }, 'rejected', 'refused'],
  [400, { error: 'BlobTooLarge' }, 'rejected', 'media_too_large'],
  [413, '<h1>413 Request Entity Too Large</h1>', 'rejected', 'media_too_large'],
  [
    400,
    { error: 'BlobNotFound', message: 'Could not find blob: bafkrei' },
    'later',
    'blob_not_found',
  ],
  [429, { error: 'RateLimitExceeded' }, 'later', 'rate_limited'],
  [429, '', 'later', 'rate_limited'],
  [500, { error: 'InternalServerError' }, 'unknown', 'platform_error'],
  [502, { error: 'UpstreamFailure' }, 'unknown', 'platform_error'],
  [503, '<html>', 'unknown', 'platform_error'],
  [404, '<html>nginx</html>', 'unknown', 'unreadable_answer'],
  [403, '', 'unknown', 'unreadable_answer'],
  [400, '{"error":"Expired', 'unknown', 'unreadable_answer'],
  [302, '', 'unknown', 'unreadable_answer'],
  [200, '<!doctype html>', 'unknown', 'unreadable_answer'],
  [200, '{"uri":"at://x', 'unknown', 'unreadable_answer'],
  [200, '', 'unknown', 'unreadable_answer'],
  [200, { uri: 5 }, 'unknown', 'unreadable_answer'],
]
for (const [status, body, kind, code] of table) {
  test(`${status} ${JSON.stringify(body).slice(0, 90)} is ${kind}: ${code}`, async () => {
    const failure = await failed({ status, body })
    assert.deepEqual([failure.kind, failure.code], [kind, code])
    assert(failure.message.length > 10)
  })
}

test('a rate limit says until when, and that the account waits', async () => {
  const reset = { 'ratelimit-reset': String(NOW.getTime() / 1000 + 90), 'retry-after': '10' }
  const at = async (headers: Record<string, string>) =>
    (await failed({ status: 429, headers, body: {} })).retry_at?.getTime()
  assert.equal(await at(reset), NOW.getTime() + 90_000)
  assert.equal(await at({ 'retry-after': '10' }), NOW.getTime() + 10_000)
  assert.equal(await at({ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }), NOW.getTime() + 60_000)
  assert.equal(await at({ 'retry-after': 'soon' }), undefined)
  assert.equal(await at({}), undefined)
  assert.equal((await failed({ status: 429 })).scope, 'account')
})

test('words never open an account', async () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkaWQ6eCJ9.c2lnbmF0dXJl'
  const spilled = [
    `{"accessJwt":"opaque-secret","refreshJwt":"cut-off-sec`,
    `{"access_token": "opaque-secret", "refresh_token":"opaque-secret"}`,
    `not allowed: ${jwt}`,
    `Authorization: Bearer opaque-secret`,
    `DPoP opaque-secret`,
    `grant_type=refresh_token&refresh_token=opaque-secret&client_id=x`,
    `code=opaque-secret&code_verifier=opaque-secret`,
    `ref-0123456789abcdef0123456789abcdef`,
    `password abcd-efgh-2345-ijkl is wrong`,
  ]
  for (const text of spilled) {
    const words = [redact(text), (await failed({ status: 200, body: text })).words ?? '']
    const refused = await failed({ status: 400, body: { error: 'Odd', message: text } })
    for (const said of [...words, refused.words ?? '', refused.message]) {
      assert.doesNotMatch(said, /secret|cut-off-sec|eyJ|ref-0|abcd-efgh/)
    }
  }
})
