import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin } from './hand.ts'
import { idOf, inAnHour, newNeighbour, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { lookAt, postIn } from './states.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const owner = callers(service).rest
const accounts = Object.values(service.accounts)
const later = () => inAnHour(clock)
const client = await leashed(service, { needs_approval: true })
let count = 0
const post = (when: string): Body => ({
  content: `Post ${count++}`,
  social_account_ids: accounts,
  when,
})

const Waiting = z.array(
  z.looseObject({
    id: z.number(),
    asked_by: z.object({ key_id: z.string(), name: z.string() }).nullable(),
  }),
)
const waiting = async () => Waiting.parse((await owner('list_approvals')).body['data'])
const warningsOf = ({ warnings }: Body) => z.array(z.string()).parse(warnings)

async function assertHeld(body: Body) {
  const id = idOf(body)
  assert.equal(body['status'], 'draft')
  assert.equal(warningsOf(body)[0], 'awaiting_approval')
  assert.match(warningsOf(body).at(-1) ?? '', /a person approves it/)
  assert.deepEqual(await begin(service, id), [], 'nothing of it is due')
  assert.ok((await waiting()).some((each) => each.id === id))
  return id
}

const asked = async (when = 'now') => idOf((await client.rest('schedule_post', post(when))).body)

for (const surface of surfaces) {
  const call = client[surface]

  test(`what a key on approval would send is accepted and waits as a draft, over ${surface}`, async () => {
    await assertHeld((await call('schedule_post', post('now'))).body)
    const at = later()
    const { body } = await call('schedule_post', post(at))
    await assertHeld(body)
    assert.equal(body['scheduled_at'], at)

    const draft = idOf((await call('schedule_post', post('draft'))).body)
    assert.ok(
      !warningsOf((await call('get_post', { id: draft })).body).includes('awaiting_approval'),
    )
    await assertHeld((await call('publish_now', { id: draft })).body)
    const other = await newPost(service)
    await assertHeld((await call('update_post', { id: other, when: later() })).body)
    await assertHeld((await call('restore_post', { id: await postIn('cancelled', service) })).body)
    const seen = (await callers(service)[surface]('get_post', { id: draft })).body
    assert.deepEqual(warningsOf(seen), ['awaiting_approval'])
  })

  test(`a scheduled post that such a key changes goes back to waiting, over ${surface}`, async () => {
    const at = later()
    const id = await newPost(service, { when: at })
    const { body } = await call('update_post', { id, content: 'Something else' })
    await assertHeld(body)
    assert.equal(body['scheduled_at'], at)
  })

  test(`what was begun can not wait: sending it again is refused, over ${surface}`, async () => {
    for (const [name, state] of [
      ['publish_now', 'failed'],
      ['publish_now', 'publishing'],
      ['retry_post', 'failed'],
      ['retry_post', 'partial'],
    ] as const) {
      const id = await postIn(state, service)
      const before = await stored(service)
      const { code, body } = await call(name, { id })
      assert.deepEqual([code, body['needs_approval']], ['forbidden', true], `${name} of ${state}`)
      assert.deepEqual(await stored(service), before)
    }
  })

  test(`who posts with the owner's key releases a waiting post, over ${surface}`, async () => {
    const mine = callers(service)[surface]
    const { body } = await mine('publish_now', { id: await asked() })
    assert.deepEqual([body['status'], warningsOf(body), body['approval']], ['scheduled', [], null])
    const at = later()
    const { body: planned } = await mine('update_post', { id: await asked(), when: at })
    assert.deepEqual([planned['status'], planned['scheduled_at']], ['scheduled', at])
    const { body: back } = await mine('update_post', { id: await asked(), when: 'draft' })
    assert.deepEqual([back['status'], back['approval']], ['draft', null])
    assert.deepEqual(await waiting().then((list) => list.filter(({ id }) => id === idOf(back))), [])
  })
}

test('the list says who asked, longest waiting first, and not what others wait for', async () => {
  clock = new Date(clock.getTime() + 1000)
  const [one, two] = [await asked(), await asked()]
  const ids = (await waiting()).map(({ id }) => id)
  assert.ok(ids.indexOf(one) < ids.indexOf(two) && one < two)
  const entry = (await waiting()).find(({ id }) => id === one)
  assert.deepEqual(entry?.asked_by, { key_id: client.id, name: 'On a leash' })
  const next = callers(service, (await newNeighbour(service)).token)
  assert.deepEqual((await next.rest('list_approvals')).body['total'], 0)
  assert.equal((await next.rest('approve_post', { id: one })).code, 'post_not_found')
  const blind = await leashed(service, { account_ids: [accounts[0] ?? 0] })
  assert.equal((await blind.rest('list_approvals')).body['total'], 0)
  assert.equal((await blind.rest('approve_post', { id: one })).code, 'post_not_found')
})

test('approving sends a post on at its time, or at once when that has passed', async () => {
  const at = later()
  const planned = await asked(at)
  const { body } = await owner('approve_post', { id: planned })
  assert.deepEqual([body['status'], body['scheduled_at'], warningsOf(body)], ['scheduled', at, []])
  assert.deepEqual(await begin(service, planned), [])

  const late = await asked('now')
  clock = new Date(clock.getTime() + 5000)
  const answer = await owner('approve_post', { id: late })
  assert.equal(answer.body['scheduled_at'], clock.toISOString())
  assert.ok(answer.body['approval'] === null)
  assert.equal((await owner('approve_post', { id: late })).code, 'post_not_awaiting')
})

test('a declined post stays a draft with the reason, and its author may ask again', async () => {
  const id = await asked()
  const { body } = await owner('decline_post', { id, reason: 'Too loud.' })
  assert.deepEqual([body['status'], warningsOf(body)], ['draft', ['approval_declined: Too loud.']])
  assert.ok((await waiting()).every((each) => each.id !== id))
  assert.equal((await owner('approve_post', { id })).code, 'post_not_awaiting')
  assert.equal((await owner('decline_post', { id })).code, 'post_not_awaiting')
  await assertHeld((await client.rest('publish_now', { id })).body)
})

test('nobody on approval approves or declines, whatever else it may do', async () => {
  const id = await asked()
  const before = await stored(service)
  for (const name of ['approve_post', 'decline_post']) {
    const { code, body } = await client.rest(name, { id })
    assert.deepEqual([code, body['needs_approval']], ['forbidden', true])
  }
  assert.deepEqual(await stored(service), before)
  const short = await leashed(service, { actions: ['read', 'draft'] })
  assert.equal((await short.rest('approve_post', { id })).code, 'forbidden')
  const planner = await leashed(service, { actions: ['schedule'] })
  assert.equal(
    (await planner.rest('approve_post', { id })).code,
    'forbidden',
    'it would go out now',
  )
  const capped = await leashed(service, { posts_per_day: 1 })
  assert.equal((await capped.rest('approve_post', { id })).code, undefined)
  assert.equal((await capped.rest('approve_post', { id: await asked() })).code, 'too_many_requests')
})

test('what is approved is what was looked at: a change in between is refused', async () => {
  const id = await asked()
  const seen = (await owner('get_post', { id })).body['updated_at']
  clock = new Date(clock.getTime() + 1000)
  await client.rest('update_post', { id, content: 'Bait and switch' })
  assert.equal((await lookAt(service, id)).status, 'draft')
  for (const name of ['approve_post', 'decline_post']) {
    const { code, body } = await owner(name, { id, updated_at: seen })
    assert.deepEqual([code, body['updated_at']], ['post_changed', clock.toISOString()])
  }
  const { code } = await owner('approve_post', { id, updated_at: clock.toISOString() })
  assert.equal(code, undefined)
})

for (const surface of surfaces) {
  test(`what was changed after it was asked for is let out with its updated_at only, over ${surface}`, async () => {
    const scribe = await leashed(service, { actions: ['read', 'draft'] })
    const person = callers(service)[surface]
    const ways: [string, Body][] = [
      ['publish_now', {}],
      ['update_post', { when: 'now' }],
      ...(surface === 'rest' ? [['approve_post', {}] satisfies [string, Body]] : []),
    ]
    for (const [name, more] of ways) {
      const id = await asked()
      clock = new Date(clock.getTime() + 1000)
      const edit = await scribe[surface]('update_post', { id, content: `Switched ${count++}` })
      assert.equal(edit.code, undefined)
      const unseen = await person(name, { id, ...more })
      assert.equal(unseen.code, 'post_changed', name)
      assert.equal((await lookAt(service, id)).status, 'draft')
      const updated_at = unseen.body['updated_at']
      const seen = await person(name, { id, ...more, updated_at })
      assert.equal(seen.code, undefined, name)
      assert.equal((await lookAt(service, id)).status, 'scheduled')
    }
  })
}

for (const [how, changed] of [
  ['changed', (id: number) => [['update_post', { id, content: `Unseen ${count++}` }]]],
  [
    'changed and asked for again',
    (id: number) => [['update_post', { id, content: `Unseen ${count++}`, when: later() }]],
  ],
  [
    'taken back and asked for anew',
    (id: number) => [
      ['update_post', { id, when: 'draft' }],
      ['update_post', { id, content: `Unseen ${count++}`, when: later() }],
    ],
  ],
] satisfies [string, (id: number) => [string, Body][]][])
  test(`what is ${how} is not let out by whoever saw what was there before`, async () => {
    const id = await asked(later())
    for (const [name, body] of changed(id)) {
      clock = new Date(clock.getTime() + 1000)
      assert.equal((await client.rest(name, body)).code, undefined)
    }
    const unseen = await owner('approve_post', { id })
    assert.equal(unseen.code, 'post_changed')
    const { updated_at } = unseen.body
    assert.equal((await owner('approve_post', { id, updated_at })).code, undefined)
  })

test('within one millisecond, too, what waits is another version after each change and each answer', async () => {
  const id = await asked(later())
  const versionOf = async () => (await owner('get_post', { id })).body['updated_at']
  const seen = await versionOf()
  await client.rest('update_post', { id, content: `Unseen ${count++}`, when: later() })
  for (const updated_at of [seen, undefined])
    assert.equal((await owner('approve_post', { id, updated_at })).code, 'post_changed')
  const versions = [seen, await versionOf()]
  await owner('decline_post', { id })
  versions.push(await versionOf())
  assert.equal(new Set(versions).size, 3, versions.join())
})

test('what was approved and is changed waits for a yes to this version', async () => {
  const id = await asked(later())
  assert.equal((await owner('approve_post', { id })).code, undefined)
  clock = new Date(clock.getTime() + 1000)
  await client.rest('update_post', { id, content: 'Another text' })
  assert.equal((await owner('approve_post', { id })).code, 'post_changed')
})

test('of many who approve at once one does, and of an approval and a refusal one holds', async () => {
  const id = await asked()
  const said = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      owner(index % 2 ? 'approve_post' : 'decline_post', { id }),
    ),
  )
  assert.equal(said.filter(({ code }) => code === undefined).length, 1)
  assert.equal(said.filter(({ code }) => code === 'post_not_awaiting').length, 11)
})

test('waiting costs nothing of the month, and approving does', async () => {
  const { token, account_id } = await newNeighbour(service, 'free')
  const theirs = callers(service, token).rest
  const created = await theirs('create_api_key', { name: 'x', leash: { needs_approval: true } })
  const mine = callers(service, String(created.body['token'])).rest
  const wish = { content: 'Hello', social_account_ids: [account_id], when: 'now' }
  const used = async () => {
    const { body } = await theirs('get_capabilities')
    return z
      .looseObject({ monthly_posts: z.looseObject({ used: z.number() }) })
      .parse(body['limits']).monthly_posts.used
  }
  const id = idOf((await mine('schedule_post', wish)).body)
  assert.equal(await used(), 0)
  assert.equal((await theirs('approve_post', { id, dry_run: true })).body['dry_run'], true)
  assert.equal(await used(), 0)
  await theirs('approve_post', { id })
  assert.equal(await used(), 1)
})

test('the cap of the day counts what waits once, however often it is asked for', async () => {
  const { rest } = await leashed(service, { needs_approval: true, posts_per_day: 1 })
  const id = idOf((await rest('schedule_post', post('now'))).body)
  assert.equal((await rest('publish_now', { id })).code, undefined)
  assert.equal((await rest('schedule_post', post('now'))).code, 'too_many_requests')
})
