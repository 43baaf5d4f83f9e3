import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf } from '../../kit/test/stage.ts'
import { tiktok as connector } from '../connector.ts'
import { account, creator, tiktokStage } from './testing.ts'

test('what is to be chosen comes with what TikTok says of the account', async () => {
  const at = tiktokStage(creator({ creator_nickname: 'Ada moves' }))
  const { options, creator: told } = (await connector.choices?.(account, at.tools)) ?? assert.fail()
  assert.deepEqual(options['privacy_level'], [
    { value: 'PUBLIC_TO_EVERYONE', name: 'Everyone' },
    { value: 'SELF_ONLY', name: 'Only me' },
  ])
  assert.deepEqual(told, {
    nickname: 'Ada moves',
    switched_off: ['disable_stitch'],
    longest_video_seconds: 300,
    may_post_now: true,
    reason: null,
  })
})

for (const [code, reason] of [
  ['spam_risk_too_many_posts', /no more posts of this account today/],
  ['spam_risk_user_banned_from_posting', /banned this account/],
] as const)
  test(`an account that may not post now is told so: ${code}`, async () => {
    const at = tiktokStage({ status: 403, json: { error: { code, message: '', log_id: '1' } } })
    const { options, creator: told } = (await connector.choices?.(account, at.tools)) ?? {}
    assert.deepEqual([options, told?.may_post_now], [{}, false])
    assert.match(told?.reason ?? '', reason)
  })

test('what is not about posting is refused as ever', async () => {
  const at = tiktokStage({
    status: 401,
    json: { error: { code: 'access_token_invalid', message: '', log_id: '1' } },
  })
  const failure = await failureOf(Promise.resolve(connector.choices?.(account, at.tools)))
  assert.equal(failure.kind, 'expired')
})
