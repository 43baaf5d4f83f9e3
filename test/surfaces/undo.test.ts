import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end } from './hand.ts'
import { idOf, inAnHour, newNeighbour, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { lookAt } from './states.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
clock = new Date('2997-03-05T12:00:00Z')
const owner = callers(service).rest
const { x = 0, bluesky = 0 } = service.accounts
const make = async (call: typeof owner, when: string, more: Body = {}) => {
  const post = { content: 'Hello', social_account_ids: [x, bluesky], when, ...more }
  return idOf((await call('schedule_post', post)).body)
}

/** As if its time had come: deliveries are due by the real clock in what plays the platforms. */
async function publish(id: number) {
  await service.query(`update deliveries set due_at = now() where post_id = ${id}`)
  await begin(service, id)
}

test('what a client did today is undone, but for what is out or on its way', async () => {
  const client = await leashed(service, { needs_approval: false, posts_per_day: 100 })
  const yesterday = await make(client.rest, inAnHour(new Date('2997-03-09T00:00:00Z')))
  clock = new Date(clock.getTime() + 24 * 3_600_000)
  const draft = await make(client.rest, 'draft')
  const scheduled = await make(client.rest, inAnHour(clock))
  const out = await make(client.rest, 'now')
  await publish(out)
  await end(service, out, { [x]: 'published', [bluesky]: 'published' })
  const going = await make(client.rest, 'now')
  await publish(going)
  const gone = await make(client.rest, 'draft')
  await client.rest('delete_post', { id: gone })
  const others = await newPost(service, { when: inAnHour(clock) })

  const before = await stored(service)
  const rehearsed = await owner('undo_today', { key_id: client.id, dry_run: true })
  assert.deepEqual(await stored(service), before)
  const { body } = await owner('undo_today', { key_id: client.id })
  assert.deepEqual({ ...body, dry_run: true }, rehearsed.body)
  assert.deepEqual(body, {
    since: '2997-03-06T00:00:00.000Z',
    cancelled_post_ids: [scheduled],
    deleted_post_ids: [draft],
    not_undone: [
      { post_id: out, status: 'published', reason: 'It is published.' },
      { post_id: going, status: 'scheduled', reason: 'It is being published.' },
    ],
  })
  const outcomes = await Promise.all(
    [yesterday, draft, scheduled, out, going, others].map(
      async (id) => (await lookAt(service, id)).outcome,
    ),
  )
  assert.deepEqual(outcomes, [
    'scheduled',
    'deleted',
    'deleted',
    'published',
    'publishing',
    'scheduled',
  ])
  const again = await owner('undo_today', { key_id: client.id })
  assert.deepEqual([again.body['cancelled_post_ids'], again.body['deleted_post_ids']], [[], []])
  assert.equal((await owner('restore_post', { id: scheduled })).body['status'], 'scheduled')
})

for (const surface of surfaces) {
  test(`a client may undo its own day, and one that may not delete may not, over ${surface}`, async () => {
    const client = await leashed(service, { actions: ['draft', 'delete'] })
    const undo = callers(service, client.token)[surface]
    const id = await make(client.rest, 'draft')
    const others = await newPost(service, { when: 'draft' })
    const rehearsed = await undo('undo_today', { dry_run: true })
    assert.deepEqual(rehearsed.body['deleted_post_ids'], [id])
    assert.deepEqual((await undo('undo_today')).body['deleted_post_ids'], [id])
    assert.equal((await lookAt(service, others)).outcome, 'draft')
    await client.adjust({ actions: ['draft'] })
    assert.equal((await undo('undo_today')).code, 'forbidden')
  })
}

test('it goes as far as the accounts of whoever undoes', async () => {
  const client = await leashed(service, { posts_per_day: 100 })
  const mine = await make(client.rest, 'draft', { social_account_ids: [bluesky] })
  const mixed = await make(client.rest, 'draft')
  const blind = await leashed(service, { account_ids: [bluesky] })
  const { body } = await blind.rest('undo_today', { key_id: client.id })
  assert.deepEqual([body['deleted_post_ids'], body['not_undone']], [[mine], []])
  assert.equal((await lookAt(service, mixed)).outcome, 'draft')
})

test("the day of a revoked key can be undone, another workspace's key is not there", async () => {
  const client = await leashed(service, { posts_per_day: 100 })
  const id = await make(client.rest, inAnHour(clock))
  await owner('revoke_api_key', { id: client.id })
  const next = callers(service, (await newNeighbour(service)).token).rest
  assert.equal((await next('undo_today', { key_id: client.id })).code, 'key_not_found')
  const { body } = await owner('undo_today', { key_id: client.id })
  assert.deepEqual(body['cancelled_post_ids'], [id])
})

test('undoing while the client goes on leaves nothing half done', async () => {
  const client = await leashed(service, { posts_per_day: 100 })
  const made = Array.from({ length: 20 }, () => make(client.rest, inAnHour(clock)))
  const undone = Array.from({ length: 5 }, () => owner('undo_today', { key_id: client.id }))
  const ids = await Promise.all(made)
  for (const { code } of await Promise.all(undone)) assert.equal(code, undefined)
  await owner('undo_today', { key_id: client.id })
  for (const id of ids) assert.equal((await lookAt(service, id)).outcome, 'deleted')
})
