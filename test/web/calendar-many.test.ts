/** Many posts of the calendar at once: chosen, moved together, spread over free slots, and all of it taken back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import {
  at,
  becomes,
  boxOf,
  type House,
  noComplaints,
  openHouse,
  signUp,
  type Visitor,
} from './house.ts'
import { look, picture } from './look.ts'
import { chosen, moment, setSchedule } from './next-month.ts'

let house: House
let ada: Visitor
let page: Page

const tuesday = chosen.toString()
const wednesday = chosen.add({ days: 1 }).toString()
const friday = chosen.add({ days: 3 }).toString()

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  await setSchedule(page, house, [])
})
after(async () => house[Symbol.asyncDispose]())

async function plan(content: string, scheduled_at: string, more: object = {}) {
  const { body } = await house.service.rest('POST', '/api/posts', {
    content,
    social_account_ids: [house.service.accounts['x']],
    scheduled_at,
    ...more,
  })
  return Number(body['id'])
}

const Timed = z.looseObject({
  scheduled_at: z.string().nullable(),
  status: z.string(),
  queue_id: z.int().optional(),
})
const read = async (id: number) =>
  Timed.parse((await house.service.rest('GET', `/api/posts/${id}`)).body)
const times = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await read(id)).scheduled_at))
const forget = async (...ids: number[]) => {
  for (const id of ids) {
    await house.service.rest('POST', `/api/posts/${id}/cancel`)
    await house.service.rest('DELETE', `/api/posts/${id}`)
  }
}
const chip = (id: number) => page.locator(`[data-board] [data-entry="${id}"]`)
const bar = () => page.getByRole('region', { name: 'What is done with the posts' })

async function open(search: string) {
  await page.goto(`/calendar?${search}`)
  await at(page, /^Calendar/)
  await page.locator('[data-board][aria-busy=false]').waitFor()
}

/** Over the ground of the board, from a corner to the other. */
async function rectangle(from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.locator('.marquee').waitFor()
  await page.mouse.up()
}

const Slots = z.looseObject({ slots: z.array(z.looseObject({ iso: z.string() })) })

test('what a rectangle touches is spread over the next free slots, as it was looked at, and Undo brings back each second', async () => {
  const ids = [
    await plan(
      'First of the three',
      new Date(Date.parse(moment(tuesday, '09:30')) + 17_000).toISOString(),
    ),
    await plan('Second of the three', moment(tuesday, '10:40')),
    await plan('Third, on Wednesday', moment(wednesday, '09:10')),
  ]
  const other = await plan('Nobody touches this', moment(friday, '09:30'))
  await setSchedule(page, house, [
    { weekday: 'mon', time: '08:00', account_id: null },
    { weekday: 'thu', time: '17:20', account_id: null },
  ])
  const before = await times(ids)
  const { slots } = Slots.parse((await house.service.rest('GET', '/api/queue-slots?count=3')).body)
  const free = slots.map(({ iso }) => iso)
  await open(`date=${tuesday}`)
  const cell = await boxOf(page.locator(`[role=gridcell][data-day="${tuesday}"]`))
  const next = await boxOf(page.locator(`[role=gridcell][data-day="${wednesday}"]`))
  await rectangle(
    { x: cell.x + cell.width / 2, y: cell.y + cell.height - 4 },
    { x: next.x + 40, y: next.y + 34 },
  )
  await bar().getByText('3 posts chosen').waitFor()
  await picture(page, 'calendar-chosen')
  assert.equal(await page.locator('[data-chosen]').count(), 3)
  await bar().getByRole('button', { name: 'Spread over slots…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spread over free slots' })
  const rows = dialog.getByRole('list', { name: 'What goes where' }).getByRole('listitem')
  await rows.nth(2).waitFor()
  const shown = await Promise.all(
    (await rows.all()).map(async (row) => [
      (await row.innerText()).split('\n')[0],
      await row.locator('time').getAttribute('datetime'),
    ]),
  )
  assert.deepEqual(shown, [
    ['First of the three', free[0]],
    ['Second of the three', free[1]],
    ['Third, on Wednesday', free[2]],
  ])
  assert.deepEqual(await times(ids), before, 'looking moves nothing')
  assert.deepEqual(await look(page, 'calendar-spread', 'dialog'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/batch-update'))
      calls.push(request.postData() ?? '')
  })
  await dialog.getByRole('button', { name: 'Spread 3 posts' }).click()
  await page.getByText('3 posts spread over free slots').waitFor()
  assert.equal(calls.length, 1, calls.join(' '))
  assert.deepEqual(await times(ids), free)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The times are as they were').waitFor()
  assert.deepEqual(await times(ids), before)
  assert.equal((await read(other)).scheduled_at, moment(friday, '09:30'))
  assert.equal(await page.locator('[data-chosen]').count(), 0)
  await forget(...ids, other)
  await setSchedule(page, house, [])
  noComplaints(ada)
})

test('by keyboard alone posts are chosen and spread over the queue that they stand in; what is out is named, with why', async () => {
  const { body } = await house.service.rest('POST', '/api/queues', {
    name: 'Tips',
    times: [
      { weekday: 'tue', time: '11:00' },
      { weekday: 'sat', time: '12:00' },
    ],
  })
  const queue = Number(body['id'])
  const one = await plan('In the queue, one', moment(tuesday, '14:00'))
  const two = await plan('In the queue, two', moment(tuesday, '15:00'))
  await house.service.rest('POST', '/api/posts/batch-update', {
    ids: [one, two],
    when: 'next_slot',
    queue,
  })
  const before = await times([one, two])
  const now_out = await house.service.rest('POST', '/api/posts', {
    content: 'Out already',
    social_account_ids: [house.service.accounts['bluesky']],
    publish_now: true,
  })
  const out = Number(now_out.body['id'])
  await house.service.rest('GET', `/api/posts/${out}?wait=20`)
  await open('view=list')
  await chip(out).waitFor()
  for (const id of [out, one, two]) {
    await chip(id).focus()
    await page.keyboard.press('x')
    await page.locator(`[data-board] [data-entry="${id}"][aria-pressed=true]`).waitFor()
  }
  await bar().getByText('3 posts chosen').waitFor()
  await page.locator('[role=log]').getByText('3 posts chosen', { exact: true }).waitFor()
  await bar().getByRole('button', { name: 'Spread over slots…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Spread over free slots' })
  const rows = dialog.getByRole('list', { name: 'What goes where' }).getByRole('listitem')
  await rows.nth(1).waitFor()
  assert.equal(await dialog.getByLabel('Slots of').inputValue(), String(queue))
  await dialog.getByText('What is out, or on its way, stays where it is.').waitFor()
  await dialog.getByText('Out already').waitFor()
  const shown = await Promise.all(
    (await rows.all()).map((row) => row.locator('time').getAttribute('datetime')),
  )
  // Each may keep its own place, so that the first has it, and the other the one behind.
  await dialog.getByRole('button', { name: 'Spread 2 posts' }).press('Enter')
  await page.getByText('2 posts spread over free slots').waitFor()
  const after = await times([one, two])
  assert.deepEqual(new Set(after), new Set(shown))
  assert.deepEqual([(await read(one)).queue_id, (await read(two)).queue_id], [queue, queue])
  await page.keyboard.press('Control+z')
  await page.getByText('The times are as they were').waitFor()
  assert.deepEqual(await times([one, two]), before)
  // Escape lets go of what is chosen.
  await chip(one).focus()
  await page.keyboard.press('x')
  await bar().getByText('1 post chosen').waitFor()
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'detached' })
  await forget(one, two)
  noComplaints(ada)
})

test('without free slots it is said why, and nothing moves; a slot that is taken meanwhile is told', async () => {
  const one = await plan('Wants a slot', moment(tuesday, '09:30'))
  const two = await plan('Wants one, too', moment(tuesday, '10:30'))
  await open(`view=week&date=${tuesday}`)
  await chip(one).click({ modifiers: ['Control'] })
  await chip(two).click({ modifiers: ['Shift'] })
  await bar().getByText('2 posts chosen').waitFor()
  await bar().getByRole('button', { name: 'Spread over slots…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spread over free slots' })
  await dialog.getByText('Set up a posting schedule first').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Spread 2 posts' }).isDisabled())
  await page.keyboard.press('Escape')
  await setSchedule(page, house, [{ weekday: 'fri', time: '16:00', account_id: null }])
  await page.reload()
  await chip(one).click({ modifiers: ['Shift'] })
  await chip(two).click()
  await bar().getByRole('button', { name: 'Spread over slots…' }).click()
  await dialog.getByRole('listitem').nth(1).waitFor()
  let quick = 0
  const takeOne = async () => {
    const { body } = await house.service.rest('POST', '/api/posts', {
      content: 'Was quicker',
      social_account_ids: [house.service.accounts['x']],
      when: 'next_slot',
    })
    quick = Number(body['id'])
  }
  await page.route(
    '**/batch-update',
    async (route) => {
      await takeOne()
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Spread 2 posts' }).click()
  await page.getByText('2 posts got another time than you saw').waitFor()
  const [first, next] = await times([one, two])
  const taken = (await read(quick)).scheduled_at
  assert.ok(taken && first && next && taken < first && first < next)
  await forget(one, two, quick)
  await setSchedule(page, house, [])
  noComplaints(ada)
})

test('what is chosen is carried together, each keeps its time of day, and one press brings all back; what is out stays', async () => {
  const ids = [
    await plan('Carried', moment(tuesday, '09:30')),
    await plan('Goes along', moment(wednesday, '18:45')),
  ]
  const other = await plan('Stays there', moment(tuesday, '12:00'))
  const before = await times(ids)
  await open(`date=${tuesday}`)
  for (const id of ids) await chip(id).click({ modifiers: ['Control'] })
  const from = await boxOf(chip(ids[0] ?? 0))
  const to = await boxOf(page.locator(`[role=gridcell][data-day="${wednesday}"]`))
  await page.mouse.move(from.x + from.width / 2, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 20, { steps: 5 })
  await page.locator('.follows').getByText('2 posts').waitFor()
  await page.mouse.up()
  await page.getByText('2 posts moved').waitFor()
  const thursday = chosen.add({ days: 2 }).toString()
  assert.deepEqual(await times(ids), [moment(wednesday, '09:30'), moment(thursday, '18:45')])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The times are as they were').waitFor()
  assert.deepEqual(await times(ids), before)
  // The same without dragging: the first to a day and a time.
  await bar().getByRole('button', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 posts' })
  assert.deepEqual(await look(page, 'calendar-move-many', 'dialog[open]'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Day').fill(friday)
  await dialog.getByLabel('Time', { exact: true }).fill('10:00')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('2 posts moved').waitFor()
  const saturday = chosen.add({ days: 4 }).toString()
  assert.deepEqual(await times(ids), [moment(friday, '10:00'), moment(saturday, '19:15')])
  // By keyboard, a day further.
  await chip(ids[0] ?? 0).focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.locator(`[role=gridcell][data-day="${saturday}"] [data-entry="${ids[0]}"]`).waitFor()
  const until = async () => (await times(ids)).join()
  const wanted = [moment(saturday, '10:00'), moment(chosen.add({ days: 5 }).toString(), '19:15')]
  while ((await until()) !== wanted.join()) await page.waitForTimeout(50)
  assert.equal((await read(other)).scheduled_at, moment(tuesday, '12:00'))
  await bar().getByRole('button', { name: 'Choose none' }).click()
  await bar().waitFor({ state: 'detached' })
  await becomes(page, `document.activeElement.tagName !== 'BODY'`)
  await forget(...ids, other)
  noComplaints(ada)
})

test('on a phone posts are chosen by touch, from the menu, and nothing runs over its edge', async () => {
  const id = await plan('By a finger', moment(tuesday, '09:30'))
  const phone = await house.visitor({ as: ada, width: 390 })
  await phone.page.goto(`/calendar?date=${tuesday}`)
  await at(phone.page, /^Calendar/)
  await phone.page.getByRole('button', { name: 'More', exact: true }).click()
  await phone.page.getByRole('menuitem', { name: 'Choose several' }).click()
  const there = phone.page.getByRole('region', { name: 'What is done with the posts' })
  await there.getByText('Press the posts that you want').waitFor()
  await phone.page.locator(`[data-board] [data-entry="${id}"]`).click()
  await there.getByText('1 post chosen').waitFor()
  assert.equal(await phone.page.getByRole('dialog').count(), 0, 'choosing opens nothing')
  assert.deepEqual(await look(phone.page, 'calendar-choosing'), [])
  noComplaints(phone)
  await phone.context.close()
  await forget(id)
})
