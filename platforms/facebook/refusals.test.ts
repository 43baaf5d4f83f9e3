import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication, type Reply, told } from '../../test/scripted-platform.ts'
import { refused, stage } from './testing.ts'

async function publishing(reply: Reply) {
  return told(await failureOf(stage(publication(), reply).step('post').run({})))
}

/** Code, subcode, and what becomes of them when a post is published. Codes of 0 came with a subcode alone. */
const ROWS: readonly [number, number | undefined, string][] = [
  [1, undefined, 'unknown server_error'],
  [2, undefined, 'unknown server_error'],
  [3, undefined, 'reconnect missing_scope account'],
  [4, undefined, 'later rate_limited app 900 s'],
  [10, undefined, 'reconnect missing_scope account'],
  [17, undefined, 'later rate_limited account 900 s'],
  [32, undefined, 'later rate_limited account 900 s'],
  [100, undefined, 'rejected invalid_request'],
  [100, 33, 'rejected invalid_request'],
  [102, undefined, 'expired token_expired account'],
  [190, 458, 'reconnect access_revoked account'],
  [190, 459, 'reconnect account_locked account'],
  [190, 460, 'expired token_expired account'],
  [190, 463, 'expired token_expired account'],
  [190, 464, 'reconnect account_locked account'],
  [190, 467, 'expired token_expired account'],
  [190, 492, 'reconnect access_revoked account'],
  [200, undefined, 'reconnect missing_scope account'],
  [299, undefined, 'reconnect missing_scope account'],
  [341, undefined, 'later rate_limited app 900 s'],
  [368, undefined, 'later blocked_for_now account 10800 s'],
  [368, 1390008, 'later blocked_for_now account 10800 s'],
  [382, undefined, 'rejected media_rejected'],
  [389, undefined, 'rejected media_rejected'],
  [506, undefined, 'unknown duplicate_content'],
  [613, undefined, 'later rate_limited account 900 s'],
  [6000, undefined, 'rejected media_rejected'],
  [6001, undefined, 'rejected media_rejected'],
  [1609005, undefined, 'rejected invalid_link'],
  [80_001, undefined, 'later rate_limited account 900 s'],
  [80_002, undefined, 'later rate_limited account 900 s'],
  [0, 1366046, 'rejected media_too_large'],
  [0, 1346003, 'later blocked_for_now account 10800 s'],
  [0, 1404006, 'reconnect account_locked account'],
  [0, 1404102, 'rejected against_policy'],
  [0, 1404078, 'reconnect account_locked account'],
  [0, 1366051, 'unknown duplicate_content'],
  [0, 1609008, 'rejected invalid_link'],
  [0, 2061006, 'rejected invalid_link'],
  [0, 1349125, 'rejected media_rejected'],
  [0, 1404112, 'later blocked_for_now account 10800 s'],
  [0, 1363047, 'unknown server_error'],
  [0, 1609010, 'unknown server_error'],
  [0, 4854002, 'reconnect account_locked account'],
  [0, 2069019, 'rejected media_rejected'],
  [77_777, undefined, 'rejected refused'],
]

for (const [code, subcode, outcome] of ROWS) {
  test(`publishing that meets ${code}/${subcode ?? '-'} is ${outcome}`, async () => {
    assert.equal(await publishing(refused(code, subcode)), outcome)
  })
}

test('"already posted" in a block is a doubt, not a block', async () => {
  const reply = refused(368, undefined, { message: 'This content has already been posted.' })
  assert.equal(await publishing(reply), 'unknown duplicate_content')
})

test('the HTTP status decides nothing where Graph says what is wrong', async () => {
  assert.equal(
    await publishing({ ...refused(190, 463), status: 500 }),
    'expired token_expired account',
  )
  assert.equal(
    await publishing({ ...refused(100), status: 200 }),
    'rejected invalid_request',
    'an error has been seen with a 200',
  )
})

test('the header of the limit says when to come back', async () => {
  const usage = { '1055': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }] }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  assert.equal(
    await publishing({ ...refused(80_001), headers }),
    'later rate_limited account 420 s',
  )
  const odd = { 'x-business-use-case-usage': 'not json' }
  assert.equal(
    await publishing({ ...refused(80_001), headers: odd }),
    'later rate_limited account 900 s',
  )
})

test('HTML, a cut answer and a success without an id are doubts', async () => {
  assert.equal(await publishing({ status: 503, text: '<html>' }), 'unknown server_error')
  assert.equal(await publishing({ text: '<html>' }), 'unknown unreadable_answer')
  assert.equal(await publishing({ json: {} }), 'unknown unreadable_answer')
})
