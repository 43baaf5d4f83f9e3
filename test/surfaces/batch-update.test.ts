/** One change to many posts: as many single calls would make it, each told by itself. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService, type Body } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newNeighbour, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { lookAt, postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const [x = 0, other = 0] = Object.values(service.accounts)
const later = '2900-01-01T09:00:00.000Z'

const Results = z.object({
  results: z.array(
    z.looseObject({
      index: z.int(),
      post: z
        .looseObject({
          id: z.int(),
          scheduled_at: z.string().nullable(),
          labels: z.array(z.string()),
        })
        .optional(),
      post_id: z.int().optional(),
      code: z.string().optional(),
      errors: z.record(z.string(), z.array(z.string())).optional(),
      resets_at: z.string().optional(),
    }),
  ),
  updated: z.int(),
  failed: z.int(),
})

async function change(call: typeof rest, input: Body, options = {}) {
  const { code, body, errors, replayed } = await call('update_posts', input, options)
  if (code !== undefined) return { code, errors, results: [], updated: 0, failed: 0, replayed }
  return { code, errors, replayed, ...Results.parse(body) }
}

const timesOf = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await lookAt(service, id)).scheduled_at))

for (const surface of surfaces) {
  const call = both[surface]

  test(`posts are moved to one time, or each from its own, over ${surface}`, async () => {
    const ids = [
      await newPost(service, { when: later }),
      await newPost(service, { when: '2900-01-02T09:00:00Z' }),
    ].toReversed()
    const shifted = await change(call, { ids, shift_minutes: -90 })
    assert.deepEqual([shifted.updated, shifted.failed], [2, 0])
    assert.deepEqual(await timesOf(ids), ['2900-01-02T07:30:00.000Z', '2900-01-01T07:30:00.000Z'])
    assert.deepEqual(
      shifted.results.map(({ post }) => [post?.id, post?.scheduled_at]),
      [
        [ids[0], '2900-01-02T07:30:00.000Z'],
        [ids[1], '2900-01-01T07:30:00.000Z'],
      ],
    )
    await change(call, { ids, scheduled_at: '2900-07-01T09:00', timezone: 'Europe/Berlin' })
    assert.deepEqual(await timesOf(ids), Array(2).fill('2900-07-01T07:00:00.000Z'))
    const { rows } = await service.query(
      `select distinct due_at::text from deliveries where post_id in (${ids.join()})`,
    )
    assert.equal(new Date(String(rows[0]?.['due_at'])).toISOString(), '2900-07-01T07:00:00.000Z')
    assert.equal(rows.length, 1)
    await change(call, { ids, when: 'draft' })
    for (const id of ids) assert.equal((await lookAt(service, id)).outcome, 'draft')
  })

  test(`what a single call refuses is refused here, and told by its post, over ${surface}`, async () => {
    const scheduled = await postIn('scheduled', service)
    const draft = await postIn('draft', service)
    const published = await postIn('published', service)
    const soon = await newPost(service, { when: '2900-01-01T00:00:00Z' })
    const ids = [scheduled, draft, published, 987_654, soon]
    const moved = await change(call, { ids, shift_minutes: 60 })
    assert.deepEqual(
      moved.results.map(({ code, post, post_id, errors = {} }) => [
        code,
        post?.id ?? post_id,
        ...Object.keys(errors),
      ]),
      [
        [undefined, scheduled],
        ['invalid', draft, 'shift_minutes'],
        ['invalid', published, 'status'],
        ['post_not_found', 987_654],
        [undefined, soon],
      ],
    )
    const past = await change(call, { ids: [soon], shift_minutes: -500_000 })
    assert.equal(past.updated, 1)
    const beyond = await postIn('scheduled', service)
    const back = await change(call, { ids: [beyond], shift_minutes: -500_000 })
    assert.match(back.results[0]?.errors?.['shift_minutes']?.[0] ?? '', /^Use a time in the future/)
    const cancelled = await change(call, { ids, cancel: true })
    assert.deepEqual(
      cancelled.results.map(({ code }) => code),
      [undefined, 'post_not_cancelable', 'post_not_cancelable', 'post_not_found', undefined],
    )
    assert.notEqual((await lookAt(service, scheduled)).deleted_at, null)
  })

  test(`labels are set, added and removed, whatever became of the post, over ${surface}`, async () => {
    const ids = [
      await postIn('published', service),
      await newPost(service, { labels: ['old', 'x'] }),
    ]
    const added = await change(call, { ids, add_labels: ['new', 'old'], remove_labels: ['x'] })
    assert.deepEqual(
      added.results.map(({ post }) => post?.labels),
      [
        ['new', 'old'],
        ['old', 'new'],
      ],
    )
    const many = Array.from({ length: 19 }, (_, at) => `word ${at}`)
    const full = await change(call, { ids, add_labels: many })
    assert.deepEqual(
      full.results.map(({ errors = {} }) => Object.keys(errors)),
      [['labels'], ['labels']],
    )
    await change(call, { ids, labels: [] })
    const set = await change(call, { ids, labels: ['only'] })
    assert.deepEqual(
      set.results.map(({ post }) => post?.labels),
      [['only'], ['only']],
    )
  })

  test(`all or nothing changes none when one is refused, and says all that is wrong, over ${surface}`, async () => {
    const ids = [await newPost(service, { when: later }), await postIn('draft', service), 987_654]
    const before = await stored(service)
    const { code, errors } = await change(call, { ids, shift_minutes: 5, all_or_nothing: true })
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), ['ids.1.shift_minutes', 'ids.2'])
    assert.deepEqual(await stored(service), before)
  })

  test(`a rehearsal tells the same and writes nothing, over ${surface}`, async () => {
    const ids = [await newPost(service, { when: later }), await postIn('draft', service)]
    const before = await stored(service)
    const { code, results, updated, failed } = await change(call, {
      ids,
      cancel: true,
      dry_run: true,
    })
    assert.deepEqual([code, updated, failed, results[0]?.post?.id], [undefined, 1, 1, ids[0]])
    assert.deepEqual(await stored(service), before)
  })

  test(`a call that says too much or too little is told all of it, over ${surface}`, async () => {
    const ids = [await newPost(service)]
    const fieldsOf = async (input: Body) =>
      Object.keys((await change(call, input)).errors).toSorted()
    assert.deepEqual(await fieldsOf({ ids }), ['ids'])
    assert.deepEqual(await fieldsOf({ ids, cancel: true, labels: ['a'] }), ['cancel'])
    assert.deepEqual(
      await fieldsOf({ ids: [1, 1], when: 'now', shift_minutes: 5, labels: [], add_labels: ['a'] }),
      ['ids', 'labels', 'shift_minutes'],
    )
    assert.deepEqual(await fieldsOf({ ids: [], shift_minutes: 0, scheduled_at: 'soon' }), [
      'ids',
      'scheduled_at',
      'shift_minutes',
    ])
    assert.deepEqual(await fieldsOf({ ids, content: 'All the same' }), ['content', 'ids'])
  })
}

test('the same key answers the same, and moves nothing again', async () => {
  const ids = [await newPost(service, { when: later })]
  const input = { ids, shift_minutes: 10 }
  const first = await change(rest, input, { idempotency_key: 'shift' })
  const second = await change(rest, input, { idempotency_key: 'shift' })
  assert.deepEqual([second.replayed, second.results], [true, first.results])
  assert.deepEqual(await timesOf(ids), ['2900-01-01T09:10:00.000Z'])
})

test('a leash is felt by each post: its accounts, what it may do, approval and posts a day', async () => {
  const seen = await newPost(service, { when: later, social_account_ids: [x] })
  const hidden = await newPost(service, { when: later, social_account_ids: [other] })
  const codes = async (call: typeof rest, input: Body) =>
    (await change(call, input)).results.map(({ code }) => code)

  const bound = await leashed(service, { account_ids: [x] })
  const ids = [hidden, seen]
  assert.deepEqual(await codes(bound.rest, { ids, shift_minutes: 5 }), [
    'post_not_found',
    undefined,
  ])
  const scheduling = await leashed(service, { actions: ['schedule'] })
  assert.deepEqual(await codes(scheduling.rest, { ids, cancel: true }), ['forbidden', 'forbidden'])
  const drafting = await leashed(service, { actions: ['draft', 'delete'] })
  assert.deepEqual(await codes(drafting.rest, { ids, shift_minutes: 5 }), [
    'forbidden',
    'forbidden',
  ])
  const rationed = await leashed(service, { posts_per_day: 1 })
  const moved = await change(rationed.rest, { ids, shift_minutes: 5 })
  assert.deepEqual(
    moved.results.map(({ code }) => code),
    [undefined, 'too_many_requests'],
  )
  assert.equal(typeof moved.results[1]?.resets_at, 'string')
  const asking = await leashed(service, { needs_approval: true })
  const asked = await change(asking.rest, { ids: [seen], shift_minutes: 5 })
  assert.deepEqual(
    asked.results.map(({ post }) => [post?.['status'], post?.['approval'] !== null]),
    [['draft', true]],
  )
})

test('posts that go on schedule are charged, as far as the month goes', async () => {
  const { token, account_id } = await newNeighbour(service, 'free')
  const there = callers(service, token).rest
  const draft = async () =>
    idOf(
      (
        await there('schedule_post', {
          content: 'Draft',
          social_account_ids: [account_id],
          when: 'draft',
        })
      ).body,
    )
  const ids: number[] = []
  for (let count = 0; count < 32; count++) ids.push(await draft())
  const { results, updated, failed } = await change(there, { ids, when: later })
  assert.deepEqual([updated, failed], [30, 2])
  assert.deepEqual(results.at(-1)?.code, 'plan_limit_reached')
})

test('open slots are taken in the order of the ids', async () => {
  const home = await newNeighbour(service)
  const there = callers(service, home.token).rest
  for (const day of ['mon', 'wed'])
    await service.query(
      `insert into schedule_entries (workspace_id, account_id, weekday, time) values (${home.workspace_id}, null, '${day}', '09:00')`,
    )
  const post = { content: 'Next', social_account_ids: [home.account_id], when: 'draft' }
  const [first, second] = [
    idOf((await there('schedule_post', post)).body),
    idOf((await there('schedule_post', post)).body),
  ]
  const { results } = await change(there, { ids: [second, first], when: 'next_slot' })
  const [one = '', two = ''] = results.map(({ post: made }) => String(made?.scheduled_at))
  assert.ok(one < two, `${one} ${two}`)
})

test('over REST 500 go at once and no more, over MCP 50; nobody changes posts of others', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => at + 1)
  assert.deepEqual(Object.keys((await change(rest, { ids, cancel: true })).errors), ['ids'])
  const some = ids.slice(0, 51)
  assert.deepEqual(Object.keys((await change(both.mcp, { ids: some, cancel: true })).errors), [
    'ids',
  ])
  const { token } = await newNeighbour(service)
  const mine = [await newPost(service, { when: later })]
  const theirs = await change(callers(service, token).rest, { ids: mine, cancel: true })
  assert.equal(theirs.results[0]?.code, 'post_not_found')
})

test('two such calls at once, in other orders, both come through', async () => {
  const ids: number[] = []
  for (let count = 0; count < 12; count++) ids.push(await newPost(service, { when: later }))
  const done = await Promise.all(
    [ids, ids.toReversed(), ids, ids.toReversed()].map((each) =>
      change(rest, { ids: each, shift_minutes: 1 }),
    ),
  )
  assert.ok(done.every(({ updated }) => updated === ids.length))
  assert.deepEqual(await timesOf(ids), Array(12).fill('2900-01-01T09:04:00.000Z'))
})
