/** Named queues: times of the week that posts take in turn, over changes of the clock; paused, resumed, deleted. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { JITTER_MAX, jittered } from '#rules/queue.ts'
import { claimDue } from '#store/claims.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { demoWorkspace, idOf, newAccount } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

// Five days before the clocks of Berlin go back.
let clock = new Date('2026-10-20T08:00:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { db } = service
const { rest } = callers(service)
const workspace_id = await demoWorkspace(service)
await service.query(`update workspaces set timezone = 'Europe/Berlin' where id = ${workspace_id}`)
const { id: account } = await newAccount(service, workspace_id)
const { id: other } = await newAccount(service, workspace_id)

const days = ['sat', 'sun', 'mon'].map((weekday) => ({ weekday, time: '09:00' }))
const Queue = z.looseObject({
  id: z.number(),
  name: z.string(),
  paused: z.boolean(),
  paused_since: z.string().nullable(),
  waiting: z.number(),
  next_slot: z.string().nullable(),
})
let made = 0
async function newQueue(more = {}) {
  const { code, body } = await rest('create_queue', {
    name: `Queue ${++made}`,
    times: days,
    ...more,
  })
  assert.equal(code, undefined, JSON.stringify(body))
  return Queue.parse(body)
}

const Post = z.looseObject({
  id: z.number(),
  status: z.string(),
  scheduled_at: z.string().nullable(),
  queue_id: z.number().optional(),
  per_account: z.array(
    z.looseObject({
      next_attempt_at: z.string().nullable(),
      waits_for: z
        .looseObject({ code: z.string(), until: z.null(), message: z.string() })
        .nullable(),
    }),
  ),
})
let written = 0
async function queued(queue: number, more = {}) {
  const wish = {
    content: `Tip ${++written}`,
    social_account_ids: [account],
    when: 'next_slot',
    queue,
    ...more,
  }
  const { code, body } = await rest('schedule_post', wish)
  assert.equal(code, undefined, JSON.stringify(body))
  return Post.parse(body)
}
const read = async (id: number) => Post.parse((await rest('get_post', { id })).body)
const queueIn = async (id: number) => {
  const { body } = await rest('list_queues')
  return (
    z
      .array(Queue)
      .parse(body['queues'])
      .find((each) => each.id === id) ?? assert.fail()
  )
}

async function claimed() {
  const options = {
    now: clock,
    lease_until: new Date(clock.getTime() + 1e6),
    limit: 1000,
    worker: 't',
  }
  const rows = await claimDue(db, options, {})
  const ids = await db
    .selectFrom('deliveries')
    .select('post_id')
    .where('id', 'in', [0, ...rows.map(({ id }) => id)])
    .execute()
  // Only asked.
  await db
    .updateTable('deliveries')
    .set({ status: 'pending', lease_until: null })
    .where('status', '=', 'publishing')
    .execute()
  return ids.map(({ post_id }) => post_id)
}

test('posts take its slots in turn, by the clock of the workspace, also where that changes', async () => {
  const queue = await newQueue()
  const times: (string | null)[] = []
  for (let at = 0; at < 4; at++) times.push((await queued(queue.id)).scheduled_at)
  assert.deepEqual(times, [
    '2026-10-24T07:00:00.000Z',
    // On this day the clocks go back.
    '2026-10-25T08:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
    '2026-10-31T08:00:00.000Z',
  ])
  const { waiting, next_slot } = await queueIn(queue.id)
  assert.deepEqual([waiting, next_slot], [4, '2026-11-01T08:00:00.000Z'])
})

test('two queues have slots of their own, and an account is not posted to twice at one moment', async () => {
  const [one, two] = [await newQueue(), await newQueue()]
  const { id: third } = await newAccount(service, workspace_id)
  const first = await queued(one.id, { social_account_ids: [other] })
  const second = await queued(two.id, { social_account_ids: [third] })
  assert.equal(first.scheduled_at, second.scheduled_at)
  assert.notEqual(
    (await queued(two.id, { social_account_ids: [other] })).scheduled_at,
    first.scheduled_at,
  )
})

test('a slot that is given up is taken by the next, and one that moves leaves the queue', async () => {
  const queue = await newQueue()
  const { id: lone } = await newAccount(service, workspace_id)
  const to = { social_account_ids: [lone] }
  const [first, second] = [await queued(queue.id, to), await queued(queue.id, to)]
  await rest('cancel_post', { id: first.id })
  assert.equal((await queued(queue.id, to)).scheduled_at, first.scheduled_at)
  await rest('update_post', { id: second.id, when: '2026-12-01T09:00:00Z' })
  assert.equal((await read(second.id)).queue_id, undefined)
  assert.equal((await queueIn(queue.id)).waiting, 1)
  await rest('update_post', { id: second.id, when: 'next_slot', queue: queue.id })
  const back = await read(second.id)
  assert.equal(back.queue_id, queue.id)
  await rest('update_post', { id: second.id, content: 'Other words' })
  assert.equal((await read(second.id)).queue_id, queue.id, 'words do not move it')
  assert.equal((await read(second.id)).scheduled_at, back.scheduled_at)
})

test('a post stays in its queue where its own time is said again, as forms send all that they show', async () => {
  const queue = await newQueue({ jitter: 30 })
  const { id: lone } = await newAccount(service, workspace_id)
  const { id, scheduled_at } = await queued(queue.id, { social_account_ids: [lone] })
  const minute = Temporal.Instant.from(scheduled_at ?? '')
    .toZonedDateTimeISO('Europe/Berlin')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
  for (const time of [{ scheduled_at }, { when: scheduled_at }, { when: minute }])
    for (const surface of surfaces) {
      const change = { id, content: `Written anew ${++written}`, ...time }
      const { body } = await callers(service)[surface]('update_post', change)
      const post = Post.parse(body)
      assert.deepEqual([post.queue_id, post.scheduled_at], [queue.id, scheduled_at])
    }
  await rest('update_post', {
    id,
    when: minute.replace(/\d$/, (last) => (last === '9' ? '8' : '9')),
  })
  assert.equal((await read(id)).queue_id, undefined)
})

test('jitter puts a post up to so many minutes behind its slot, never before, and a rehearsal tells the time', async () => {
  const slot = new Date('2026-11-02T08:00:00Z')
  const seen = new Set<number>()
  for (let id = 1; id <= 200; id++) {
    const late = jittered(slot, { id, jitter: JITTER_MAX }).getTime() - slot.getTime()
    assert.ok(late >= 0 && late <= JITTER_MAX * 60_000)
    seen.add(late)
  }
  assert.ok(seen.size > 150, 'they are scattered')
  assert.equal(jittered(slot, { id: 1, jitter: 0 }), slot)

  const queue = await newQueue({ jitter: 30 })
  const { id: lone } = await newAccount(service, workspace_id)
  const wish = { content: 'Late', social_account_ids: [lone], when: 'next_slot', queue: queue.id }
  const dry = Post.parse((await rest('schedule_post', { ...wish, dry_run: true })).body)
  const { scheduled_at, id } = Post.parse((await rest('schedule_post', wish)).body)
  assert.equal(dry.scheduled_at, scheduled_at)
  assert.equal((await queueIn(queue.id)).waiting, 1)
  await rest('update_queue', { id: queue.id, jitter: 3 })
  const next = await queued(queue.id, { social_account_ids: [lone] })
  assert.ok(
    Date.parse(next.scheduled_at ?? '') - Date.parse(scheduled_at ?? '') > 20 * 3600_000,
    'the slot stays taken',
  )
  await rest('publish_now', { id })
  assert.equal((await read(id)).queue_id, undefined, 'who says now does not wait')
})

test('a paused queue holds what stands in it and says so; resuming asks what becomes of what is late', async () => {
  const queue = await newQueue({ name: 'Tips' })
  const { id: lone } = await newAccount(service, workspace_id)
  const to = { social_account_ids: [lone] }
  const [late, ahead] = [await queued(queue.id, to), await queued(queue.id, to)]
  const before = clock
  assert.equal((await rest('update_queue', { id: queue.id, paused: true })).body['paused'], true)
  for (const surface of surfaces) {
    const { body } = await callers(service)[surface]('get_post', { id: ahead.id })
    const { waits_for, next_attempt_at } = Post.parse(body).per_account[0] ?? assert.fail()
    assert.deepEqual([waits_for?.code, next_attempt_at], ['paused', null])
    assert.match(waits_for?.message ?? '', /^The queue Tips is paused since 2026-10-20/)
  }
  clock = new Date('2026-10-24T09:00:00Z')
  assert.ok(!(await claimed()).includes(late.id), 'nobody takes it')
  assert.equal(
    (await rest('delete_queue', { id: queue.id })).code,
    'invalid',
    'what it holds would go out',
  )
  const asked = await rest('update_queue', { id: queue.id, paused: false })
  assert.equal(asked.code, 'invalid')
  assert.match(JSON.stringify(asked.body), /publish, next_slot or draft/)
  assert.equal((await queueIn(queue.id)).paused, true)

  await rest('update_queue', { id: queue.id, paused: false, late: 'next_slot' })
  const moved = await read(late.id)
  assert.equal(moved.scheduled_at, '2026-10-26T08:00:00.000Z', 'behind what stands there')
  assert.equal(moved.queue_id, queue.id)
  assert.equal(moved.per_account[0]?.waits_for, null)
  assert.equal((await read(ahead.id)).scheduled_at, '2026-10-25T08:00:00.000Z')

  await rest('update_queue', { id: queue.id, paused: true })
  clock = new Date('2026-10-25T09:00:00Z')
  await rest('update_queue', { id: queue.id, paused: false, late: 'publish' })
  assert.ok((await claimed()).includes(ahead.id))
  clock = before
})

test('what is late on an account that is resumed takes the next slots of the queue that it stands in', async () => {
  const queue = await newQueue()
  const { id: lone } = await newAccount(service, workspace_id)
  const { id } = await queued(queue.id, { social_account_ids: [lone] })
  const before = clock
  await rest('pause_publishing', { account_ids: [lone] })
  clock = new Date('2026-10-24T09:00:00Z')
  const resumed = await rest('resume_publishing', { account_ids: [lone], late: 'next_slot' })
  assert.deepEqual([resumed.errors, resumed.body['moved']], [{}, 1])
  const { scheduled_at, queue_id } = await read(id)
  assert.deepEqual([scheduled_at, queue_id], ['2026-10-25T08:00:00.000Z', queue.id])
  clock = before
})

test('a queue that is deleted leaves its posts on schedule', async () => {
  const queue = await newQueue()
  const post = await queued(queue.id, { social_account_ids: [other] })
  assert.equal((await rest('delete_queue', { id: queue.id })).code, undefined)
  const { scheduled_at, queue_id, status } = await read(post.id)
  assert.deepEqual([scheduled_at, queue_id, status], [post.scheduled_at, undefined, 'scheduled'])
})

test('what is wrong is told, all of it, and nothing is made of it', async () => {
  const queue = await newQueue({ name: 'Mine', account_ids: [other] })
  const errorsOf = async (name: string, args: Body) => {
    const { code, body } = await rest(name, args)
    assert.equal(code, 'invalid', JSON.stringify(body))
    return Object.keys(z.record(z.string(), z.unknown()).parse(body['errors'])).toSorted()
  }
  const wish = { content: 'x', social_account_ids: [account] }
  const bad = { name: 'mine', times: days, account_ids: [987_654], jitter: 5 }
  assert.deepEqual(await errorsOf('create_queue', bad), ['account_ids.0', 'name'])
  assert.deepEqual(await errorsOf('create_queue', { name: '', times: [], jitter: 31 }), [
    'jitter',
    'name',
    'times',
  ])
  assert.deepEqual(await errorsOf('create_queue', { name: 'Twice', times: [days[0], days[0]] }), [
    'times',
  ])
  for (const more of [
    { when: 'next_slot', queue: 987_654 },
    { when: 'next_slot', queue: queue.id },
    { when: 'now', queue: queue.id },
    { when: 'draft', queue: queue.id },
  ])
    assert.deepEqual(
      await errorsOf('schedule_post', { ...wish, ...more }),
      ['queue'],
      JSON.stringify(more),
    )
  const id = idOf((await rest('schedule_post', { ...wish, when: 'draft' })).body)
  assert.deepEqual(await errorsOf('update_post', { id, queue: queue.id }), ['queue'])
  assert.equal((await rest('update_queue', { id: 987_654, name: 'None' })).code, 'queue_not_found')
  assert.equal((await rest('delete_queue', { id: 987_654 })).code, 'queue_not_found')
  const dry = { name: 'Rehearsed', times: days, dry_run: true }
  assert.equal((await rest('create_queue', dry)).body['dry_run'], true)
  assert.ok(!JSON.stringify((await rest('list_queues')).body).includes('Rehearsed'))
})

test('a leash holds: no queue is managed on one, none of others is seen, and what needs approval keeps its slot', async () => {
  const [mine, theirs] = [
    await newQueue({ account_ids: [account] }),
    await newQueue({ account_ids: [other] }),
  ]
  const key = await leashed(service, { account_ids: [account], needs_approval: true })
  for (const name of ['create_queue', 'update_queue', 'delete_queue'])
    assert.equal(
      (await key.rest(name, { id: mine.id, name: 'X', times: days })).code,
      'forbidden',
      name,
    )
  const seen = z
    .array(Queue)
    .parse((await key.rest('list_queues')).body['queues'])
    .map(({ id }) => id)
  assert.ok(seen.includes(mine.id) && !seen.includes(theirs.id))
  const wish = { content: 'May it?', social_account_ids: [account], when: 'next_slot' }
  assert.equal((await key.rest('schedule_post', { ...wish, queue: theirs.id })).code, 'invalid')
  const asked = Post.parse((await key.rest('schedule_post', { ...wish, queue: mine.id })).body)
  assert.deepEqual([asked.status, asked.queue_id], ['draft', mine.id])
  const next = await queued(mine.id)
  assert.notEqual(next.scheduled_at, asked.scheduled_at, 'its slot is kept for it')
  await rest('approve_post', { id: asked.id })
  const out = await read(asked.id)
  assert.deepEqual(
    [out.status, out.scheduled_at, out.queue_id],
    ['scheduled', asked.scheduled_at, mine.id],
  )
})

test('a model puts what is written into a queue by update_posts, and the toolset lists the queues', async () => {
  const queue = await newQueue()
  const { id: lone } = await newAccount(service, workspace_id)
  const { mcp } = callers(service)
  const ids: number[] = []
  for (const content of ['One', 'Two'])
    ids.push(
      idOf(
        (await mcp('schedule_post', { content, social_account_ids: [lone], when: 'draft' })).body,
      ),
    )
  await mcp('update_posts', { ids, when: 'next_slot', queue: queue.id })
  const posts = [await read(ids[0] ?? 0), await read(ids[1] ?? 0)]
  assert.deepEqual(
    posts.map(({ queue_id }) => queue_id),
    [queue.id, queue.id],
  )
  assert.ok((posts[0]?.scheduled_at ?? '') < (posts[1]?.scheduled_at ?? ''))
  const { body } = await mcp('list_queues')
  assert.deepEqual(body, (await rest('list_queues')).body)
})
