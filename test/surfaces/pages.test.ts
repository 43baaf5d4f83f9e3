import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)

const Page = z.object({
  data: z.array(
    z.looseObject({ id: z.number(), status: z.string(), scheduled_at: z.string().nullable() }),
  ),
  current_page: z.number(),
  per_page: z.number(),
  last_page: z.number(),
  total: z.number(),
  next_page_url: z.string().nullable(),
  prev_page_url: z.string().nullable(),
})
const page = async (args: Body) => Page.parse((await rest('list_posts', args)).body)
const idsOf = ({ data }: z.infer<typeof Page>) => data.map(({ id }) => id)
const drafts: number[] = []
const scheduled = new Map<string, number>()

before(async () => {
  for (let count = 0; count < 45; count++) drafts.unshift(await newPost(service))
  for (const when of [
    '2998-03-01T11:00:00Z',
    '2998-03-01T23:30:00Z',
    '2998-03-02T00:00:00Z',
    '2998-03-02T10:59:59Z',
    '2998-03-02T11:00:00Z',
  ]) {
    scheduled.set(when, await newPost(service, { when }))
  }
})

test('a page has 20 posts unless said, newest first, with the numbers of the whole', async () => {
  const first = await page({ status: 'draft' })
  assert.deepEqual(idsOf(first), drafts.slice(0, 20))
  const { current_page, per_page, last_page, total, prev_page_url } = first
  assert.deepEqual([current_page, per_page, last_page, total, prev_page_url], [1, 20, 3, 45, null])
})

test('following next_page_url shows every post once, and prev_page_url leads back', async () => {
  const seen: number[] = []
  const back: (string | null)[] = []
  let url: string | null = `${service.base_url}/api/posts?status=draft&per_page=7`
  while (url !== null) {
    const { status, body } = await service.rest('GET', url.slice(service.base_url.length))
    assert.equal(status, 200)
    const at: z.infer<typeof Page> = Page.parse(body)
    seen.push(...idsOf(at))
    back.push(at.prev_page_url)
    assert.equal(at.per_page, 7)
    url = at.next_page_url
  }
  assert.deepEqual(seen, drafts)
  assert.equal(back.length, 7)
  const last = back.at(-1) ?? ''
  const { body } = await service.rest('GET', last.slice(service.base_url.length))
  assert.deepEqual(idsOf(Page.parse(body)), drafts.slice(35, 42))
})

test('addresses of other pages keep every filter', async () => {
  const args = {
    status: 'scheduled',
    from: '2998-03-01',
    to: '2998-03-02T23:00:00+01:00',
    deleted: false,
    per_page: 1,
  }
  const { next_page_url } = await page(args)
  const { body } = await service.rest('GET', (next_page_url ?? '').slice(service.base_url.length))
  assert.equal(Page.parse(body).total, 5)
  assert.equal(Page.parse(body).current_page, 2)
})

test('a page beyond the end is empty and leads back to the last one', async () => {
  const beyond = await page({ status: 'draft', page: 99 })
  assert.deepEqual(
    [beyond.data, beyond.current_page, beyond.last_page, beyond.next_page_url],
    [[], 99, 3, null],
  )
  const { body } = await service.rest(
    'GET',
    (beyond.prev_page_url ?? '').slice(service.base_url.length),
  )
  assert.deepEqual(idsOf(Page.parse(body)), drafts.slice(40))
})

test('an empty list is one empty page', async () => {
  const { data, total, last_page, next_page_url, prev_page_url } = await page({ status: 'failed' })
  assert.deepEqual([data, total, last_page, next_page_url, prev_page_url], [[], 0, 1, null, null])
})

for (const surface of surfaces) {
  test(`per_page is 1 to 200 and never silently reduced, over ${surface}`, async () => {
    const call = callers(service)[surface]
    assert.equal((await call('list_posts', { per_page: 200 })).code, undefined)
    for (const per_page of [201, 1000, 0, -1, 1.5, 'many', '1e1']) {
      const { errors } = await call('list_posts', { per_page })
      assert.deepEqual(Object.keys(errors), ['per_page'], String(per_page))
    }
    for (const at of [0, -1, 'last']) {
      assert.deepEqual(Object.keys((await call('list_posts', { page: at })).errors), ['page'])
    }
  })

  test(`every wrong filter is named at once, over ${surface}`, async () => {
    const args = {
      status: 'lost',
      from: 'monday',
      to: '2026-13-01',
      deleted: 'perhaps',
      per_page: 201,
      colour: 1,
    }
    const { errors } = await callers(service)[surface]('list_posts', args)
    assert.deepEqual(Object.keys(errors).sort(), Object.keys(args).sort())
  })
}

const between = async (from: string | undefined, to: string | undefined) =>
  (await page({ status: 'all', ...(from && { from }), ...(to && { to }) })).data.map(
    (post) => post.scheduled_at,
  )

test('from and to are times, both ends included', async () => {
  const [first, second, third] = [...scheduled.keys()].map((when) => new Date(when).toISOString())
  assert.deepEqual(await between('2998-03-01T23:30:00Z', '2998-03-02T00:00:00Z'), [third, second])
  assert.deepEqual(await between('2998-03-02T00:30:00+01:00', '2998-03-01T23:30Z'), [second])
  assert.deepEqual(await between(undefined, '2998-03-01T11:00:00.000Z'), [first])
  assert.deepEqual(await between('2998-03-02T12:00:00Z', undefined), [])
  assert.deepEqual(await between('2998-03-02', '2998-03-01'), [])
})

test('a time may have any zone and any fraction of a second', async () => {
  for (const time of [
    '2998-03-03T10:00:00+23:59',
    '2998-03-03T10:00:00-23:59',
    '2998-03-03T10:00:00.123456789012345678901234567890Z',
  ]) {
    for (const field of ['from', 'to']) {
      assert.equal(
        (await rest('list_posts', { [field]: time })).code,
        undefined,
        `${field} ${time}`,
      )
    }
  }
  for (const from of ['1970-01-01T00:00:00+23:00', '2999-12-31T23:59:59-23:00', '1969-12-31']) {
    assert.deepEqual(Object.keys((await rest('list_posts', { from })).errors), ['from'], from)
  }
})

test('a plain date is a whole day in the time zone of the workspace', async () => {
  const days = async (date: string) => (await between(date, date)).length
  assert.deepEqual([await days('2998-03-01'), await days('2998-03-02')], [2, 3])
  const zone = (timezone: string) =>
    demoWorkspace(service).then((id) =>
      service.db.updateTable('workspaces').set({ timezone }).where('id', '=', id).execute(),
    )
  await zone('Pacific/Auckland')
  // Thirteen hours ahead in March: the day there begins at 11:00 in UTC.
  assert.deepEqual(
    [await days('2998-03-01'), await days('2998-03-02'), await days('2998-03-03')],
    [0, 4, 1],
  )
  await zone('UTC')
})

test('deleted posts are listed only when asked for', async () => {
  const id = await newPost(service)
  await rest('delete_post', { id })
  assert.ok(!idsOf(await page({ per_page: 200 })).includes(id))
  for (const deleted of [true, 'true', 1]) assert.deepEqual(idsOf(await page({ deleted })), [id])
  assert.equal((await page({ deleted: 'false' })).total, 50)
})
