/** What is over is nobody’s to do any more: the bell says so, and does not count it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { callers } from '../surfaces/callers.ts'
import { idOf, inAnHour } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { IN_DOUBT, openNotices } from './kit.ts'

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices()
})
after(() => kit[Symbol.asyncDispose]())
const ANSWERED = `status = 'published', blocked_reason = null, error_code = null, error_message = null, published_at = now()`
beforeEach(async () => {
  await kit.looked()
  await kit.sql(
    'delete from notices',
    'delete from notice_ways',
    `update deliveries set ${ANSWERED} where status = 'blocked'`,
  )
  kit.server.received.length = 0
})
const answered = (...posts: (number | undefined)[]) =>
  kit.sql(`update deliveries set ${ANSWERED} where post_id in (${posts.join(',')})`)

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
  await answered(posts[0])
  assert.equal((await kit.bell()).unread, 1, 'one of two is still a question')
  await answered(posts[1])
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

test('of more than is kept it stands while anything of it does, and is over when nothing is left', async () => {
  const posts = await kit.settled(11, IN_DOUBT)
  await kit.looked()
  await answered(...posts.slice(1))
  const { notices, unread } = await kit.bell()
  assert.deepEqual([unread, notices[0]?.count, notices[0]?.settled], [1, 11, false])
  await answered(posts[0])
  const after_ = await kit.bell()
  assert.deepEqual([after_.unread, after_.notices[0]?.settled], [0, true])
})

test('of more than is kept a mail tells what is left, and is not taken for over by the last ones', async () => {
  const posts = await kit.settled(12, IN_DOUBT)
  await kit.looked()
  await answered(...posts.slice(2))
  const mail = await kit.mailed(/^2 posts wait for your answer$/)
  assert.match(mail.text ?? '', /The answer of Bluesky/)
  assert.equal((await kit.bell()).unread, 1)
})

test('what was mailed already is not mailed anew for one that came and went', async () => {
  await kit.settled(1, IN_DOUBT)
  await kit.mailed(/^A post waits for your answer$/)
  const [passing] = await kit.settled(1, IN_DOUBT)
  await kit.looked()
  await answered(passing)
  await kit.sql('update notices set due_at = now()')
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  assert.equal((await kit.bell()).unread, 1, 'the first is still a question')
})

test('a post that was deleted asks nobody whether it is there', async () => {
  const [post] = await kit.settled(1, IN_DOUBT)
  await kit.looked()
  await kit.sql(`update posts set deleted_at = now() where id = ${post}`)
  const { notices, unread } = await kit.bell()
  assert.deepEqual([unread, notices[0]?.settled], [0, true])
})

test('a post that was turned down waits for nobody', async () => {
  const key = await leashed(kit.service, { needs_approval: true })
  const wish = { content: 'May I?', social_account_ids: [kit.account_id], when: inAnHour() }
  const { body } = await key.rest('schedule_post', wish)
  await kit.looked()
  assert.equal((await kit.bell()).unread, 1)
  await callers(kit.service).rest('decline_post', { id: idOf(body) })
  const { notices, unread } = await kit.bell()
  assert.deepEqual([unread, notices[0]?.settled], [0, true])
})
