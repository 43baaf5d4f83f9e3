import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonFaults } from '../kit/emulator.ts'
import { post, postOf, publish, start } from './harness.ts'

const cases: readonly [string, number, RegExp][] = [
  ['refuse_500', 500, /INTERNAL_SERVER_ERROR/],
  ['rate_limited', 429, /TOO_MANY_REQUESTS.*DAY limit/],
  ['token_expired', 401, /65602.*EXPIRED_ACCESS_TOKEN/],
  ['token_revoked', 401, /65601.*REVOKED_ACCESS_TOKEN/],
  ['token_too_fresh', 401, /65601/],
  ['scope_missing', 403, /"serviceErrorCode":100.*partnerApiPosts\.CREATE/],
  ['suspended', 403, /restricted/],
  ['version_dead', 426, /NONEXISTENT_VERSION.*202609 is not active/],
]

for (const [fault, status, words] of cases)
  test(`${fault} is answered with ${status}, once, and nothing happens`, async () => {
    await using it = await start()
    const { access_token } = await it.signIn('ines-almeida')
    it.emulator.faults.set({ account: 'ines-almeida', fault })
    const answer = await post(it, access_token, postOf('hello'))
    assert.equal(answer.status, status)
    assert.match(answer.text, words)
    assert.equal(answer.headers.get('retry-after'), null)
    assert.deepEqual(it.emulator.posts(), [])
    assert.equal(it.emulator.faults.played[fault], 1)
  })

test('every fault of its own is listed and none is a common one', async () => {
  await using it = await start()
  for (const [fault] of cases)
    assert.ok(fault === 'refuse_500' || it.emulator.own_faults.includes(fault), fault)
  assert.ok(!commonFaults.some((fault) => it.emulator.own_faults.includes(fault)))
})

test('a token that is too fresh works a moment later, a revoked one never does', async () => {
  await using it = await start()
  const { access_token, refresh_token = '' } = await it.signIn('ines-almeida')
  it.emulator.faults.set({ account: '*', fault: 'token_too_fresh', on: 'me' })
  assert.equal((await it.call(access_token, '/v2/userinfo')).status, 401)
  assert.equal((await it.call(access_token, '/v2/userinfo')).status, 200)
  it.emulator.faults.set({ account: '*', fault: 'token_revoked', on: 'me' })
  assert.equal((await it.call(access_token, '/v2/userinfo')).status, 401)
  const refreshed = await it.token({ grant_type: 'refresh_token', refresh_token })
  assert.match(refreshed.text, /invalid_grant/)
})

test('a post whose answer is lost is there, and the same again is a duplicate that names it', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  it.emulator.faults.set({ account: '*', fault: 'landed_500' })
  assert.equal((await post(it, access_token, postOf('Once'))).status, 500)
  it.emulator.faults.set({ account: '*', fault: 'landed_cut' })
  await assert.rejects(post(it, access_token, postOf('And once')))
  const ids = it.emulator.posts().map(({ id }) => id)
  assert.equal(ids.length, 2)
  assert.match((await post(it, access_token, postOf('Once'))).text, new RegExp(ids[0] ?? 'none'))
  it.emulator.faults.set({ account: '*', fault: 'cut_before' })
  await assert.rejects(post(it, access_token, postOf('Not yet')))
  await publish(it, access_token, postOf('Not yet'))
})
