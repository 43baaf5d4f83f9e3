import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, publication, type Reply, told } from '../testing-stage.ts'
import { failedFor } from './errors.ts'
import { publish } from './publish.ts'
import { account, refused, tiktokStage, video } from './testing.ts'

async function creatorRefused(reply: Reply) {
  const [first] = publish(publication({ media: [video()] }), account, tiktokStage(reply).tools)
  return failureOf(first?.run({}) ?? Promise.resolve())
}

const day = 86_400_000
const rows: [status: number, code: string, outcome: string, wait?: number][] = [
  [400, 'invalid_params', 'rejected invalid_request'],
  [400, 'invalid_param', 'rejected invalid_request'],
  [400, 'app_version_check_failed', 'rejected app_version'],
  [401, 'access_token_invalid', 'expired token_expired'],
  [401, 'scope_not_authorized', 'reconnect missing_scope account'],
  [403, 'spam_risk_too_many_posts', 'later daily_limit account', day],
  [403, 'spam_risk_user_banned_from_posting', 'reconnect account_restricted account'],
  [403, 'spam_risk_too_many_pending_share', 'later too_many_drafts account', day],
  [403, 'reached_active_user_cap', 'later app_user_cap app', day],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'rejected app_not_audited'],
  [403, 'url_ownership_unverified', 'rejected domain_not_verified'],
  [403, 'privacy_level_option_mismatch', 'rejected privacy_level_not_offered'],
  [429, 'rate_limit_exceeded', 'later rate_limited account', 90_000],
  [429, 'something_new', 'later rate_limited account', 90_000],
  [500, 'internal_error', 'unknown platform_error'],
  [400, 'invalid_publish_id', 'rejected publish_id_unknown'],
  [400, 'token_not_authorized_for_specified_publish_id', 'rejected publish_id_unknown'],
  [418, 'something_new', 'rejected refused'],
  // Success only if the code says so, whatever the status.
  [200, 'invalid_params', 'rejected invalid_request'],
]

for (const [code, name, outcome, wait] of rows)
  test(`${code} ${name} is ${outcome}`, async () => {
    const failure = await creatorRefused(refused(code, name))
    assert.equal(told(failure), outcome)
    const expected = wait === undefined ? undefined : new Date(NOW.getTime() + wait)
    assert.deepEqual(failure.retry_at, expected)
    assert.match(failure.words ?? '', /log 2026/)
  })

test('what no program can read leaves open what was done', async () => {
  for (const reply of [
    { text: '<h1>Bad gateway</h1>', status: 502 },
    { text: 'ok' },
    { text: '{}' },
  ])
    assert.equal((await creatorRefused(reply)).kind, 'unknown')
})

test('words tell no tokens', async () => {
  const said = {
    code: 'invalid_params',
    message: `bad act.access-token-of-ada hush-hush`,
    log_id: '1',
  }
  const failure = await creatorRefused({ status: 400, json: { error: said } })
  assert.doesNotMatch(failure.words ?? '', /access-token-of-ada|hush-hush/)
})

const reasons: [reason: string, outcome: string][] = [
  ['file_format_check_failed', 'rejected media_format'],
  ['duration_check_failed', 'rejected video_duration'],
  ['frame_rate_check_failed', 'rejected frame_rate'],
  ['picture_size_check_failed', 'rejected media_dimensions'],
  ['internal', 'rejected processing_failed'],
  ['video_pull_failed', 'later media_not_fetched'],
  ['photo_pull_failed', 'later media_not_fetched'],
  ['publish_cancelled', 'rejected publish_cancelled'],
  ['auth_removed', 'reconnect access_revoked account'],
  ['spam_risk_too_many_posts', 'later daily_limit account'],
  ['spam_risk_user_banned_from_posting', 'reconnect account_restricted account'],
  ['spam_risk_text', 'rejected text_refused'],
  ['spam_risk', 'rejected spam'],
  ['something_new', 'rejected refused'],
]

for (const [reason, outcome] of reasons)
  test(`a post that failed for ${reason} is ${outcome}`, () => {
    assert.equal(told(failedFor(reason, NOW)), outcome)
  })
