/** The calendar: what is planned day by day, in the zone of the workspace. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { replaceEntries } from '#store/schedule.ts'
import { changeWorkspace } from '#store/workspaces.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, idOf, newAccount, newKey, newMedia, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
// The demo's accounts are connected by the clock of the sandbox; then the days of the test begin.
clock = new Date('2027-03-01T08:00:00Z')
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts
const workspace_id = await demoWorkspace(service)
const scope = { db: service.db, workspace_id }
await changeWorkspace(scope, { timezone: 'Europe/Berlin' })

const Answer = z.looseObject({
  timezone: z.string(),
  days: z.array(
    z.looseObject({
      date: z.string(),
      counts: z.record(z.string(), z.int()),
      more: z.int(),
      posts: z.array(
        z.looseObject({
          id: z.int(),
          at: z.string(),
          excerpt: z.string(),
          account_id: z.int().optional(),
          account_ids: z.array(z.int()),
          queue_id: z.int().optional(),
          outcome: z.string(),
        }),
      ),
    }),
  ),
  slots: z.array(z.object({ iso: z.string(), account_id: z.int().nullable() })),
})

const look = async (more: Body, call = rest) =>
  Answer.parse((await call('list_calendar', more)).body)
const write = async (content: string, when: string, more: Body = {}) => {
  const wish = { content, when, social_account_ids: [x, bluesky], ...more }
  const { body } = await rest('schedule_post', wish)
  return idOf(body)
}
const idsOn = ({ days }: z.infer<typeof Answer>, date: string) =>
  days.find((each) => each.date === date)?.posts.map(({ id }) => id)

for (const surface of surfaces) {
  const call = both[surface]

  test(`a post stands on the day that it is there, also where days have 23 hours, over ${surface}`, async () => {
    const last = await write(`Saturday, the last minute, ${surface}`, '2027-03-27T22:59:00Z')
    const first = await write(`Sunday, the first, ${surface}`, '2027-03-27T23:00:00Z')
    const late = await write(`Sunday still, ${surface}`, '2027-03-28T21:59:00Z')
    const next = await write(`Monday, ${surface}`, '2027-03-28T22:00:00Z')
    const told = await look({ from: '2027-03-27', to: '2027-03-29' }, call)
    assert.equal(told.timezone, 'Europe/Berlin')
    assert.deepEqual(
      told.days.map(({ date }) => date),
      ['2027-03-27', '2027-03-28', '2027-03-29'],
    )
    assert.deepEqual(
      ['2027-03-27', '2027-03-28', '2027-03-29'].map((date) => idsOn(told, date)),
      [[last], [first, late], [next]],
    )
    assert.equal(told.days[0]?.posts[0]?.at, '2027-03-27T22:59:00.000Z')
    assert.deepEqual(told.days[1]?.counts, { scheduled: 2 })
    for (const id of [last, first, late, next]) await rest('cancel_post', { id })
  })

  test(`an account with a time of its own stands there by itself, over ${surface}`, async () => {
    const own = '2027-04-02T10:00:00.000Z'
    const id = await write(`Staggered ${surface}`, '2027-04-01T10:00:00Z', {
      platform_content: [{ account_id: bluesky, scheduled_at: own }],
    })
    const told = await look({ from: '2027-04-01', to: '2027-04-02' }, call)
    const [first, second] = told.days.map(({ posts }) => posts)
    assert.deepEqual(
      first?.map((each) => [each.id, each.account_id, each.account_ids]),
      [[id, undefined, [x]]],
    )
    assert.deepEqual(
      second?.map((each) => [each.id, each.account_id, each.account_ids, each.at]),
      [[id, bluesky, [bluesky], own]],
    )
    await rest('cancel_post', { id })
  })

  test(`what is wrong with the days is told at once, over ${surface}`, async () => {
    const refused = async (args: Body) => (await call('list_calendar', args)).errors
    assert.deepEqual(Object.keys(await refused({})), ['from', 'to'])
    assert.deepEqual(await refused({ from: '2027-03-02', to: '2027-03-01' }), {
      to: ['Use a day that is not before from.'],
    })
    assert.deepEqual(await refused({ from: '2027-03-01', to: '2027-05-02' }), {
      to: ['At most 62 days with the first.'],
    })
    assert.deepEqual(await refused({ from: '2027-03-01', to: '2027-03-02', per_day: 51 }), {
      per_day: ['At most 50.'],
    })
    const odd = await refused({ from: '2027-03-01', to: '2027-03-02', outcome: 'deleted' })
    assert.deepEqual(Object.keys(odd), ['outcome.0'])
  })
}

test('of a full day the first are told, and the rest is counted', async () => {
  const ids = []
  for (let minute = 0; minute < 4; minute++)
    ids.push(await write(`Number ${minute}`, `2027-05-03T10:0${minute}:00Z`))
  const draft = await write('Not yet', 'draft')
  const [day] = (await look({ from: '2027-05-03', to: '2027-05-03', per_day: 3 })).days
  assert.deepEqual(
    day?.posts.map(({ id }) => id),
    ids.slice(0, 3),
  )
  assert.deepEqual([day?.counts, day?.more], [{ scheduled: 4 }, 1])
  assert.ok(!JSON.stringify(day).includes(String(draft)), 'a draft without a time is on no day')
})

test('filters are those of the list of posts', async () => {
  const at = '2027-06-01T10:00:00Z'
  const media_ids = [await newMedia(service)]
  const both_of_them = await write('The harvest begins\nand goes on', at, {
    labels: ['autumn'],
    media_ids,
  })
  const one = await write('Only on X', at, { social_account_ids: [x] })
  const asked = async (more: Body) =>
    idsOn(await look({ from: '2027-06-01', to: '2027-06-01', ...more }), '2027-06-01')
  assert.deepEqual(await asked({}), [both_of_them, one])
  assert.deepEqual(await asked({ account_ids: String(bluesky) }), [both_of_them])
  assert.deepEqual(await asked({ platform: 'bluesky' }), [both_of_them])
  assert.deepEqual(await asked({ labels: 'autumn' }), [both_of_them])
  assert.deepEqual(await asked({ search: 'harv' }), [both_of_them])
  assert.deepEqual(await asked({ outcome: 'draft' }), [])
  assert.deepEqual(await asked({ at_risk: 'true' }), [])
  assert.deepEqual(await asked({ mine: 'true' }), [both_of_them, one])
  const other = await newKey(service)
  const there = callers(service, other.token).rest
  const own = await look({ from: '2027-06-01', to: '2027-06-01', mine: 'true' }, there)
  assert.deepEqual(idsOn(own, '2027-06-01'), [])
  const day = (await look({ from: '2027-06-01', to: '2027-06-01' })).days[0]?.posts[0]
  assert.equal(day?.excerpt, 'The harvest begins…')
  assert.equal(day?.['kind'], 'image')
})

test('slots are told where nothing is planned, those of an account where nothing of it is', async () => {
  const entry = (weekday: 'thu', time: string, account_id: number | null) => ({
    weekday,
    time,
    account_id,
  })
  await replaceEntries(scope, [
    entry('thu', '09:00', null),
    entry('thu', '10:00', null),
    entry('thu', '11:00', bluesky),
    entry('thu', '12:00', bluesky),
  ])
  // The first of July 2027 is a Thursday, two hours ahead of UTC.
  await write('On X', '2027-07-01T07:00:00Z', { social_account_ids: [x] })
  await write('On X again', '2027-07-01T09:00:00Z', { social_account_ids: [x] })
  await write('On Bluesky', '2027-07-01T10:00:00Z', { social_account_ids: [bluesky] })
  const window = { from: '2027-07-01', to: '2027-07-07' }
  const { slots } = await look(window)
  assert.deepEqual(slots, [
    { iso: '2027-07-01T08:00:00.000Z', account_id: null },
    { iso: '2027-07-01T09:00:00.000Z', account_id: bluesky },
  ])
  assert.deepEqual((await look({ ...window, account_ids: String(x) })).slots, [slots[0]])
  const gone = await look({ from: '2027-02-01', to: '2027-02-28' })
  assert.deepEqual(gone.slots, [], 'what has passed is not open')
  await replaceEntries(scope, [])
})

test('a post that stands in a queue says in which, and another says nothing', async () => {
  const times = [{ weekday: 'mon', time: '09:00' }]
  const { body } = await rest('create_queue', { name: 'Tips', times })
  const queue = idOf(body)
  const queued = await write('In a queue', 'next_slot', { queue })
  const other = await write('At a time', '2027-03-10T10:00:00Z')
  const { days } = await look({ from: '2027-03-01', to: '2027-03-31' })
  const told = days.flatMap(({ posts }) => posts).filter(({ id }) => [queued, other].includes(id))
  assert.deepEqual(
    new Map(told.map(({ id, queue_id }) => [id, queue_id])),
    new Map([
      [queued, queue],
      [other, undefined],
    ]),
  )
})

test('on a leash and next door only their own is seen', async () => {
  const third = await newAccount(service, workspace_id)
  const at = '2027-08-02T10:00:00Z'
  const id = await write('Of one', at, { social_account_ids: [x] })
  await write('Of the other', at, { social_account_ids: [bluesky] })
  const window = { from: '2027-08-02', to: '2027-08-02' }
  const bound = await leashed(service, { account_ids: [x] })
  const seen = await look(window, bound.rest)
  assert.deepEqual([idsOn(seen, '2027-08-02'), seen.days[0]?.counts], [[id], { scheduled: 1 }])
  const stranger = await leashed(service, { account_ids: [third.id] })
  assert.deepEqual(idsOn(await look(window, stranger.rest), '2027-08-02'), [])
  const next = await newNeighbour(service)
  assert.deepEqual(idsOn(await look(window, callers(service, next.token).rest), '2027-08-02'), [])
})

test('what is out stands where it went out, with how it went', async () => {
  const at = '2027-09-01T10:00:00Z'
  const id = await write('Half of it', at)
  await service.query(
    `update posts set status = 'published', published_at = '2027-09-02T10:00:00Z' where id = ${id}`,
  )
  await service.query(
    `update deliveries set status = case when account_id = ${x} then 'published' else 'failed' end,
       published_at = case when account_id = ${x} then '2027-09-02T10:00:00Z'::timestamptz end, due_at = null,
       error_code = case when account_id <> ${x} then 'refused' end where post_id = ${id}`,
  )
  const told = await look({ from: '2027-09-01', to: '2027-09-02' })
  assert.deepEqual([idsOn(told, '2027-09-01'), idsOn(told, '2027-09-02')], [[], [id]])
  assert.deepEqual(told.days[1]?.counts, { partial: 1 })
})
