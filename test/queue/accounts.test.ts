/** Whose posts a named queue takes: also of those that stand in it, and when its accounts are gone. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, idOf, newAccount } from '../surfaces/kit.ts'

const service = await openService({ ROLE: 'api' }, { now: () => new Date('2026-10-20T08:00:00Z') })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const workspace_id = await demoWorkspace(service)
const { id: account } = await newAccount(service, workspace_id)
const { id: other } = await newAccount(service, workspace_id)

const Queue = z.looseObject({
  id: z.number(),
  account_ids: z.array(z.number()),
  any_account: z.boolean(),
})
let made = 0
const Post = z.looseObject({
  id: z.number(),
  queue_id: z.number().optional(),
  per_account: z.array(z.unknown()),
})

async function done(name: string, args: Body) {
  const { code, body } = await rest(name, args)
  assert.equal(code, undefined, JSON.stringify(body))
  return body
}

const times = ['sat', 'sun', 'mon'].map((weekday) => ({ weekday, time: '09:00' }))
const newQueue = async (more: Body = {}) =>
  Queue.parse(await done('create_queue', { name: `Queue ${++made}`, times, ...more }))
const wish = (queue: number) => ({
  content: `Tip ${++made}`,
  social_account_ids: [account],
  when: 'next_slot',
  queue,
})
const queued = async (queue: number) => Post.parse(await done('schedule_post', wish(queue)))
const read = async (id: number) => Post.parse(await done('get_post', { id }))

async function shownIn(id: number) {
  const { queues } = await done('list_queues', {})
  return (
    z
      .array(Queue)
      .parse(queues)
      .find((each) => each.id === id) ?? assert.fail()
  )
}

/** As a person does who takes the access away. */
async function leave(id: number) {
  await service.query(`update accounts set removed_at = now() where id = ${id}`)
}

test('a post that stays in its queue gets no account that the queue does not take; one that moves does', async () => {
  const queue = await newQueue({ account_ids: [account] })
  const { id } = await queued(queue.id)
  const set = idOf(
    (await rest('create_account_set', { name: 'All', account_ids: [account, other] })).body,
  )
  for (const [to, field] of [
    [{ social_account_ids: [account, other] }, 'social_account_ids.1'],
    [{ social_account_ids: [other], content: 'Anew' }, 'social_account_ids.0'],
    [{ account_set_ids: [set] }, 'account_set_ids'],
  ] as const) {
    const { code, errors } = await rest('update_post', { id, ...to })
    assert.deepEqual([code, Object.keys(errors)], ['invalid', [field]])
  }
  const before = await read(id)
  assert.equal(before.per_account.length, 1)
  const moved = { id, social_account_ids: [account, other], when: '2026-11-20T09:00:00Z' }
  assert.equal((await rest('update_post', moved)).code, undefined)
  assert.equal((await read(id)).queue_id, undefined)
  const { id: second } = await queued(queue.id)
  await rest('update_queue', { id: queue.id, account_ids: [other] })
  const kept = { id: second, social_account_ids: [account], content: 'It may stay' }
  assert.equal(
    (await rest('update_post', kept)).code,
    undefined,
    'what stands in it keeps its place',
  )
})

test('a queue whose accounts are all disconnected takes none, and says so, whatever is sent back', async () => {
  const { id: leaving } = await newAccount(service, workspace_id)
  const { id } = await newQueue({ account_ids: [leaving] })
  const open = await newQueue()
  assert.deepEqual((await shownIn(id)).any_account, false)
  assert.deepEqual((await shownIn(open.id)).any_account, true)
  await leave(leaving)
  const { account_ids, any_account } = await shownIn(id)
  assert.deepEqual([account_ids, any_account], [[], false])
  for (const said of [
    { id, account_ids, any_account },
    { id, account_ids },
    { id, any_account },
  ]) {
    assert.equal((await rest('update_queue', said)).code, undefined, JSON.stringify(said))
    assert.deepEqual(Object.keys((await rest('schedule_post', wish(id))).errors), ['queue'])
  }
  const unclear = await rest('update_queue', { id, account_ids: [account], any_account: true })
  assert.deepEqual(Object.keys(unclear.errors), ['any_account'])
  const none = await rest('update_queue', { id: open.id, any_account: false })
  assert.deepEqual(Object.keys(none.errors), ['account_ids'])
  await rest('update_queue', { id, any_account: true })
  assert.equal((await shownIn(id)).any_account, true)
  await queued(id)
  await rest('update_queue', { id, account_ids: [account] })
  assert.deepEqual((await shownIn(id)).account_ids, [account])
  await rest('update_queue', { id, account_ids: [] })
  assert.equal((await shownIn(id)).any_account, true, 'of one that has some, none is any')
})

test('a set whose accounts are all disconnected is sent back as it is shown, and none is said of no other', async () => {
  const { id: leaving } = await newAccount(service, workspace_id)
  const { body } = await rest('create_account_set', { name: 'Gone', account_ids: [leaving] })
  const id = idOf(body)
  const refused = await rest('update_account_set', { id, account_ids: [] })
  assert.deepEqual(Object.keys(refused.errors), ['account_ids'])
  await leave(leaving)
  assert.equal(
    (await rest('update_account_set', { id, name: 'Gone', account_ids: [] })).code,
    undefined,
  )
})
