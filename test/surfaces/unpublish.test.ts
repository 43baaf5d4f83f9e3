/** unpublish_post on both surfaces: what it refuses, how far a leash lets it go, and what undo_today makes of it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newNeighbour, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const { x = 0, bluesky = 0 } = service.accounts

const Told = z.looseObject({
  per_account: z.array(
    z.looseObject({
      account_id: z.number(),
      removal: z.looseObject({ state: z.string(), asked_at: z.string() }).optional(),
    }),
  ),
})
const statesOf = (body: Body) =>
  Object.fromEntries(
    Told.parse(body).per_account.map(({ account_id, removal }) => [account_id, removal?.state]),
  )

for (const surface of surfaces)
  test(`over ${surface} it is asked for once, everywhere or on some accounts`, async () => {
    const call = callers(service)[surface]
    const id = await postIn('published', service)
    const some = await call('unpublish_post', { id, account_ids: [x] })
    assert.deepEqual(statesOf(some.body), { [x]: 'pending', [bluesky]: undefined })
    const whole = await call('unpublish_post', { id })
    assert.deepEqual(statesOf(whole.body), { [x]: 'pending', [bluesky]: 'pending' })
    const before = await stored(service)
    const again = await call('unpublish_post', { id })
    assert.deepEqual(Told.parse(again.body).per_account, Told.parse(whole.body).per_account)
    assert.deepEqual(await stored(service), before, 'the same again changes nothing')
  })

test('a rehearsal writes nothing', async () => {
  const id = await postIn('published', service)
  const before = await stored(service)
  const { body } = await rest('unpublish_post', { id, dry_run: true })
  assert.deepEqual(statesOf(body), { [x]: 'pending', [bluesky]: 'pending' })
  assert.equal(body['dry_run'], true)
  assert.deepEqual(await stored(service), before)
})

for (const state of ['draft', 'scheduled', 'failed', 'cancelled', 'deleted draft'] as const)
  test(`nothing of a post is out that is ${state}`, async () => {
    const id = await postIn(state, service)
    for (const surface of surfaces) {
      const { code } = await callers(service)[surface]('unpublish_post', { id })
      assert.equal(code, 'post_not_published')
    }
  })

for (const state of ['publishing', 'partial', 'unknown', 'deleted published'] as const)
  test(`what is, or may be, out of one that is ${state} is taken down`, async () => {
    const id = await postIn(state, service)
    const { body, code } = await rest('unpublish_post', { id })
    assert.equal(code, undefined)
    assert.ok(Object.values(statesOf(body)).includes('pending'))
  })

test('every account that is not of the post is named, with those that are', async () => {
  const id = await postIn('published', service)
  const { code, errors } = await rest('unpublish_post', { id, account_ids: [x, 999_999, 888_888] })
  assert.equal(code, 'invalid')
  assert.deepEqual(Object.keys(errors), ['account_ids.1', 'account_ids.2'])
  assert.match(errors['account_ids.1']?.[0] ?? '', new RegExp(String(x)))
  for (const odd of [[], ['x'], {}, 0, -1, null, [1.5]]) {
    const refused = await rest('unpublish_post', { id, account_ids: odd })
    assert.equal(refused.code, 'invalid', JSON.stringify(odd))
  }
  const stale = await rest('unpublish_post', { id, updated_at: '2001-01-01T00:00:00Z' })
  assert.equal(stale.code, 'post_changed')
})

test('another workspace has no such post, and a key that sees one account only neither', async () => {
  const id = await postIn('published', service)
  const neighbour = await newNeighbour(service)
  const narrow = await leashed(service, { account_ids: [x] })
  for (const { token } of [neighbour, narrow])
    for (const surface of surfaces) {
      const { code } = await callers(service, token)[surface]('unpublish_post', { id })
      assert.equal(code, 'post_not_found')
    }
  const { body } = await rest('get_post', { id })
  assert.deepEqual(statesOf(body), { [x]: undefined, [bluesky]: undefined })
})

test('a leash must let it delete and publish, and what needs approval may not', async () => {
  const id = await postIn('published', service)
  const key = await leashed(service, { actions: ['read', 'delete'] })
  assert.equal((await key.rest('unpublish_post', { id })).code, 'forbidden')
  await key.adjust({ actions: ['read', 'publish'] })
  assert.equal((await key.rest('unpublish_post', { id })).code, 'forbidden')
  await key.adjust({ actions: ['read', 'publish', 'delete'], needs_approval: true })
  const held = await key.rest('unpublish_post', { id })
  assert.deepEqual([held.code, held.body['needs_approval']], ['forbidden', true])
  const reader = await leashed(service, {}, ['posts:read'])
  assert.equal((await reader.rest('unpublish_post', { id })).code, 'forbidden')
  await key.adjust({ needs_approval: false })
  assert.equal((await key.rest('unpublish_post', { id })).code, undefined)
})

test('what was not sent yet of a post that is out is not sent', async () => {
  const id = await postIn('published', service)
  await service.query(
    `update deliveries set status = 'pending', due_at = now() + interval '1 hour', published_at = null
     where post_id = ${id} and account_id = ${bluesky}`,
  )
  await service.query(`update posts set status = 'scheduled' where id = ${id}`)
  const { body } = await rest('unpublish_post', { id })
  assert.deepEqual(statesOf(body), { [x]: 'pending', [bluesky]: undefined })
  const found = await service.query(
    `select status, error_code from deliveries where post_id = ${id} and account_id = ${bluesky}`,
  )
  assert.deepEqual(found.rows, [{ status: 'failed', error_code: 'given_up' }])
})

test('what is being taken down is not sent again', async () => {
  const id = await postIn('unknown', service)
  await rest('unpublish_post', { id })
  const again = await rest('retry_post', { id, confirm_not_published: [x] })
  assert.equal(again.code, 'post_not_retryable')
})

test('undo_today takes down what is out, when it is asked to, and only then', async () => {
  const client = await leashed(service, {})
  const of = callers(service, client.token).rest
  const post = { content: 'Undo me', social_account_ids: [x], when: 'draft' }
  const draft = idOf((await of('schedule_post', post)).body)
  const out = await postIn('published', service)
  await service.query(`update posts set created_by = 'key:${client.id}' where id = ${out}`)
  const rehearsed = await rest('undo_today', { key_id: client.id, dry_run: true })
  assert.deepEqual(rehearsed.body['unpublished_post_ids'], undefined)
  const { body } = await rest('undo_today', { key_id: client.id, published: true })
  assert.deepEqual(
    [body['deleted_post_ids'], body['unpublished_post_ids'], body['not_undone']],
    [[draft], [out], []],
  )
  assert.deepEqual(statesOf((await rest('get_post', { id: out })).body), {
    [x]: 'pending',
    [bluesky]: 'pending',
  })
  await client.adjust({ actions: ['draft', 'delete'] })
  assert.equal((await of('undo_today', { published: true })).code, 'forbidden')
})

test('the capabilities tell who takes a post down on each platform', async () => {
  const { body } = await rest('get_capabilities')
  const { platforms } = z
    .looseObject({
      platforms: z.record(z.string(), z.looseObject({ unpublish: z.boolean().optional() })),
    })
    .parse(body)
  const byHand = Object.entries(platforms).filter(([, { unpublish }]) => !unpublish)
  assert.deepEqual(byHand.map(([id]) => id).toSorted(), ['instagram', 'tiktok'])
})

test('in a running service it is done at once, and wait tells when', async () => {
  const running = await openService()
  try {
    const { rest: call } = callers(running)
    const id = await newPost(running, { when: 'now', content: 'Out for a moment' })
    await call('get_post', { id, wait: 20 })
    assert.equal((await running.received('x')).length, 1)
    const { body } = await call('unpublish_post', { id, wait: 20 })
    assert.deepEqual(Object.values(statesOf(body)), ['removed', 'removed'])
    assert.equal((await running.received('x')).length, 0)
    assert.equal((await running.received('bluesky')).length, 0)
    const { body: deleted } = await call('delete_post', { id })
    assert.deepEqual(deleted, {})

    const told = await running.query(
      `select uuid from events where type = 'delivery.removed'
       union all select uuid from fresh_events where type = 'delivery.removed'`,
    )
    assert.equal(told.rows.length, 2)
  } finally {
    await running[Symbol.asyncDispose]()
  }
})

/** As a worker leaves it that took it down on x. */
async function taken(id: number) {
  await rest('unpublish_post', { id, account_ids: [x] })
  await service.query(
    `update removals set state = 'removed', due_at = null, finished_at = now() where post_id = ${id}`,
  )
}

test('published once more is what was taken down alone, and it counts as a new post', async () => {
  const id = await postIn('published', service)
  await taken(id)
  const used = async () => {
    const { posts_this_month } = (await rest('get_stats', {})).body
    return z.object({ used: z.number() }).parse(posts_this_month).used
  }
  const before = await used()
  const told = await rest('publish_now', { id, republish: true, dry_run: true })
  assert.equal(told.code, undefined)
  const { body } = await rest('publish_now', { id, republish: true })
  const states = z
    .array(z.looseObject({ account_id: z.number(), status: z.string() }))
    .parse(body['per_account'])
    .map(({ account_id, status }) => [account_id, status])
  assert.deepEqual(Object.fromEntries(states), { [x]: 'pending', [bluesky]: 'published' })
  assert.equal(await used(), before + 1)
})

test('a leash counts what is published once more, and one that needs approval may not', async () => {
  const [one, other] = [await postIn('published', service), await postIn('published', service)]
  await taken(one)
  await taken(other)
  const key = await leashed(service, { posts_per_day: 1 })
  const call = { id: one, republish: true }
  await key.adjust({ posts_per_day: 1, needs_approval: true })
  assert.equal((await key.rest('publish_now', call)).code, 'forbidden')
  await key.adjust({ needs_approval: false })
  assert.equal((await key.rest('publish_now', call)).code, undefined)
  const { code } = await key.rest('publish_now', { id: other, republish: true })
  assert.equal(code, 'too_many_requests')
  const odd = await rest('publish_now', { id: other, republish: 'yes' })
  assert.deepEqual([odd.code, Object.keys(odd.errors)], ['invalid', ['republish']])
})
