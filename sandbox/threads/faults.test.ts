import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonFaults } from '../kit/emulator.ts'
import { start } from './harness.ts'

const hello = { media_type: 'TEXT', text: 'hello' }
const cases: readonly [string, number, RegExp][] = [
  ['refuse_500', 500, /"code":1/],
  ['rate_limited', 400, /"code":4/],
  ['token_expired', 401, /"code":190,"error_subcode":463/],
  ['token_revoked', 400, /"code":190,"error_subcode":458/],
  ['scope_missing', 403, /"code":10/],
  ['suspended', 403, /4279013/],
  ['blocked', 403, /2207051/],
  ['transient', 500, /"code":2.*"is_transient":true/],
  ['media_not_found', 400, /"code":24,"error_subcode":4279009/],
]

for (const [fault, status, words] of cases)
  test(`${fault} is answered with ${status}, once, and nothing happens`, async () => {
    await using it = await start()
    const token = await it.signIn('mara.weaves')
    const container = await it.container(token, hello)
    it.emulator.faults.set({ account: 'mara.weaves', fault })
    const answer = await it.release(token, container)
    assert.equal(answer.status, status)
    assert.match(answer.text, words)
    assert.deepEqual(it.emulator.posts(), [])
    assert.equal(it.emulator.faults.played[fault], 1)
  })

test('every fault of its own is listed and none is a common one', async () => {
  await using it = await start()
  for (const [fault] of cases)
    assert.ok(fault === 'refuse_500' || it.emulator.own_faults.includes(fault), fault)
  assert.ok(!commonFaults.some((fault) => it.emulator.own_faults.includes(fault)))
})

test('a limit shows how much is used, and no time', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  it.emulator.faults.set({ account: '*', fault: 'rate_limited', on: 'me' })
  const answer = await it.get(token, '/me')
  assert.match(answer.headers.get('x-app-usage') ?? '', /"call_count":100/)
  assert.equal(answer.headers.get('retry-after'), null)
})

test('a publication whose answer is lost is there, and its container says so', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  for (const fault of ['landed_500', 'landed_garbage', 'landed_cut']) {
    const container = await it.container(token, { ...hello, text: fault })
    it.emulator.faults.set({ account: 'mara.weaves', fault })
    const [outcome] = await Promise.allSettled([it.release(token, container)])
    assert.ok(outcome.status === 'rejected' || outcome.value.status !== 201)
    const status = await it.get(token, `/${container}`, { fields: 'status' })
    assert.match(status.text, /PUBLISHED/)
    assert.equal(it.emulator.posts().at(-1)?.text, fault)
  }
})

test('lists and addresses may be late', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const id = await it.publish(token, hello)
  it.emulator.faults.set({ account: '*', fault: 'hidden_read', on: 'read' })
  it.emulator.faults.set({ account: '*', fault: 'no_permalink', on: 'read' })
  assert.doesNotMatch((await it.get(token, '/me/threads')).text, new RegExp(id))
  assert.match((await it.get(token, '/me/threads')).text, new RegExp(id))
  const permalink = async () => (await it.get(token, `/${id}`, { fields: 'permalink' })).text
  assert.doesNotMatch(await permalink(), /permalink/)
  assert.match(await permalink(), /permalink/)
})

test('a file may be impossible to download', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  it.emulator.faults.set({ account: '*', fault: 'download_failed', on: 'upload' })
  const image = { media_type: 'VIDEO', video_url: `${it.files}/clip.mp4` }
  const container = await it.container(token, image)
  const status = await it.get(token, `/${container}`, { fields: 'status,error_message' })
  assert.match(status.text, /FAILED_DOWNLOADING_VIDEO/)
})
