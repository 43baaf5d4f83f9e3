import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureOf,
  file,
  publication,
  type Reply,
  scripted,
  told,
} from '../../test/scripted-platform.ts'
import { manifest } from './manifest.ts'
import { publish } from './publish.ts'
import { account, refusing } from './testing.ts'

const GLOBAL = 'global'
/** 12:00 UTC on 20 November is 04:00 in California: 20 hours are left of the day there. */
const MIDNIGHT = 20 * 3600

/** What YouTube answers to the opening of a session, and what becomes of it. */
const ROWS: readonly [Reply, string][] = [
  [refusing(401, 'authError', GLOBAL), 'expired token_expired account'],
  [refusing(401, 'authorizationRequired', GLOBAL), 'expired token_expired account'],
  [refusing(401, 'youtubeSignupRequired', 'youtube.header'), 'reconnect no_channel account'],
  [refusing(403, 'authenticatedUserAccountSuspended'), 'reconnect account_suspended account'],
  [refusing(403, 'authenticatedUserAccountClosed'), 'reconnect account_suspended account'],
  [refusing(403, 'accountDelegationForbidden'), 'reconnect account_not_yours account'],
  [refusing(403, 'insufficientPermissions', GLOBAL), 'reconnect missing_scope account'],
  [refusing(403, 'quotaExceeded', 'youtube.quota'), `later quota_exceeded app ${MIDNIGHT} s`],
  [refusing(403, 'rateLimitExceeded', GLOBAL), 'later rate_limited account 120 s'],
  [refusing(403, 'userRateLimitExceeded', GLOBAL), 'later rate_limited account 120 s'],
  [refusing(400, 'uploadLimitExceeded'), 'later upload_limit account 86400 s'],
  [refusing(403, 'accessNotConfigured', GLOBAL), 'later api_switched_off app 86400 s'],
  [refusing(403, 'forbidden'), 'rejected refused'],
  [refusing(400, 'invalidTitle'), 'rejected title_invalid'],
  [refusing(400, 'invalidDescription'), 'rejected text_invalid'],
  [refusing(400, 'invalidTags'), 'rejected tags_invalid'],
  [refusing(400, 'invalidCategoryId'), 'rejected category_invalid'],
  [refusing(400, 'invalidPublishAt'), 'rejected publish_time_invalid'],
  [refusing(400, 'invalidVideoMetadata'), 'rejected metadata_invalid'],
  [refusing(400, 'invalidRecordingDetails'), 'rejected metadata_invalid'],
  [refusing(400, 'invalidFilename'), 'rejected metadata_invalid'],
  [refusing(400, 'mediaBodyRequired'), 'rejected media_missing'],
  [refusing(403, 'forbiddenPrivacySetting'), 'rejected privacy_not_allowed'],
  [refusing(403, 'forbiddenLicenseSetting'), 'rejected license_not_allowed'],
  [refusing(404, 'videoNotFound'), 'rejected post_gone'],
  [refusing(409, 'conflict', GLOBAL), 'later busy account 120 s'],
  [refusing(500, 'backendError', GLOBAL), 'unknown server_error'],
  [refusing(503, 'backendError', GLOBAL), 'unknown server_error'],
  [refusing(418, 'somethingNew'), 'rejected refused'],
  [{ status: 429, headers: { 'retry-after': '90' } }, 'later rate_limited account 90 s'],
  [{ status: 401, text: '<html>' }, 'expired token_expired account'],
  [{ status: 404, text: '<h1>Not Found</h1>' }, 'rejected refused'],
  [{ status: 502, text: 'Bad Gateway' }, 'unknown server_error'],
  [{ status: 302 }, 'unknown server_error'],
  [
    {
      status: 403,
      json: {
        error: {
          code: 403,
          message: 'Request had insufficient authentication scopes.',
          status: 'PERMISSION_DENIED',
          details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
        },
      },
    },
    'reconnect missing_scope account',
  ],
]

for (const [reply, outcome] of ROWS) {
  const said = JSON.stringify(reply.json ?? reply.text ?? '').slice(0, 90)
  test(`opening an upload, ${reply.status} ${said}: ${outcome}`, async () => {
    const { tools } = scripted(manifest, reply)
    const content = publication({ media: [file('video/mp4')] })
    const [session] = publish(content, account, tools)
    const failure = await failureOf(session?.run({}) ?? Promise.resolve())
    assert.equal(told(failure), outcome)
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

test('words of Google are kept without tokens', async () => {
  const message = `Bad token access-token-of-ada, Bearer ya29.${'a1'.repeat(30)}`
  const { tools } = scripted(manifest, { status: 400, json: { error: { message, errors: [] } } })
  const [session] = publish(publication({ media: [file('video/mp4')] }), account, tools)
  const { words = '' } = await failureOf(session?.run({}) ?? Promise.resolve())
  assert.match(words, /^Bad token \*\*\*/)
  assert.doesNotMatch(words, /ada|a1a1/)
})
