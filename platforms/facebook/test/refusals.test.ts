import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication, type Reply, told } from '../../kit/test/stage.ts'
import { errorRows } from './error-rows.ts'
import { publishing, refused } from './testing.ts'

async function outcomeOf(reply: Reply) {
  return told(await failureOf(publishing(publication(), reply).step('post').run({})))
}

for (const { row, error, subcode, outcome } of errorRows) {
  test(`publishing that meets ${row} is ${outcome}`, async () => {
    assert.equal(await outcomeOf(refused(error, subcode)), outcome)
  })
}

test('a code that nobody knows is a refusal', async () => {
  assert.equal(await outcomeOf(refused(77_777, undefined)), 'rejected invalid_request')
})

test('"already posted" in a block is a doubt, not a block', async () => {
  const reply = refused(368, undefined, { message: 'This content has already been posted.' })
  assert.equal(await outcomeOf(reply), 'unknown duplicate_content')
})

test('the HTTP status decides nothing where Graph says what is wrong', async () => {
  assert.equal(
    await outcomeOf({ ...refused(190, 463), status: 500 }),
    'expired token_expired account',
  )
  assert.equal(
    await outcomeOf({ ...refused(100), status: 200 }),
    'rejected invalid_request',
    'an error has been seen with a 200',
  )
})

test('the header of the limit says when to come back', async () => {
  const usage = { '1055': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }] }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  assert.equal(await outcomeOf({ ...refused(80_001), headers }), 'later rate_limited account 420 s')
  const odd = { 'x-business-use-case-usage': 'not json' }
  assert.equal(
    await outcomeOf({ ...refused(80_001), headers: odd }),
    'later rate_limited account 900 s',
  )
})

test('HTML, a cut answer and a success without an id are doubts', async () => {
  assert.equal(await outcomeOf({ status: 503, text: '<html>' }), 'unknown server_error')
  assert.equal(await outcomeOf({ text: '<html>' }), 'unknown unreadable_answer')
  assert.equal(await outcomeOf({ json: {} }), 'unknown unreadable_answer')
})
