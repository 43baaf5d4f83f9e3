import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW, postRefusedBy, problem, type Row, told } from './testing.ts'

const ROWS: Row[] = [
  ...[500, 502, 503, 504, 408, 302].map((status) => ({
    name: `a ${status}`,
    reply: { status, text: '<html>Over capacity</html>' },
    outcome: 'unknown server_error',
  })),
  {
    name: 'a 503 that says when to come back',
    reply: { ...problem(503, 'Service Unavailable'), headers: { 'retry-after': '30' } },
    outcome: 'unknown server_error',
    wait: 30_000,
  },
  { name: 'a 410', reply: { status: 410 }, outcome: 'rejected refused' },
  {
    name: 'a success in HTML',
    reply: { status: 200, text: '<html>ok</html>' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success cut in the middle',
    reply: { status: 201, text: '{"data":{"id":"12' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'an empty success',
    reply: { status: 201, text: '' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success with an id that is no string',
    reply: { status: 201, json: { data: { id: 12 } } },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success with nothing but errors',
    reply: { status: 200, json: { errors: [{ title: 'Not Found', detail: 'gone' }] } },
    outcome: 'unknown success_with_errors',
  },
]

for (const { name, reply, outcome, wait } of ROWS) {
  test(`posting, ${name}: ${outcome}`, async () => {
    const failure = await postRefusedBy(reply)
    assert.equal(told(failure), outcome)
    assert.equal(failure.retry_at && failure.retry_at.getTime() - NOW.getTime(), wait)
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

test('a refused connection had no effect, a reset one may have had', async () => {
  const refused = Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' })
  const reset = Object.assign(new Error('fetch failed'), { code: 'ECONNRESET' })
  for (const [error, kind] of [[refused, 'later'] as const, [reset, 'unknown'] as const]) {
    assert.equal((await postRefusedBy(error)).kind, kind)
  }
})
