import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { setSchedule } from '#operations/queue/parts/schedule.ts'
import type { ScheduleEntry } from '#rules/schedule.ts'
import { demoWorkspace, newAccount, newNeighbour } from '../surfaces/kit.ts'
import { type Body, openService, type TestService } from '../service.ts'

let service: TestService
let workspace_id: number
let all: number[]

/** A Friday, 08:00 in Berlin. */
const NOW = new Date('2026-11-20T07:00:00Z')

before(async () => {
  service = await openService({ ROLE: 'api' }, { now: () => NOW })
  workspace_id = await demoWorkspace(service)
  all = Object.values(service.accounts)
})
after(() => service[Symbol.asyncDispose]())

const scope = () => ({ db: service.db, workspace_id })

async function plan(entries: Partial<ScheduleEntry>[], timezone = 'Europe/Berlin') {
  await service.db.updateTable('posts').set({ deleted_at: NOW }).execute()
  await setSchedule(scope(), { timezone, entries }, NOW)
}

async function slotsOf(query = '') {
  const { status, body } = await service.rest('GET', `/api/queue-slots${query}`)
  assert.equal(status, 200)
  return body as { slots: { iso: string; label: string }[]; timezone: string }
}

async function post(social_account_ids = all, when = 'next_slot') {
  const answer = await service.rest('POST', '/api/posts', {
    content: 'Next',
    social_account_ids,
    when,
  })
  return answer.body as Body & { id: number; scheduled_at: string }
}

const fri9 = { weekday: 'fri', time: '09:00' } as const
const sat11 = { weekday: 'sat', time: '11:00' } as const

test('slots come soonest first, in UTC and in words of the workspace’s zone', async () => {
  await plan([sat11, fri9])
  const { slots, timezone } = await slotsOf('?count=3')
  assert.equal(timezone, 'Europe/Berlin')
  assert.deepEqual(slots, [
    { iso: '2026-11-20T08:00:00.000Z', label: 'Fri 20 Nov 2026, 09:00 (Europe/Berlin)' },
    { iso: '2026-11-21T10:00:00.000Z', label: 'Sat 21 Nov 2026, 11:00 (Europe/Berlin)' },
    { iso: '2026-11-27T08:00:00.000Z', label: 'Fri 27 Nov 2026, 09:00 (Europe/Berlin)' },
  ])
  assert.deepEqual((await service.tool('get_queue_slots', { count: 3 })).result, {
    slots,
    timezone,
  })
})

test('slots of days are those that begin on them, by the clock of the workspace', async () => {
  await plan([{ weekday: 'fri', time: '00:00' }, { weekday: 'sat', time: '23:59' }, sat11])
  const isos = async (query: string) => (await slotsOf(query)).slots.map(({ iso }) => iso)
  // In Berlin a Friday begins at 23:00 of the day before in UTC.
  const [friday, noon, night] = [
    '2026-11-26T23:00:00.000Z',
    '2026-11-28T10:00:00.000Z',
    '2026-11-28T22:59:00.000Z',
  ]
  assert.deepEqual(await isos('?from=2026-11-27&to=2026-11-28'), [friday, noon, night])
  assert.deepEqual(await isos('?from=2026-11-28&to=2026-11-28'), [noon, night])
  assert.deepEqual(await isos('?from=2026-11-27&count=1'), [friday])
  assert.deepEqual(await isos('?from=2026-11-23&to=2026-11-26'), [])
  assert.deepEqual(await isos('?to=2026-11-19'), [], 'what has passed is open no more')
  assert.deepEqual(await isos('?from=2020-01-01&to=2026-11-21'), [
    '2026-11-21T10:00:00.000Z',
    '2026-11-21T22:59:00.000Z',
  ])
  await post(all, night)
  assert.deepEqual(await isos('?from=2026-11-28&to=2026-11-28'), [noon])
  for (const [query, field] of [
    ['?from=2026-11-28&to=2026-11-27', 'to'],
    ['?from=tomorrow', 'from'],
    ['?to=2026-02-30', 'to'],
  ] as const) {
    const { status, body } = await service.rest('GET', `/api/queue-slots${query}`)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body['errors'] as Body), [field])
  }
})

test('without a schedule there are no slots, and next_slot is refused with what to do', async () => {
  await plan([])
  assert.deepEqual((await slotsOf()).slots, [])
  const refused = await service.rest('POST', '/api/posts', {
    content: 'Next',
    social_account_ids: all,
    when: 'next_slot',
  })
  assert.equal(refused.status, 409)
  const { code, settings_url } = refused.body['error'] as Body
  assert.equal(code, 'no_queue_slots')
  assert.match(String(settings_url), /\/settings\/schedule$/)
})

test('a post takes the next slot, and the slot is gone until the post is cancelled', async () => {
  await plan([fri9, sat11])
  const first = await post()
  const second = await post()
  assert.equal(first.scheduled_at, '2026-11-20T08:00:00.000Z')
  assert.equal(second.scheduled_at, '2026-11-21T10:00:00.000Z')
  assert.equal((await slotsOf('?count=1')).slots[0]?.iso, '2026-11-27T08:00:00.000Z')
  await service.rest('POST', `/api/posts/${first.id}/cancel`)
  assert.equal((await slotsOf('?count=1')).slots[0]?.iso, first.scheduled_at)
  assert.equal((await post()).scheduled_at, first.scheduled_at)
})

test('a slot is taken by a post that was given its very time, too', async () => {
  await plan([fri9, sat11])
  await post(all, '2026-11-20T08:00:00Z')
  assert.equal((await post()).scheduled_at, '2026-11-21T10:00:00.000Z')
})

test('a draft holds no slot', async () => {
  await plan([fri9])
  const draft = await service.rest('POST', '/api/posts', {
    content: 'Later',
    social_account_ids: all,
  })
  await service.rest('PUT', `/api/posts/${String(draft.body['id'])}`, {
    scheduled_at: '2026-11-20T08:00:00Z',
  })
  assert.equal((await post()).scheduled_at, '2026-11-20T08:00:00.000Z')
})

test('a scheduled post that asks again may keep its slot', async () => {
  await plan([fri9, sat11])
  const { id, scheduled_at } = await post()
  const moved = await service.rest('PUT', `/api/posts/${id}`, { when: 'next_slot' })
  assert.equal(moved.body['scheduled_at'], scheduled_at)
})

test('a hundred calls at once get a hundred different slots, over both surfaces', async () => {
  await plan([fri9, sat11, { weekday: 'mon', time: '18:45' }])
  const ask = async (number: number): Promise<Record<string, unknown>> => {
    const content = `At once ${number}`
    const asked = { content, social_account_ids: all, when: 'next_slot' }
    const body =
      number % 2
        ? (await service.rest('POST', '/api/posts', asked)).body
        : (await service.tool('schedule_post', asked)).result
    // A slow machine may say that it has no connection to spare: nothing was kept then, and one asks again.
    const { code } = z.object({ code: z.string().optional() }).parse(body['error'] ?? {})
    return code === 'unavailable' ? ask(number) : body
  }
  const posts = await Promise.all(Array.from({ length: 100 }, (_, number) => ask(number)))
  assert.equal(new Set(posts.map(({ scheduled_at }) => scheduled_at)).size, 100)
})

test('accounts with times of their own go out at those, others at those of the workspace', async () => {
  const [a = 0] = all
  const { id: b } = await newAccount(service, workspace_id, 'x')
  await plan([fri9, { ...sat11, account_id: a }])
  assert.equal(
    (await slotsOf(`?count=1&account_id=${a}`)).slots[0]?.iso,
    '2026-11-21T10:00:00.000Z',
  )
  assert.equal(
    (await slotsOf(`?count=1&account_id=${b}`)).slots[0]?.iso,
    '2026-11-20T08:00:00.000Z',
  )
  assert.equal((await post([a])).scheduled_at, '2026-11-21T10:00:00.000Z')
  // Another account has nothing planned at that time, so that its own slots are all open.
  assert.equal((await post([b])).scheduled_at, '2026-11-20T08:00:00.000Z')
  const both = await service.rest('POST', '/api/posts', {
    content: 'Both',
    social_account_ids: [a, b],
    when: 'next_slot',
  })
  assert.equal(both.status, 409, 'they have no time in common')
})

test('what is wrong with a question for slots is told by field', async () => {
  const neighbour = await newNeighbour(service)
  for (const query of [
    '?count=0',
    '?count=51',
    '?count=many',
    '?account_id=99999999',
    `?account_id=${neighbour.account_id}`,
  ]) {
    const { status, body } = await service.rest('GET', `/api/queue-slots${query}`)
    assert.equal(status, 422, query)
    const field = query.slice(1).split('=')[0] ?? ''
    assert.ok(Object.hasOwn(body['errors'] as Body, field), query)
  }
})

test('a schedule with anything wrong in it is refused whole, with every reason', async () => {
  await plan([fri9])
  const stranger = (await newNeighbour(service)).account_id
  const wrong = {
    timezone: 'Mars/Olympus',
    entries: [
      { weekday: 'funday', time: '9:00' },
      { weekday: 'mon', time: '24:00' },
    ],
  }
  await assert.rejects(
    setSchedule(scope(), wrong, NOW),
    (error: { recovery: { errors: Body } }) => {
      const fields = Object.keys(error.recovery.errors)
      assert.deepEqual(fields.toSorted(), [
        'entries.0.time',
        'entries.0.weekday',
        'entries.1.time',
        'timezone',
      ])
      return true
    },
  )
  const foreign = { entries: [{ ...fri9, account_id: stranger }] }
  await assert.rejects(setSchedule(scope(), foreign, NOW), { code: 'invalid' })
  assert.equal((await slotsOf('?count=1')).slots.length, 1, 'the old one stands')
})

test('times of an account that was removed fall back to those of the workspace', async () => {
  const { id } = await newAccount(service, workspace_id)
  await plan([fri9, { ...sat11, account_id: id }])
  await service.db.updateTable('accounts').set({ removed_at: NOW }).where('id', '=', id).execute()
  const { slots } = await slotsOf('?count=50')
  assert.ok(slots.every(({ label }) => label.startsWith('Fri')))
})
