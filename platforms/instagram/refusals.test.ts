import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, file, publication, type Reply, told } from '../../test/scripted-platform.ts'
import { account, created, refused, stage, told as told_ } from './testing.ts'

const post = publication({ media: [file('image/jpeg')] })
const fetched = { ...file('image/jpeg'), url: 'https://crier.example/a.jpg' }
const saved = { ready: { container: '17900000000000001' } }

async function publishing(reply: Reply) {
  const { step } = stage(account, post, reply)
  return told(await failureOf(step('post').run(saved)))
}

/** Code, subcode, and what becomes of them when a post is published. */
const ROWS: readonly [number, number | undefined, string][] = [
  [-2, 2207003, 'later media_not_prepared 60 s'],
  [-1, 2207001, 'unknown server_error'],
  [-1, 2207032, 'later media_not_prepared 60 s'],
  [-1, 2207053, 'later media_not_prepared 60 s'],
  [1, 2207057, 'rejected invalid_thumbnail'],
  [4, 2207051, 'unknown blocked_as_spam'],
  [9, 2207042, 'later daily_limit account 10800 s'],
  [24, 2207006, 'rejected media_not_there'],
  [24, 2207008, 'later container_unknown 60 s'],
  [25, 2207050, 'reconnect account_restricted account'],
  [100, 2207023, 'rejected invalid_request'],
  [100, 2207028, 'rejected too_many_media'],
  [100, 2207035, 'rejected invalid_request'],
  [100, 2207036, 'rejected invalid_request'],
  [100, 2207037, 'rejected invalid_request'],
  [100, 2207040, 'rejected invalid_request'],
  [352, 2207026, 'rejected media_rejected'],
  [9004, 2207052, 'later media_not_fetched 120 s'],
  [9007, 2207027, 'later media_not_ready 60 s'],
  [36_000, 2207004, 'rejected media_too_large'],
  [36_001, 2207005, 'rejected media_type_not_supported'],
  [36_003, 2207009, 'rejected media_ratio'],
  [36_004, 2207010, 'rejected text_too_long'],
  [1, 2207077, 'later media_not_prepared 60 s'],
  [1, 2207081, 'rejected not_allowed_for_account'],
  [1, 2207082, 'later media_not_prepared 60 s'],
  [1, 2207085, 'unknown server_error'],
  [190, 463, 'expired token_expired account'],
  [190, 464, 'reconnect account_locked account'],
  [190, 467, 'expired token_expired account'],
  [190, 492, 'reconnect access_revoked account'],
  [102, undefined, 'expired token_expired account'],
  [3, undefined, 'reconnect missing_scope account'],
  [190, 460, 'expired token_expired account'],
  [190, 459, 'reconnect account_locked account'],
  [190, 458, 'reconnect access_revoked account'],
  [10, undefined, 'reconnect missing_scope account'],
  [200, undefined, 'reconnect missing_scope account'],
  [4, undefined, 'later rate_limited app 900 s'],
  [17, undefined, 'later rate_limited account 900 s'],
  [32, undefined, 'later rate_limited account 900 s'],
  [341, undefined, 'later rate_limited app 900 s'],
  [613, undefined, 'later rate_limited account 900 s'],
  [80_001, undefined, 'later rate_limited account 900 s'],
  [100, 33, 'rejected invalid_request'],
  [368, undefined, 'later blocked_for_now account 10800 s'],
  [368, 1390008, 'later blocked_for_now account 10800 s'],
  [506, undefined, 'unknown duplicate_content'],
  [1609005, undefined, 'rejected invalid_link'],
  [80_002, undefined, 'later rate_limited account 900 s'],
  [1, undefined, 'unknown server_error'],
  [2, undefined, 'unknown server_error'],
  [77_777, undefined, 'rejected refused'],
]

for (const [code, subcode, outcome] of ROWS) {
  test(`publishing that meets ${code}/${subcode ?? '-'} is ${outcome}`, async () => {
    assert.equal(await publishing(refused(code, subcode)), outcome)
  })
}

test('publishing that meets -2/2207020 makes the container anew, and publishes that', async () => {
  const gone = refused(-2, 2207020)
  const replies = [gone, created('2'), told_('FINISHED'), created('18'), { json: {} }, { json: {} }]
  const { step, asked } = stage(account, { ...post, media: [fetched] }, ...replies)
  const receipt = await step('post').run(saved)
  assert.deepEqual(receipt, { platform_post_id: '18', platform_url: null })
  assert.equal(asked[3]?.body, 'creation_id=2')
})

test('the header of the limit says when to come back', async () => {
  const usage = {
    '1784': [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 19 }],
  }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  assert.equal(
    await publishing({ ...refused(80_002), headers }),
    `later rate_limited account ${19 * 60} s`,
  )
})

test('a refusal that calls itself transient is a doubt, and so is every failure of a server', async () => {
  assert.equal(await publishing(refused(77_777, 1, { is_transient: true })), 'unknown server_error')
  assert.equal(await publishing({ status: 502, text: '<html>' }), 'unknown server_error')
  assert.equal(await publishing({ json: { success: true } }), 'unknown unreadable_answer')
})

test('tokens are cut out of the words of a refusal', async () => {
  const message = 'Error validating IGQVJtoken-of-ada for hush-hush-secret'
  const { step } = stage(account, post, refused(190, 463, { message }))
  const { words } = await failureOf(step('post').run(saved))
  assert.match(words ?? '', /Error validating \*\*\* for \*\*\*/)
})
