/** What people are told of posts that cannot be taken down, and of those that may not go out. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { shownTwice } from '../events/every-kind.ts'
import { callers } from '../surfaces/callers.ts'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { openNotices } from './kit.ts'

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices()
})
after(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.looked()
  await kit.sql('delete from notices')
  kit.server.received.length = 0
})

/** Posts that are out, and whose removal fails with this code. */
async function notRemoved(count: number, code: string) {
  const out = `status = 'published', published_at = now(), platform_url = 'https://bsky.example/1'`
  const posts = await kit.settled(count, out)
  await kit.sql(
    `insert into removals (workspace_id, delivery_id, generation, post_id, account_id, platform, sandbox, asked_by, asked_at,
      wanted_at, state, lease_until)
     select workspace_id, id, generation, post_id, account_id, platform, sandbox, 'key:1', now(), now(), 'removing', now() + interval '1 hour'
     from deliveries where post_id in (${posts.join(',')})`,
    `update removals set state = 'failed', lease_until = null, finished_at = now(), error_code = '${code}' where post_id in (${posts.join(',')})`,
  )
  return posts
}

test('a post that could not be taken down is told at once, with the way to it', async () => {
  const [post = 0] = await notRemoved(1, 'missing_scope')
  const mail = await kit.mailed(/^A post could not be taken down$/)
  assert.match(mail.text ?? '', new RegExp(`/posts/${post}`))
  const { notices } = await kit.bell()
  assert.deepEqual(
    notices.map(({ kind, places }) => [kind, places]),
    [['removal_failed', [`/posts/${post}`]]],
  )
  for (const line of notices[0]?.lines ?? []) assert.ok(mail.text?.includes(line), line)
})

test('one that was asked for again before the mail is not mailed, nor one of which nothing was out', async () => {
  const asked = await notRemoved(1, 'refused')
  await notRemoved(1, 'nothing_out')
  await kit.looked()
  await kit.sql(
    `update removals set state = 'pending', due_at = now() + interval '1 hour', finished_at = null where post_id = ${asked[0]}`,
  )
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  const { notices } = await kit.bell()
  assert.deepEqual(
    notices.map(({ kind, count }) => [kind, count]),
    [['removal_failed', 1]],
    'the bell tells of the first, and of the other nothing',
  )
})

test('a post that may be there twice is told at once, with the way to it', async () => {
  const [post = 0] = await kit.settled(1, `status = 'published', published_at = now()`)
  await shownTwice(kit.service, post)
  const mail = await kit.mailed(/^A post may be there twice$/)
  assert.match(mail.text ?? '', new RegExp(`/posts/${post}\\b`))
  const { notices } = await kit.bell()
  assert.deepEqual(
    notices.map(({ kind, places }) => [kind, places]),
    [['maybe_twice', [`/posts/${post}`]]],
  )
})

test('a removal that fails twice is told twice, and one that goes on is told nothing of', async () => {
  const [post = 0] = await notRemoved(1, 'refused')
  await kit.sql(
    `update removals set state = 'pending', due_at = now() + interval '1 hour', finished_at = null where post_id = ${post}`,
    `update removals set state = 'failed', due_at = null, finished_at = now() where post_id = ${post}`,
    `update removals set error_message = 'Otherwise' where post_id = ${post}`,
  )
  await kit.looked()
  const { rows } = await kit.service.query(
    `select count(*)::int as told from events where type = 'delivery.removal_failed' and post_id = ${post}`,
  )
  assert.deepEqual(rows, [{ told: 2 }])
})

test('posts on schedule for an account that is lost are told beside it; deleted ones are not', async () => {
  const { rest } = callers(kit.service)
  const to = { social_account_ids: [kit.account_id], when: inAnHour() }
  const [kept, gone] = [
    await newPost(kit.service, { ...to, content: 'May not go out' }),
    await newPost(kit.service, { ...to, content: 'Is deleted meanwhile' }),
  ]
  await kit.sql(`update accounts set health = 'needs_reconnect' where id = ${kit.account_id}`)
  await kit.looked()
  await rest('cancel_post', { id: gone })
  await kit.mailed(/ has to be connected again$/)
  const { text = '' } = await kit.mailed(/^A post on schedule may not go out$/)
  assert.match(text, new RegExp(`/posts/${kept}\\b`))
  assert.doesNotMatch(text, new RegExp(`/posts/${gone}\\b`))
})
