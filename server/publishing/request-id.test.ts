import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberRequestId } from './request-id.ts'

const answering = (...answers: (Record<string, string> | Error)[]) => {
  const rest = [...answers]
  return rememberRequestId(async () => {
    const answer = rest.shift() ?? assert.fail('A call too many.')
    if (answer instanceof Error) throw answer
    return { status: 200, headers: { get: (name) => answer[name] ?? null }, body: null }
  })
}

test('the id of the latest request is remembered, under whichever name the platform gives it', async () => {
  const heard = answering({ 'x-li-uuid': 'a' }, { 'x-fb-trace-id': 'b' }, { 'x-request-id': 'c' })
  assert.equal(heard.requestId(), null)
  for (const id of ['a', 'b', 'c']) {
    await heard.fetch('https://platform.test/')
    assert.equal(heard.requestId(), id)
  }
})

test('a platform’s own name comes before the common one', async () => {
  const heard = answering({ 'x-request-id': 'proxy', 'x-tt-logid': 'own' })
  await heard.fetch('https://platform.test/')
  assert.equal(heard.requestId(), 'own')
})

test('a request without an id, or without an answer, has not the id of the one before', async () => {
  const heard = answering({ 'x-request-id': 'a' }, {}, { 'x-request-id': 'b' }, new Error('lost'))
  await heard.fetch('https://platform.test/')
  await heard.fetch('https://platform.test/')
  assert.equal(heard.requestId(), null)
  await heard.fetch('https://platform.test/')
  await assert.rejects(heard.fetch('https://platform.test/'))
  assert.equal(heard.requestId(), null)
})

test('an id of any length is cut', async () => {
  const heard = answering({ 'x-request-id': 'a'.repeat(5000) })
  await heard.fetch('https://platform.test/')
  assert.equal(heard.requestId()?.length, 100)
})
