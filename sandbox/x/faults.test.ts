import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { commonFaults } from '../kit/emulator.ts'
import { start } from './harness.ts'

const cases: [fault: string, status: number, words: RegExp][] = [
  ['rate_limited', 429, /"Too Many Requests"/],
  ['rate_limited_bare', 429, /"Too Many Requests"/],
  ['token_expired', 401, /"Unauthorized"/],
  ['token_revoked', 401, /"Unauthorized"/],
  ['scope_missing', 403, /"detail":"Forbidden"/],
  ['suspended', 403, /user-suspended/],
  ['credits', 402, /"title":"CreditsDepleted".*problems\/credits/],
  ['usage_capped', 429, /problems\/usage-capped/],
  ['refuse_500', 500, /"status":500/],
]

for (const [fault, status, words] of cases)
  test(`${fault} answers ${status} and nothing is posted`, async () => {
    await using x = await start()
    const { access_token } = await x.signIn('ada_types')
    x.emulator.faults.set({ account: 'ada_types', fault })
    const answer = await x.post(access_token, { text: 'hello' })
    assert.equal(answer.status, status)
    assert.match(answer.text, words)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.deepEqual(x.emulator.posts(), [])
    assert.equal(x.emulator.faults.played[fault], 1)
  })

test('every fault of its own is listed and none is a common one', async () => {
  await using x = await start()
  for (const [fault] of cases)
    assert.ok(fault === 'refuse_500' || x.emulator.own_faults.includes(fault), fault)
  assert.ok(!commonFaults.some((fault) => x.emulator.own_faults.includes(fault)))
})

test('a limit says when it ends, unless it is bare', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: '*', fault: 'rate_limited', ms: 90_000 })
  x.emulator.faults.set({ account: '*', fault: 'rate_limited_bare' })
  const limited = await x.post(access_token, { text: 'a' })
  assert.equal(limited.headers.get('x-rate-limit-remaining'), '0')
  assert.equal(limited.headers.get('x-rate-limit-reset'), String((x.now() + 90_000) / 1000))
  const bare = await x.post(access_token, { text: 'a' })
  assert.equal(bare.status, 429)
  assert.equal(bare.headers.get('x-rate-limit-reset'), null)
  await x.publish(access_token, { text: 'a' })
})

test('an expired token can be refreshed, a revoked one cannot', async () => {
  await using x = await start()
  const expired = await x.signIn('ada_types')
  const revoked = await x.signIn('bruno_bakes')
  x.emulator.faults.set({ account: 'ada_types', fault: 'token_expired' })
  x.emulator.faults.set({ account: 'bruno_bakes', fault: 'token_revoked' })
  for (const { access_token } of [expired, revoked, expired, revoked])
    assert.equal((await x.post(access_token, { text: 'a' })).status, 401)
  const refresh = async ({ refresh_token = '' }) =>
    (await x.token({ grant_type: 'refresh_token', refresh_token })).status
  assert.deepEqual([await refresh(expired), await refresh(revoked)], [200, 400])
})

test('a post whose answer is lost is there, and a second one is a duplicate', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  for (const fault of ['landed_500', 'landed_garbage', 'landed_cut', 'landed_silence']) {
    x.emulator.faults.set({ account: 'ada_types', fault })
    const impatience = new AbortController()
    const attempt = x.send('/api/2/tweets', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: fault }),
      signal: impatience.signal,
    })
    const settled = Promise.allSettled([attempt])
    if (fault === 'landed_silence') {
      while (x.emulator.posts().at(-1)?.text !== fault) await setImmediate()
      impatience.abort()
    }
    const [outcome] = await settled
    const seen = outcome.status === 'fulfilled' ? outcome.value.status : 'none'
    const expected = { landed_500: 500, landed_garbage: 200 }[fault] ?? 'none'
    assert.equal(seen, expected, fault)
    assert.equal(x.emulator.posts().at(-1)?.text, fault)
    const again = await x.post(access_token, { text: fault })
    assert.match(again.text, /duplicate content/)
  }
  assert.equal(x.emulator.posts().length, 4)
})

test('a connection cut before leaves nothing behind', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: 'ada_types', fault: 'cut_before' })
  await assert.rejects(x.post(access_token, { text: 'a' }))
  assert.deepEqual(x.emulator.posts(), [])
  await x.publish(access_token, { text: 'a' })
})

test('a slow answer is a right one', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: '1455953449422516226', fault: 'slow', ms: 1 })
  await x.publish(access_token, { text: 'a' })
})

test('a refresh whose answer is lost has used the token up', async () => {
  await using x = await start()
  const { refresh_token = '' } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: 'ada_types', fault: 'landed_500', on: 'token' })
  const form = { grant_type: 'refresh_token', refresh_token }
  assert.equal((await x.token(form)).status, 500)
  assert.equal((await x.token(form)).status, 400)
})

test('the token endpoint plays faults too', async () => {
  await using x = await start()
  const tokens = await x.signIn('ada_types')
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
  x.emulator.faults.set({ account: 'ada_types', fault: 'rate_limited', on: 'token' })
  assert.equal((await x.token(form)).status, 429)
  x.emulator.faults.set({ account: 'ada_types', fault: 'token_revoked', on: 'token' })
  assert.equal((await x.token(form)).status, 400)
  assert.equal((await x.call(tokens.access_token, 'GET', '/2/users/me')).status, 401)
})

test('a fault waits for its call and its person', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { access_token: other } = await x.signIn('bruno_bakes')
  for (const on of ['me', 'read', 'delete'])
    x.emulator.faults.set({ account: 'ada_types', fault: 'refuse_500', on })
  const id = await x.publish(access_token, { text: 'a' })
  const status = async (token: string, method: string, path: string) =>
    (await x.call(token, method, path)).status
  assert.equal(await status(other, 'GET', '/2/users/me'), 200)
  assert.equal(await status(access_token, 'GET', '/2/users/me'), 500)
  assert.equal(await status(access_token, 'GET', `/2/tweets/${id}`), 500)
  assert.equal(await status(access_token, 'DELETE', `/2/tweets/${id}`), 500)
  assert.equal(await status(access_token, 'DELETE', `/2/tweets/${id}`), 200)
})

test('no limit counts while limits are off', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: '*', fault: 'no_limits', times: 80, on: 'me' })
  for (let n = 0; n < 80 + 75; n += 1)
    assert.equal((await x.call(access_token, 'GET', '/2/users/me')).status, 200)
  assert.equal((await x.call(access_token, 'GET', '/2/users/me')).status, 429)
})
