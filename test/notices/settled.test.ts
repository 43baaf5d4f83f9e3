/** What is over is nobody’s to do any more: the bell says so, and does not count it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { IN_DOUBT, openNotices } from './kit.ts'

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices()
})
after(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.looked()
  await kit.sql('delete from notices')
})

test('what is settled is read for everybody, says so, and is told anew when it happens again', async () => {
  await kit.prefer({ ways: { decision: 'daily' } })
  const posts = await kit.settled(2, IN_DOUBT)
  await kit.looked()
  const before = await kit.bell()
  const { rows: known } = await kit.service.query(
    `select name from accounts where id = ${kit.account_id}`,
  )
  const places = [{ platform: 'bluesky', names: [String(known[0]?.['name'])] }]
  assert.deepEqual(
    before.notices.map(({ settled, parts }) => [settled, parts]),
    [[false, { number: 2, code: null, places, name: null, at: null }]],
  )
  const answer = (post: number | undefined) =>
    kit.sql(
      `update deliveries set status = 'published', blocked_reason = null, error_code = null, error_message = null,
         published_at = now() where post_id = ${post}`,
    )
  await answer(posts[0])
  assert.equal((await kit.bell()).unread, 1, 'one of two is still a question')
  await answer(posts[1])
  const { notices: told, unread } = await kit.bell()
  assert.equal(unread, 0)
  assert.deepEqual(
    told.map(({ settled, read_at }) => [settled, read_at === null]),
    [[true, false]],
  )
  const { rows } = await kit.service.query(
    'select due_at, read_at is not null as read from notices',
  )
  assert.deepEqual(rows, [{ due_at: null, read: true }])
  await kit.settled(1, IN_DOUBT)
  await kit.looked()
  const again = await kit.bell()
  assert.deepEqual([again.unread, again.notices.length], [1, 2])
  assert.equal(again.notices[0]?.settled, false)
})

test('of more than is kept nobody knows whether it is over', async () => {
  const posts = await kit.settled(11, IN_DOUBT)
  await kit.looked()
  await kit.sql(
    `update deliveries set status = 'published', blocked_reason = null, error_code = null, error_message = null,
       published_at = now() where post_id in (${posts.slice(1).join(',')})`,
  )
  const { notices, unread } = await kit.bell()
  assert.deepEqual([unread, notices[0]?.count, notices[0]?.settled], [1, 11, false])
})
