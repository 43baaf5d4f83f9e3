/** The library as a place of many files: looked through by what is amiss, changed together, brought back, replaced. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { pruneFiles } from '#chores/prune-files.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { leashed } from '../surfaces/leashed.ts'
import { newPost } from '../surfaces/kit.ts'
import { doingOf, openService } from '../service.ts'
import { uploadPicture } from './kit.ts'

const DAY = 24 * 3600_000
let clock = new Date()
/** A day, and a month, may end meanwhile. */
const began = clock.toISOString()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const signal = new AbortController().signal

const Listed = z.looseObject({
  data: z.array(z.looseObject({ id: z.int() })),
  total: z.int(),
  next_cursor: z.string().nullable(),
})
async function listed(filter: Record<string, unknown>) {
  const { body, code } = await rest('list_media', { per_page: 200, ...filter })
  assert.equal(code, undefined, JSON.stringify(body))
  return Listed.parse(body)
}
const idsOf = async (filter: Record<string, unknown>) =>
  (await listed(filter)).data.map(({ id }) => id)

let ids: number[]
before(async () => {
  ids = []
  for (const folder of ['Spring', 'Spring/May', 'Spring']) {
    clock = new Date(clock.getTime() + 1000)
    const described = folder === 'Spring/May' ? { alt_text: 'A tree' } : {}
    ids.push((await uploadPicture(service, { folder, tags: ['tree'], ...described })).id)
  }
})

test('files are found by what is amiss with them, in several orders, and walked by cursor', async () => {
  const [first = 0, second = 0, third = 0] = ids
  const post = await newPost(service, { media_ids: [third] })
  assert.deepEqual(await idsOf({ unused: true, tags: 'tree' }), [second, first])
  assert.deepEqual(await idsOf({ without_alt: true, tags: 'tree' }), [third, first])
  assert.deepEqual(await idsOf({ sort: 'created_at', order: 'asc', tags: 'tree' }), ids)
  clock = new Date(clock.getTime() + 1000)
  await rest('update_media', { id: second, tags: ['tree', 'may'] })
  assert.equal((await idsOf({ sort: 'updated_at' }))[0], second)
  const days = { from: began.slice(0, 10), to: clock.toISOString().slice(0, 10) }
  assert.equal((await idsOf({ ...days, tags: 'tree' })).length, 3)
  assert.deepEqual(await idsOf({ to: '2020-01-01' }), [])
  for (const sort of ['created_at', 'updated_at', 'size_bytes']) {
    const walked: number[] = []
    let cursor: string | undefined
    do {
      const page = await listed({ per_page: 1, sort, order: 'asc', ...(cursor && { cursor }) })
      walked.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual([walked.length, new Set(walked).size], [3, 3], sort)
    const { errors } = await rest('list_media', {
      cursor: 'created_at.desc~1-1~2~3',
      sort,
      order: 'asc',
    })
    assert.deepEqual(Object.keys(errors), ['cursor'])
  }
  await rest('delete_post', { id: post })
})

test('what series show is not unused', async () => {
  const [first = 0] = ids
  const made = await rest('create_series', {
    name: 'Trees',
    rule: 'FREQ=WEEKLY;COUNT=10',
    starts_at: '2030-01-07T09:00',
    post: {
      content: 'A tree',
      media_ids: [first],
      social_account_ids: Object.values(service.accounts).slice(0, 1),
    },
  })
  assert.equal(made.code, undefined, JSON.stringify(made.errors))
  assert.ok(!(await idsOf({ unused: true })).includes(first))
  await rest('end_series', { id: made.body['id'] })
  assert.ok((await idsOf({ unused: true })).includes(first))
})

test('the library at a glance counts folders, tags, months and what is amiss', async () => {
  const { body } = await rest('get_library')
  assert.deepEqual(body['folders'], [
    { folder: 'Spring', count: 2 },
    { folder: 'Spring/May', count: 1 },
  ])
  assert.deepEqual(body['tags'], [
    { tag: 'tree', count: 3 },
    { tag: 'may', count: 1 },
  ])
  assert.deepEqual([body['total'], body['without_alt'], body['deleted']], [3, 2, 0])
  const months = z.array(z.object({ month: z.string(), count: z.int() })).parse(body['months'])
  assert.equal(
    months.reduce((sum, { count }) => sum + count, 0),
    3,
  )
  const meanwhile = [began, clock.toISOString()].map((at) => at.slice(0, 7))
  assert.ok(months.every(({ month }) => meanwhile.includes(month)))
})

for (const surface of surfaces) {
  const call = both[surface]
  test(`many are moved, tagged, deleted and brought back in one call, over ${surface}`, async () => {
    const [first = 0, second = 0, third = 0] = ids
    const used = await newPost(service, { media_ids: [third] })
    const moved = await call('update_many_media', { ids, folder: 'Summer', add_tags: ['new'] })
    assert.deepEqual([moved.body['updated'], moved.body['failed']], [3, 0])
    assert.equal((await listed({ folder: 'Summer', tags: 'new' })).total, 3)
    await call('update_many_media', { ids, remove_tags: ['new'], folder: null })
    assert.equal((await listed({ tags: 'new' })).total, 0)

    const gone = await call('update_many_media', { ids: [...ids, 987_654], delete: true })
    const refusals = z
      .array(z.looseObject({ index: z.int(), code: z.string().optional() }))
      .parse(gone.body['results'])
    assert.deepEqual(
      refusals.map(({ code }) => code),
      [undefined, undefined, 'media_in_use', 'media_not_found'],
    )
    assert.deepEqual(z.looseObject({ post_ids: z.array(z.int()) }).parse(refusals[2]).post_ids, [
      used,
    ])
    assert.deepEqual(new Set(await idsOf({ deleted: true })), new Set([first, second]))
    assert.equal((await call('get_media', { id: first })).code, 'media_not_found')
    await call('update_many_media', { ids: [first, second], restore: true })
    assert.deepEqual(await idsOf({ deleted: true }), [])
    assert.equal((await call('get_media', { id: first })).code, undefined)
    await rest('delete_post', { id: used })
  })

  test(`another file takes its place in what is still to come, over ${surface}`, async () => {
    const old = (await uploadPicture(service)).id
    const other = (await uploadPicture(service, { alt_text: 'Better' })).id
    const beside = (await uploadPicture(service, { alt_text: 'As written' })).id
    const draft = await newPost(service, { media_ids: [old, beside] })
    await rest('update_media', { id: beside, alt_text: 'Described later' })
    const { code, body } = await call('replace_media', { id: old, with: other })
    assert.equal(code, undefined, JSON.stringify(body))
    assert.deepEqual([body['post_ids'], body['refused']], [[draft], []])
    const post = await rest('get_post', { id: draft })
    const shown = z.array(z.looseObject({ id: z.int(), alt_text: z.string().nullable() }))
    const items = shown.parse(post.body['media'])
    assert.deepEqual(
      items.map((item) => [item.id, item.alt_text]),
      [
        [other, 'Better'],
        [beside, 'As written'],
      ],
    )
    assert.deepEqual((await call('replace_media', { id: old, with: other })).body['post_ids'], [])
    await rest('delete_post', { id: draft })
  })
}

test('a leash without deletion holds in a call for many as well, and one on accounts in a replacement', async () => {
  const [first = 0, second = 0] = ids
  const { rest: call } = await leashed(service, { actions: ['read', 'draft'] })
  const none = await call('update_many_media', { ids: [first], delete: true })
  assert.deepEqual([none.body['updated'], none.body['failed']], [0, 1])
  assert.match(JSON.stringify(none.body), /forbidden/)
  assert.equal((await call('update_many_media', { ids: [first], folder: 'x' })).code, undefined)
  const { x = 0, bluesky = 0 } = service.accounts
  const hidden = await newPost(service, { social_account_ids: [x], media_ids: [first] })
  const near = await leashed(service, { account_ids: [bluesky] })
  const { body } = await near.rest('replace_media', { id: first, with: second })
  assert.deepEqual([body['post_ids'], body['left']], [[], { posts: 1, series_ids: [] }])
  await rest('delete_post', { id: hidden })
})

test('what was deleted goes for good after 30 days, and its room is free then', async () => {
  const [, second = 0] = ids
  await rest('delete_media', { id: second })
  const prune = async () =>
    pruneFiles.run({ ...(await doingOf(service)), now: () => clock }, signal)
  clock = new Date(clock.getTime() + 29 * DAY)
  await prune()
  assert.equal((await rest('restore_media', { id: second })).code, undefined)
  await rest('delete_media', { id: second })
  clock = new Date(clock.getTime() + 31 * DAY)
  await prune()
  assert.equal((await rest('restore_media', { id: second })).code, 'media_not_found')
  assert.deepEqual(await idsOf({ deleted: true }), [])
})
