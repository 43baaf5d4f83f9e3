/** The order of what waits in a queue: slots change hands among the posts that hold them, all of them or none. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { claimDue } from '#store/claims.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { demoWorkspace, idOf, newAccount, newNeighbour } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

let clock = new Date('2026-10-20T08:00:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const workspace_id = await demoWorkspace(service)

const days = ['mon', 'tue', 'wed', 'thu'].map((weekday) => ({ weekday, time: '09:00' }))
let made = 0
async function newQueue(more: Body = {}) {
  const { code, body } = await rest('create_queue', {
    name: `Queue ${++made}`,
    times: days,
    ...more,
  })
  assert.equal(code, undefined, JSON.stringify(body))
  return idOf(body)
}

const Post = z.looseObject({
  status: z.string(),
  scheduled_at: z.string().nullable(),
  queue_id: z.number().optional(),
  updated_at: z.string(),
})
const read = async (id: number) => Post.parse((await rest('get_post', { id })).body)
const timesOf = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await read(id)).scheduled_at))
/** What stands in the store, the slot behind the time as well. */
async function slotsOf(ids: readonly number[]) {
  const { rows } = await service.query(
    `select post_id, iso(queue_slot) as slot, iso(due_at) as due from deliveries where post_id in (${ids.join()})`,
  )
  const by = new Map(rows.map((row) => [Number(row['post_id']), [row['slot'], row['due']]]))
  return ids.map((id) => by.get(id))
}

async function queued(queue: number, account: number, more: Body = {}) {
  const { code, body } = await rest('schedule_post', {
    content: `Tip ${++made}`,
    social_account_ids: [account],
    when: 'next_slot',
    queue,
    ...more,
  })
  assert.equal(code, undefined, JSON.stringify(body))
  return idOf(body)
}

/** A queue of its own, on an account of its own, with so many posts. */
async function line(count: number, more: Body = {}) {
  const { id: account } = await newAccount(service, workspace_id)
  const queue = await newQueue(more)
  const ids: number[] = []
  while (ids.length < count) ids.push(await queued(queue, account))
  return { queue, account, ids }
}

/** In one statement: an event is in one table or, once it has its number, in the other. */
async function eventsOf(ids: readonly number[]) {
  const { rows } = await service.query(
    `select count(*)::int as count from (select post_id from events union all select post_id from fresh_events) told
      where post_id in (${ids.join()})`,
  )
  return Number(rows[0]?.['count'])
}

for (const surface of surfaces) {
  const call = both[surface]

  test(`the first id gets the earliest of the slots, and so on, over ${surface}`, async () => {
    const { queue, ids } = await line(4)
    const [one = 0, two = 0, three = 0, four = 0] = ids
    const times = await timesOf(ids)
    const slots = await slotsOf(ids)
    // The second keeps out of it, and its place.
    const { code, body } = await call('update_posts', { ids: [four, one, three], reorder: true })
    assert.deepEqual([code, body['updated'], body['failed']], [undefined, 3, 0])
    assert.deepEqual(await timesOf([four, two, one, three]), times)
    assert.deepEqual(await slotsOf([four, two, one, three]), slots)
    for (const id of ids) {
      const { status, queue_id } = await read(id)
      assert.deepEqual([status, queue_id], ['scheduled', queue])
    }
  })

  test(`what has no slot of the same queue is told, each by its id, and nothing changes, over ${surface}`, async () => {
    const { ids, account } = await line(2)
    const [one = 0, two = 0] = ids
    const other = await line(1)
    const draft = await queued(other.queue, account, { when: 'draft', queue: undefined })
    const timed = await queued(other.queue, account, {
      when: '2026-12-24T09:00:00Z',
      queue: undefined,
    })
    const cancelled = await queued(other.queue, other.account)
    await rest('cancel_post', { id: cancelled })
    const neighbour = await newNeighbour(service)
    const theirs = idOf(
      (
        await callers(service, neighbour.token).rest('schedule_post', {
          content: 'Theirs',
          social_account_ids: [neighbour.account_id],
          when: '2026-12-24T09:00:00Z',
        })
      ).body,
    )
    const strangers = [...other.ids, draft, timed, cancelled, theirs]
    const all = [two, one, ...strangers]
    const before = await slotsOf(all)
    const { code, errors } = await call('update_posts', { ids: all, reorder: true })
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), [
      'ids.2.queue',
      'ids.3.status',
      'ids.4.queue',
      'ids.5.status',
      'ids.6',
    ])
    for (const [index, texts] of Object.values(errors).entries())
      assert.match(texts.join(), new RegExp(`\\b${strangers[index]}\\b`))
    assert.deepEqual(await slotsOf(all), before)
  })

  test(`an order is said by itself, over ${surface}`, async () => {
    const { ids } = await line(1)
    const fieldsOf = async (more: Body) =>
      Object.keys((await call('update_posts', { ids, reorder: true, ...more })).errors).toSorted()
    assert.deepEqual(await fieldsOf({ labels: ['a'] }), ['reorder'])
    assert.deepEqual(await fieldsOf({ cancel: true, when: 'draft' }), ['cancel', 'reorder'])
    assert.deepEqual(await fieldsOf({ reorder: 'up' }), ['ids', 'reorder'])
    assert.deepEqual(await fieldsOf({ reorder: false }), ['ids'])
  })
}

test('said twice it changes nothing further, and no event tells of what keeps its slot', async () => {
  const { ids } = await line(3)
  const [one = 0, two = 0, three = 0] = ids
  const told = await eventsOf([three])
  const order = { ids: [two, one, three], reorder: true }
  await rest('update_posts', order)
  assert.equal(await eventsOf([three]), told)
  const posts = await Promise.all(ids.map(read))
  const all = await eventsOf(ids)
  const { body } = await rest('update_posts', order)
  assert.equal(body['updated'], 3)
  assert.deepEqual(await Promise.all(ids.map(read)), posts)
  assert.equal(await eventsOf(ids), all)
})

test('each that moves is told of as any that is rescheduled, and its history shows both times', async () => {
  const { ids } = await line(2)
  const moved = await line(2)
  const kindsOf = async (list: readonly number[]) => {
    const kinds = []
    for (const id of list) {
      const { rows } = await service.query(
        `select type from (select type, post_id from events union all select type, post_id from fresh_events) e where post_id = ${id} order by type`,
      )
      kinds.push(rows.map(({ type }) => type))
    }
    return kinds
  }
  await rest('update_posts', { ids: ids.toReversed(), reorder: true })
  for (const id of moved.ids)
    await rest('update_post', { id, scheduled_at: '2026-12-24T09:00:00Z' })
  assert.deepEqual(await kindsOf(ids), await kindsOf(moved.ids))
})

test('a rehearsal tells the order and changes nothing', async () => {
  const { ids } = await line(2)
  const before = await slotsOf(ids)
  const times = await timesOf(ids)
  const { body } = await rest('update_posts', {
    ids: ids.toReversed(),
    reorder: true,
    dry_run: true,
  })
  const Results = z.array(z.looseObject({ post: z.looseObject({ scheduled_at: z.string() }) }))
  assert.deepEqual(
    Results.parse(body['results']).map(({ post }) => post.scheduled_at),
    times,
  )
  assert.deepEqual(await slotsOf(ids), before)
})

test('jitter goes with the slot, and a post that comes later takes none of them', async () => {
  const { ids, queue, account } = await line(3, { jitter: 30 })
  const before = await slotsOf(ids)
  await rest('update_posts', { ids: ids.toReversed(), reorder: true })
  assert.deepEqual(await slotsOf(ids.toReversed()), before)
  const next = await queued(queue, account)
  const [slot] = await slotsOf([next])
  assert.ok(!before.some((each) => each?.[0] === slot?.[0]))
})

test('what was approved is ordered by whoever needs no approval; others ask anew, and the slots are kept', async () => {
  const { id: account } = await newAccount(service, workspace_id)
  const queue = await newQueue()
  const asking = await leashed(service, { needs_approval: true })
  const wish = { content: 'May it?', social_account_ids: [account], when: 'next_slot', queue }
  const approved = idOf((await asking.rest('schedule_post', wish)).body)
  const plain = await queued(queue, account)
  const early = await rest('update_posts', { ids: [plain, approved], reorder: true })
  assert.match(early.errors['ids.1.status']?.join() ?? '', /waits for approval/)
  await rest('approve_post', { id: approved })
  const slots = await slotsOf([approved, plain])
  await rest('update_posts', { ids: [plain, approved], reorder: true })
  assert.deepEqual(await slotsOf([plain, approved]), slots)
  assert.equal((await read(approved)).status, 'scheduled')

  await asking.rest('update_posts', { ids: [approved, plain], reorder: true })
  for (const id of [approved, plain]) {
    const { status, queue_id } = await read(id)
    assert.deepEqual([status, queue_id], ['draft', queue])
  }
  const taken = await slotsOf([await queued(queue, account)])
  assert.ok(!slots.some((each) => each?.[0] === taken[0]?.[0]), 'what waits holds its slot')
  for (const id of [approved, plain]) {
    const { updated_at } = (await rest('get_post', { id })).body
    assert.equal((await rest('approve_post', { id, updated_at })).code, undefined)
  }
  assert.deepEqual(await slotsOf([approved, plain]), slots)
})

test('a leash holds: posts of other accounts are not there, and who may not schedule orders nothing', async () => {
  const { ids, account } = await line(2)
  const other = await line(1)
  const bound = await leashed(service, { account_ids: [account] })
  const order = [...ids.toReversed(), ...other.ids]
  const refused = await bound.rest('update_posts', { ids: order, reorder: true })
  assert.deepEqual(Object.keys(refused.errors), ['ids.2'])
  const before = await slotsOf(ids)
  const drafting = await leashed(service, { actions: ['draft'] })
  const may = await drafting.rest('update_posts', { ids: ids.toReversed(), reorder: true })
  assert.equal(may.code, 'invalid')
  assert.match(Object.values(may.errors).flat().join(), /may schedule/)
  assert.deepEqual(await slotsOf(ids), before)
  await bound.rest('update_posts', { ids: ids.toReversed(), reorder: true })
  assert.deepEqual(await slotsOf(ids.toReversed()), before)
})

test('an account is not posted to twice at one moment: what another post has is not dealt to it', async () => {
  const queue = await newQueue()
  const { id: one } = await newAccount(service, workspace_id)
  const { id: two } = await newAccount(service, workspace_id)
  const [first, second] = [await queued(queue, one), await queued(queue, two)]
  const [, later] = await timesOf([first, second])
  await queued(queue, one, { when: later, queue: undefined })
  const before = await slotsOf([first, second])
  const { errors } = await rest('update_posts', { ids: [second, first], reorder: true })
  assert.deepEqual(Object.keys(errors), ['ids.1.scheduled_at'])
  assert.deepEqual(await slotsOf([first, second]), before)
})

test('two orders at once: one is whole after the other, and no slot is held twice', async () => {
  const { ids } = await line(8)
  const slots = await slotsOf(ids)
  const orders = [ids.toReversed(), [...ids.slice(3), ...ids.slice(0, 3)]]
  for (let round = 0; round < 4; round++) {
    const done = await Promise.all(
      orders.map((each) => rest('update_posts', { ids: each, reorder: true })),
    )
    assert.deepEqual(
      done.map(({ body }) => body['updated']),
      [8, 8],
    )
    const now = await Promise.all(orders.map(slotsOf))
    assert.ok(
      now.some((each) => JSON.stringify(each) === JSON.stringify(slots)),
      'the last one stands',
    )
  }
})

test('posts that ask for a slot meanwhile get another, and none of those that change hands', async () => {
  const { ids, queue, account } = await line(4)
  const asked = Array.from({ length: 4 }, () => queued(queue, account))
  const orders = [ids.toReversed(), ids].map((each) =>
    rest('update_posts', { ids: each, reorder: true }),
  )
  const more = await Promise.all(asked)
  await Promise.all(orders)
  const slots = await slotsOf([...ids, ...more])
  assert.equal(new Set(slots.map((each) => each?.[0])).size, 8)
})

test('a post that goes out meanwhile is refused, and so is one whose slot is over; nothing is half done', async () => {
  const { ids } = await line(3)
  const [, ...left] = await slotsOf(ids)
  const before = clock
  const [due] = await timesOf(ids)
  clock = new Date(due ?? '')
  const lease_until = new Date(clock.getTime() + 1e6)
  const rows = await claimDue(service.db, { now: clock, lease_until, limit: 1000, worker: 't' }, {})
  assert.ok(rows.length > 0)
  const { errors } = await rest('update_posts', { ids: ids.toReversed(), reorder: true })
  assert.deepEqual(Object.keys(errors), ['ids.2.status'])
  assert.deepEqual(await slotsOf(ids.slice(1)), left)

  const held = await line(2)
  await rest('update_queue', { id: held.queue, paused: true })
  const [first] = await timesOf(held.ids)
  clock = new Date(Date.parse(first ?? '') + 1000)
  const late = await rest('update_posts', { ids: held.ids.toReversed(), reorder: true })
  assert.deepEqual(Object.keys(late.errors), ['ids.1.scheduled_at'])
  clock = before
})

test('a list has what was put into a queue', async () => {
  const { queue, ids } = await line(2)
  const other = await line(1)
  for (const list of [both.rest, both.mcp]) {
    const { body } = await list('list_posts', {
      queue_id: queue,
      sort: 'scheduled_at',
      order: 'asc',
    })
    const { data, total } = z
      .looseObject({ data: z.array(z.looseObject({ id: z.number() })), total: z.number() })
      .parse(body)
    assert.deepEqual([data.map(({ id }) => id), total], [ids, 2])
    assert.equal((await list('list_posts', { queue_id: other.queue })).body['total'], 1)
  }
})
