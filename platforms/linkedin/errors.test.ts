import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureOf,
  NOW,
  publication,
  type Reply,
  runAll,
  scripted,
  told,
} from '../../test/scripted-platform.ts'
import { account } from './testing.ts'
import { manifest } from './manifest.ts'
import { publish } from './publish.ts'

const BAD = 'com.linkedin.content.common.exception.BadRequestResponseException'

function said(status: number, message: string, more: object = {}): Reply {
  return { status, json: { status, message, ...more } }
}

function input(status: number, code: string, message: string): Reply {
  return said(status, message, { errorDetails: { inputErrors: [{ code, description: 'Wrong.' }] } })
}

/** What LinkedIn answers to a post, and what becomes of it. */
const ROWS: readonly [string, Reply, string][] = [
  [
    'an invalid token',
    said(401, 'Invalid access token', { serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN' }),
    'expired token_expired account',
  ],
  [
    'an expired token',
    said(401, 'The token used in the request has expired', { serviceErrorCode: 65602 }),
    'expired token_expired account',
  ],
  [
    'a revoked token',
    said(401, 'The token used in the request has been revoked by the user', {
      serviceErrorCode: 65601,
      code: 'REVOKED_ACCESS_TOKEN',
    }),
    'reconnect access_revoked account',
  ],
  [
    'a restricted account',
    said(403, 'This account has been restricted'),
    'reconnect account_restricted account',
  ],
  [
    'a missing scope',
    said(403, 'Not enough permissions to access: partnerApiPosts.CREATE.20260901', {
      serviceErrorCode: 100,
      code: 'ACCESS_DENIED',
    }),
    'reconnect missing_scope account',
  ],
  [
    'a Page without its scope',
    said(400, 'Organization permissions must be used when using organization as author'),
    'reconnect missing_scope account',
  ],
  ['another 403', said(403, 'No.'), 'rejected forbidden'],
  [
    'a dead version',
    said(426, 'Requested version 20250401 is not active', { code: 'NONEXISTENT_VERSION' }),
    'later api_version_ended app 3600 s',
  ],
  [
    'a missing version',
    said(
      400,
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      { code: 'VERSION_MISSING' },
    ),
    'later api_version_ended app 3600 s',
  ],
  [
    'a duplicate',
    input(422, 'DUPLICATE_POST', `${BAD}: Content is a duplicate of urn:li:share:7000`),
    'rejected duplicate_content',
  ],
  [
    'a long text',
    input(
      400,
      'FIELD_ARRAY_SIZE_TOO_HIGH',
      `${BAD}: ShareCommentary text length (8694 characters) exceeded the maximum allowed (3000 characters)`,
    ),
    'rejected text_too_long',
  ],
  ['a long field', input(400, 'FIELD_LENGTH_TOO_LONG', 'Field too long'), 'rejected text_too_long'],
  [
    'a missing field',
    input(422, 'MISSING_FIELD', 'author is required'),
    'rejected invalid_request',
  ],
  [
    'media that are not ready',
    said(400, 'Media urn:li:image:1 is not ready'),
    'later media_not_ready 15 s',
  ],
  [
    'media that failed',
    said(400, 'Media asset PROCESSING_FAILED', { code: 'PROCESSING_FAILED' }),
    'rejected media_rejected',
  ],
  [
    'the limit of a member’s day',
    said(
      429,
      'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
      { serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS' },
    ),
    'later rate_limited account 43260 s',
  ],
  [
    'the limit of an app’s day',
    said(
      429,
      'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
    ),
    'later rate_limited app 43260 s',
  ],
  ['a limit of an unnamed time', said(429, 'Slow down'), 'later rate_limited account 90 s'],
  [
    'a limit with a time',
    { ...said(429, 'Slow down'), headers: { 'retry-after': '30' } },
    'later rate_limited account 30 s',
  ],
  [
    'a value that is not one',
    input(422, 'INVALID_VALUE_FOR_FIELD', '/visibility is not valid'),
    'rejected invalid_request',
  ],
  ['an unavailable server', said(503, 'Service Unavailable'), 'unknown server_error'],
  ['a request that took too long', said(408, 'Request Timeout'), 'unknown server_error'],
  [
    'a resource that is forbidden, which for a post is final',
    said(403, 'The resource is forbidden'),
    'rejected forbidden',
  ],
  ['something unknown', said(404, 'Not found'), 'rejected not_found'],
  ['a large body', said(413, 'Too large'), 'rejected media_too_large'],
  ['a failure', said(500, 'INTERNAL_SERVER_ERROR'), 'unknown server_error'],
  ['a gateway', { status: 504, text: '<html><body>Gateway</body></html>' }, 'unknown server_error'],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://elsewhere.test' } },
    'unknown server_error',
  ],
  ['a success without an id', { status: 201 }, 'unknown unreadable_answer'],
]

for (const [name, reply, outcome] of ROWS) {
  test(`a post that meets ${name} is ${outcome}`, async () => {
    const { tools } = scripted(manifest, reply)
    const failure = await failureOf(runAll(publish(publication(), account, tools)))
    assert.equal(told(failure), outcome)
  })
}

test('a duplicate names the post that was there first, as a receipt', async () => {
  const [, reply] = ROWS.find(([name]) => name === 'a duplicate') ?? assert.fail()
  const { tools } = scripted(manifest, reply)
  const { original } = await failureOf(runAll(publish(publication(), account, tools)))
  assert.deepEqual(original, {
    platform_post_id: 'urn:li:share:7000',
    platform_url: 'https://platform.test/web/feed/update/urn:li:share:7000/',
  })
})

test('a token of less than a minute that is called revoked has only not spread yet', async () => {
  const { tools } = scripted(manifest, said(401, 'revoked', { serviceErrorCode: 65601 }))
  const issued_at = new Date(NOW.getTime() - 20_000).toISOString()
  const fresh = { ...account, secret: { ...account.secret, issued_at } }
  const failure = await failureOf(runAll(publish(publication(), fresh, tools)))
  assert.equal(told(failure), 'later token_not_spread 10 s')
})

test('a comment below a post that LinkedIn does not know yet waits', async () => {
  const { tools } = scripted(manifest, said(404, 'Not found'))
  const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
  const steps = publish(publication({ first_comment: 'First' }), account, tools)
  assert.equal(told(await failureOf(runAll(steps, { post }))), 'later not_settled 15 s')
})

for (const words of ['The resource is forbidden', 'Unable to obtain activity from share'])
  test(`a comment that meets “${words}” waits`, async () => {
    const { tools } = scripted(manifest, said(403, words))
    const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
    const steps = publish(publication({ first_comment: 'First' }), account, tools)
    assert.equal(told(await failureOf(runAll(steps, { post }))), 'later not_settled 30 s')
  })

test('a comment is known by its body where a proxy has dropped the header', async () => {
  const { tools } = scripted(manifest, { status: 201, json: { id: '6636', message: {} } })
  const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
  const steps = publish(publication({ first_comment: 'First' }), account, tools)
  const { comment } = await runAll(steps, { post })
  assert.equal(comment.platform_post_id, '6636')
})

test('no token is left in the words that are kept', async () => {
  const { tools } = scripted(manifest, said(400, 'Bad token access-token-of-ada and Bearer abc123'))
  const { words = '' } = await failureOf(runAll(publish(publication(), account, tools)))
  assert.doesNotMatch(words, /access-token-of-ada|abc123/)
})
