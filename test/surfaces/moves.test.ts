import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end, postpone } from './hand.ts'
import {
  demoWorkspace,
  idOf,
  inAnHour,
  newAccount,
  newMedia,
  newPost,
  setAccountHealth,
} from './kit.ts'
import { leashed } from './leashed.ts'
import { lookAt, postIn } from './states.ts'

let clock = () => new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock() })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const { rest } = callers(service)

const look = (id: number) => lookAt(service, id)
const deliveries = async (id: number) =>
  Object.fromEntries((await look(id)).per_account.map((each) => [each.account_id, each.status]))

test('a post is a draft unless it says when', async () => {
  const { body } = await service.rest('POST', '/api/posts', {
    content: 'x',
    social_account_ids: [x],
  })
  assert.equal(body['status'], 'draft')
  const explicit = { content: 'x', social_account_ids: [x], publish_now: false, scheduled_at: null }
  assert.equal((await service.rest('POST', '/api/posts', explicit)).body['status'], 'draft')
})

test('a time in the future makes it scheduled, publish_now sends it at once', async () => {
  const scheduled_at = inAnHour()
  const post = await look(await newPost(service, { scheduled_at }))
  assert.deepEqual([post.status, post.scheduled_at], ['scheduled', scheduled_at])
  const id = await newPost(service, { publish_now: true })
  assert.equal((await look(id)).status, 'scheduled')
  assert.deepEqual(new Set(await begin(service, id)), new Set([x, bluesky]))
})

test('nothing of a draft is ever due', async () => {
  const id = await newPost(service)
  await rest('update_post', { id, scheduled_at: inAnHour() })
  assert.deepEqual(await begin(service, id), [])
  assert.equal((await look(id)).status, 'draft')
})

test('the post stays scheduled while any channel is under way, and is published when the last one has settled', async () => {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await end(service, id, { [x]: 'published' })
  const halfway = await look(id)
  assert.deepEqual([halfway.status, halfway.outcome], ['scheduled', 'publishing'])
  await end(service, id, { [bluesky]: 'failed' })
  const done = await look(id)
  assert.deepEqual([done.status, done.outcome], ['published', 'partial'])
})

test('retry sends only what failed, and leaves published channels alone', async () => {
  const id = await postIn('partial', service)
  await rest('retry_post', { id })
  assert.deepEqual(await deliveries(id), { [x]: 'pending', [bluesky]: 'published' })
  assert.deepEqual(await begin(service, id), [x])
  await end(service, id, { [x]: 'published' })
  assert.equal((await look(id)).outcome, 'published')
  assert.equal((await rest('retry_post', { id })).code, 'post_not_retryable')
})

test('a channel of unknown outcome is sent again only when a person confirms that it is not there', async () => {
  const id = await postIn('unknown', service)
  assert.equal((await rest('retry_post', { id })).code, 'post_not_retryable')
  const both = {
    id,
    confirm_not_published: [x],
    mark_published: [{ account_id: x }, { account_id: 999 }],
  }
  const { errors } = await rest('retry_post', both)
  assert.deepEqual(Object.keys(errors).sort(), [
    'mark_published.0.account_id',
    'mark_published.1.account_id',
  ])
  const url = 'https://bsky.app/profile/a/post/1'
  const said = { id, confirm_not_published: [x], mark_published: [{ account_id: bluesky, url }] }
  assert.equal((await rest('retry_post', said)).code, undefined)
  assert.deepEqual(await deliveries(id), { [x]: 'pending', [bluesky]: 'published' })
  await begin(service, id)
  await end(service, id, { [x]: 'published' })
  const post = await look(id)
  assert.equal(post.outcome, 'published')
  assert.equal(
    post.per_account.find(({ account_id }) => account_id === bluesky)?.['platform_url'],
    url,
  )
})

test('a candidate that get_post tells is named by its id, and what is none says which there are', async () => {
  const id = await postIn('unknown', service)
  const mark = (change: object) =>
    rest('retry_post', { id, mark_published: [{ account_id: x, ...change }] })
  const none = await mark({ candidate_id: '17' })
  assert.deepEqual(none.errors, {
    'mark_published.0.candidate_id': ['This account has no candidates: give url.'],
  })
  const one = { id: '17', url: 'https://x.com/a/status/17', text: 'Ours?', at: null }
  await service.query(
    `update deliveries set candidates = '${JSON.stringify([one])}' where post_id = ${id} and account_id = ${x}`,
  )
  const asked = (await look(id)).per_account.find(({ account_id }) => account_id === x)
  assert.deepEqual(asked?.['candidates'], [one])
  const both = await mark({ candidate_id: '18', url: one.url })
  assert.deepEqual(both.errors, {
    'mark_published.0.url': ['Give candidate_id or url, not both.'],
    'mark_published.0.candidate_id': ['Use one of the candidates: 17.'],
  })
  assert.equal((await mark({ candidate_id: '17' })).code, undefined)
  const told = (await look(id)).per_account.find(({ account_id }) => account_id === x)
  assert.equal(told?.status, 'published')
  assert.deepEqual([told['platform_post_id'], told['platform_url']], ['17', one.url])
})

test('when every channel is marked as published, so is the post', async () => {
  const id = await postIn('unknown', service)
  await rest('retry_post', { id, mark_published: [{ account_id: x }, { account_id: bluesky }] })
  assert.equal((await look(id)).outcome, 'published')
})

test('a cancelled post whose time has passed comes back as a draft, and never publishes by itself', async () => {
  const id = await postIn('cancelled', service)
  clock = () => new Date(Date.now() + 2 * 3_600_000)
  const { body } = await rest('restore_post', { id })
  clock = () => new Date()
  assert.equal(body['status'], 'draft')
  assert.match(JSON.stringify(body['warnings']), /draft/)
  assert.deepEqual(await begin(service, id), [])
  assert.equal((await rest('publish_now', { id })).code, undefined)
})

test('a draft that is restored when its time has passed says so, and what a yes would do', async () => {
  const asking = await leashed(service, { needs_approval: true })
  for (const surface of surfaces) {
    const call = callers(service)[surface]
    const soon = { content: 'Soon', social_account_ids: [x], when: inAnHour() }
    const waiting = idOf((await asking.rest('schedule_post', soon)).body)
    const plain = await newPost(service, { when: inAnHour() })
    await service.query(`update posts set status = 'draft' where id = ${plain}`)
    for (const id of [waiting, plain]) await rest('delete_post', { id })
    clock = () => new Date(Date.now() + 2 * 3_600_000)
    const words = await Promise.all(
      [waiting, plain].map(async (id) => (await call('restore_post', { id })).body['warnings']),
    )
    clock = () => new Date()
    assert.match(
      String(words[0]),
      /Its time has passed: once it is approved, it goes out at once\./,
    )
    assert.match(String(words[1]), /Its time has passed: it is a draft still\./)
  }
})

test('a post of which one channel failed and one still waits can be cancelled, and starts over as a draft', async () => {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await end(service, id, { [x]: 'failed' })
  assert.equal((await rest('cancel_post', { id })).code, 'post_not_cancelable', 'one is being sent')
  await postpone(service, id, [bluesky])
  assert.equal((await rest('update_post', { id, content: 'New' })).code, 'invalid', 'one was sent')
  assert.equal((await rest('cancel_post', { id })).code, undefined)
  await rest('restore_post', { id })
  assert.deepEqual(await deliveries(id), { [x]: 'pending', [bluesky]: 'pending' })
  assert.deepEqual(await begin(service, id), [])
  assert.equal((await rest('retry_post', { id })).code, 'post_not_retryable')
  assert.equal((await rest('update_post', { id, content: 'New' })).code, undefined)
  await rest('publish_now', { id })
  assert.equal((await begin(service, id)).length, 2)
})

test('a post of which one channel may be out there can not be cancelled', async () => {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await end(service, id, { [x]: 'unknown' })
  await postpone(service, id, [bluesky])
  assert.equal((await rest('cancel_post', { id })).code, 'post_not_cancelable')
})

test('nothing of a cancelled post is sent, and restored in time it is due as before', async () => {
  const id = await newPost(service, { when: inAnHour() })
  const due = () =>
    service.db.selectFrom('deliveries').select('due_at').where('post_id', '=', id).execute()
  const before = await due()
  await rest('cancel_post', { id })
  assert.ok((await due()).every(({ due_at }) => due_at === null))
  await rest('restore_post', { id })
  assert.deepEqual(await due(), before)
})

test('a change keeps what is not sent, and replaces lists whole', async () => {
  const id = await newPost(service, {
    first_comment: 'First',
    media_ids: [await newMedia(service)],
    when: inAnHour(),
  })
  const { body: before } = await rest('update_post', { id })
  const { body } = await rest('update_post', { id, content: 'New' })
  const { content: _, updated_at: __, warnings: ___, ...kept } = body
  const { content: ____, updated_at: _____, warnings: ______, ...was } = before
  assert.deepEqual(kept, was)
  const { body: fewer } = await rest('update_post', {
    id,
    social_account_ids: [bluesky],
    media_ids: [],
    first_comment: null,
  })
  assert.deepEqual(
    [fewer['media'], fewer['first_comment'], Object.keys(await deliveries(id))],
    [[], null, [String(bluesky)]],
  )
})

test('a change can move a post between draft, a time and now', async () => {
  const id = await newPost(service)
  const scheduled_at = inAnHour()
  const steps = [
    [{ when: scheduled_at }, 'scheduled', scheduled_at],
    [{ when: 'draft' }, 'draft', null],
    [{ scheduled_at }, 'draft', scheduled_at],
    [{ when: scheduled_at }, 'scheduled', scheduled_at],
    [
      { scheduled_at: inAnHour(new Date('2998-01-01T00:00:00Z')) },
      'scheduled',
      '2998-01-01T01:00:00.000Z',
    ],
  ] as const
  for (const [change, status, at] of steps) {
    await rest('update_post', { id, ...change })
    const post = await look(id)
    assert.deepEqual([post.status, post.scheduled_at], [status, at])
  }
  await rest('update_post', { id, publish_now: true })
  assert.equal((await begin(service, id)).length, 2)
})

test('a copy drops channels that are gone, and names them', async () => {
  const workspace_id = await demoWorkspace(service)
  const gone = await newAccount(service, workspace_id)
  const media = await newMedia(service)
  const id = await newPost(service, {
    social_account_ids: [x, gone.id],
    media_ids: [media],
    first_comment: 'First',
    platform_content: [
      { account_id: gone.id, content: 'own' },
      { account_id: x, content: 'mine' },
    ],
    platform_options: { x: { made_with_ai: true } },
  })
  await service.db
    .updateTable('accounts')
    .set({ removed_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
  const { body } = await rest('duplicate_post', { id })
  assert.deepEqual(body['dropped_account_ids'], [gone.id])
  assert.deepEqual(Object.keys(await deliveries(idOf(body))), [String(x)])
  assert.deepEqual(body['platform_content'], [{ account_id: x, content: 'mine' }])
  assert.deepEqual(
    [body['first_comment'], body['platform_options']],
    ['First', { x: { made_with_ai: true } }],
  )
  assert.equal(z.array(z.looseObject({ id: z.number() })).parse(body['media'])[0]?.id, media)
})

test('an account that must be reconnected blocks its channel, which retry does not touch', async () => {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await setAccountHealth(service, x, 'needs_reconnect')
  await end(service, id, { [x]: 'disconnected', [bluesky]: 'published' })
  assert.equal((await look(id)).outcome, 'partial')
  assert.equal((await rest('retry_post', { id })).code, 'post_not_retryable')
  await setAccountHealth(service, x, 'healthy')
})
