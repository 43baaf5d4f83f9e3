/** More posts in one call than are written at a time, and those that go by themselves between them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService, type Body } from '../service.ts'
import { callers } from './callers.ts'
import { inAnHour, newNeighbour } from './kit.ts'

const clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())

const kept = z.object({
  id: z.int(),
  content: z.string(),
  status: z.string(),
  scheduled_at: z.string().nullable(),
  per_account: z.array(z.object({ account_id: z.int(), status: z.string() })),
})
const Results = z.object({
  results: z.array(
    z.object({ index: z.int(), post: kept.optional(), code: z.string().optional() }),
  ),
  created: z.int(),
  failed: z.int(),
})

test('of hundreds each is made at its place and charged once, beside those that go by themselves and those that are refused', async () => {
  const { token, account_id } = await newNeighbour(service)
  const there = callers(service, token).rest
  const odd: Record<number, Body> = {
    0: { when: 'draft' },
    99: { when: 'next_slot' },
    100: { when: inAnHour(clock) },
    120: { thread: [{ content: 'Behind' }], when: 'draft' },
    121: { content: '' },
    240: { when: 'draft', thread: [{ content: 'Behind' }] },
    241: { when: '2001-01-01T00:00:00Z' },
  }
  const posts = Array.from({ length: 320 }, (_, at) => ({
    content: `Of hundreds ${at}`,
    social_account_ids: [account_id],
    when: '2900-01-01T09:00:00Z',
    ...odd[at],
  }))
  const { results, created, failed } = Results.parse(
    (await there('schedule_posts', { posts })).body,
  )
  assert.deepEqual([created, failed], [317, 3])
  assert.deepEqual(
    results.map(({ index }) => index),
    posts.map((_, at) => at),
  )
  assert.deepEqual(
    results.flatMap(({ index, code }) => (code === undefined ? [] : [[index, code]])),
    [
      [99, 'no_queue_slots'],
      [121, 'invalid'],
      [241, 'invalid'],
    ],
  )
  const made = results.flatMap(({ post: each }) => each ?? [])
  const ids = made.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  for (const each of [made[0], made[99], made.at(-1)])
    assert.deepEqual(each, kept.parse((await there('get_post', { id: each?.id })).body))
  const { posts_this_month: told } = z
    .looseObject({ posts_this_month: z.looseObject({ used: z.int() }) })
    .parse((await there('get_stats')).body)
  assert.equal(told.used, 314)
})

test('an id that stands twice is made once, also where its first row is one that goes by itself', async () => {
  const { token, account_id } = await newNeighbour(service)
  const one = {
    content: 'Many',
    social_account_ids: [account_id],
    when: 'draft',
    external_id: 'by itself first',
  }
  const posts = [{ ...one, thread: [{ content: 'Behind' }] }, one]
  const { body } = await callers(service, token).rest('schedule_posts', { posts })
  const { results, created } = Results.parse(body)
  assert.equal(created, 1)
  assert.deepEqual(
    results.map(({ code }) => code),
    [undefined, 'external_id_taken'],
  )
})
