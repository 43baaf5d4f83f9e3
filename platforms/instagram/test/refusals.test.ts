import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, type Reply, told } from '../../kit/test/stage.ts'
import { errorRows } from './error-rows.ts'
import { account, publishing, refused, told as told_ } from './testing.ts'

const post = publication({ media: [file('image/jpeg')] })
const saved = { ready: { container: '17900000000000001' } }

async function outcomeOf(reply: Reply) {
  const { step } = publishing(account, post, reply)
  return told(await failureOf(step('post').run(saved)))
}

for (const { row, error, subcode, outcome } of errorRows) {
  test(`publishing that meets ${row} is ${outcome}`, async () => {
    assert.equal(await outcomeOf(refused(error, subcode)), outcome)
  })
}

test('a code that nobody knows is a refusal', async () => {
  assert.equal(await outcomeOf(refused(77_777, undefined)), 'rejected invalid_request')
})

test('publishing that meets -2/2207020 has the container made anew by the next attempt', async () => {
  const { step } = publishing(account, post, refused(-2, 2207020), told_('EXPIRED'))
  const failure = await failureOf(step('post').run(saved))
  assert.equal(told(failure), 'later container_gone 60 s')
  assert.deepEqual(failure.forget, ['upload_0', 'container', 'ready'])
})

test('the header of the limit says when to come back', async () => {
  const usage = {
    '1784': [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 19 }],
  }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  assert.equal(
    await outcomeOf({ ...refused(80_002), headers }),
    `later rate_limited account ${19 * 60} s`,
  )
})

test('a refusal that calls itself transient is a doubt, and so is every failure of a server', async () => {
  assert.equal(await outcomeOf(refused(77_777, 1, { is_transient: true })), 'unknown server_error')
  assert.equal(await outcomeOf({ status: 502, text: '<html>' }), 'unknown server_error')
  assert.equal(await outcomeOf({ json: { success: true } }), 'unknown unreadable_answer')
})

test('a Page without a place is said to be one', async () => {
  const message = '(#100) INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'
  assert.equal(await outcomeOf(refused(100, undefined, { message })), 'rejected invalid_options')
})

test('tokens are cut out of the words of a refusal', async () => {
  const message = 'Error validating IGQVJtoken-of-ada for hush-hush'
  const { step } = publishing(account, post, refused(190, 463, { message }))
  const { words } = await failureOf(step('post').run(saved))
  assert.match(words ?? '', /Error validating \*\*\* for \*\*\*/)
})
