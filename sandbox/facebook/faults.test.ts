import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonFaults } from '../kit/emulator.ts'
import { errorOf, start } from './harness.ts'

const cases: [fault: string, error: string][] = [
  ['refuse_500', '2'],
  ['rate_limited', '80001'],
  ['rate_limited_app', '4'],
  ['rate_limited_bare', '32'],
  ['token_expired', '190/467'],
  ['token_revoked', '190/458'],
  ['scope_missing', '200'],
  ['suspended', '190/459'],
  ['blocked', '368/1390008'],
  ['duplicate', '506'],
  ['policy', '200/1404102'],
  ['verification', '200/1404078'],
  ['temporary', '1/1363047'],
]

for (const [fault, error] of cases)
  test(`${fault} answers ${error} and nothing is posted`, async () => {
    await using facebook = await start()
    const { id, token } = await facebook.page('ada.letterpress')
    facebook.emulator.faults.set({ account: 'ada.letterpress', fault, ms: 90_000 })
    const answer = await facebook.post(token, `${id}/feed`, { message: 'a' })
    assert.equal(errorOf(answer), error)
    assert.deepEqual(facebook.emulator.posts(), [])
    assert.equal(facebook.emulator.faults.played[fault], 1)
    if (fault === 'rate_limited')
      assert.match(answer.headers.get('x-business-use-case-usage') ?? '', /regain_access":2/)
  })

test('every fault of its own is listed and none is a common one', async () => {
  await using facebook = await start()
  for (const [fault] of cases)
    assert.ok(fault === 'refuse_500' || facebook.emulator.own_faults.includes(fault), fault)
  assert.ok(!commonFaults.some((fault) => facebook.emulator.own_faults.includes(fault)))
})

test('a post whose answer is lost is there, hidden from one look', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  facebook.emulator.faults.set({ account: '*', fault: 'landed_500' })
  facebook.emulator.faults.set({ account: '*', fault: 'hidden_read', on: 'read' })
  assert.equal(errorOf(await facebook.post(token, `${id}/feed`, { message: 'a' })), '2')
  const look = async () => (await facebook.get(token, `${id}/published_posts`)).text
  assert.doesNotMatch(await look(), /message/)
  assert.match(await look(), /"message":"a"/)
})

test('an expired Page token can be had anew, a revoked one cannot', async () => {
  await using facebook = await start()
  const page = await facebook.page('ada.letterpress')
  facebook.emulator.faults.set({ account: '*', fault: 'token_expired' })
  await facebook.post(page.token, `${page.id}/feed`, { message: 'a' })
  const again = await facebook.get(page.user, `${page.id}?fields=access_token`)
  assert.equal(again.status, 200)
  assert.ok(!again.text.includes(page.token))
  facebook.emulator.faults.set({ account: '*', fault: 'token_revoked', on: 'status' })
  await facebook.get(page.user, page.id)
  assert.equal(errorOf(await facebook.get(page.user, page.id)), '190')
})
