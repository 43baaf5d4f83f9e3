/** Many posts of the calendar at once: chosen, moved together, spread over free slots, and all of it taken back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look, picture } from './look.ts'

let house: House
let ada: Visitor
let page: Page

const BERLIN = 'Europe/Berlin'
const second = Temporal.Now.zonedDateTimeISO(BERLIN)
  .toPlainDate()
  .with({ day: 1 })
  .add({ months: 1 })
  .add({ days: 7 })
/** Of next month, so that nothing of it has passed. */
const chosen = second.add({ days: (2 - second.dayOfWeek + 7) % 7 })
const tuesday = chosen.toString()
const wednesday = chosen.add({ days: 1 }).toString()
const friday = chosen.add({ days: 3 }).toString()
const moment = (date: string, time: string) => {
  const there = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: BERLIN, plainTime: time })
  return new Date(there.epochMilliseconds).toISOString()
}

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  await setSchedule([])
})
after(async () => house[Symbol.asyncDispose]())

async function setSchedule(entries: object[]) {
  const { workspaces } = await (await page.request.get('/console/me')).json()
  const address = `/console/workspaces/${workspaces[0].id}/schedule`
  const headers = { origin: house.service.base_url, 'content-type': 'application/json' }
  await page.request.put(address, { headers, data: { timezone: BERLIN, entries } })
}

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

async function middleOf(selector: string) {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
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
  await setSchedule([
    { weekday: 'mon', time: '08:00', account_id: null },
    { weekday: 'thu', time: '17:20', account_id: null },
  ])
  const before = await times(ids)
  const { slots } = Slots.parse((await house.service.rest('GET', '/api/queue-slots?count=3')).body)
  const free = slots.map(({ iso }) => iso)
  await open(`date=${tuesday}`)
  const cell = await page.locator(`[role=gridcell][data-day="${tuesday}"]`).boundingBox()
  const next = await page.locator(`[role=gridcell][data-day="${wednesday}"]`).boundingBox()
  assert.ok(cell && next)
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
  await setSchedule([])
  noComplaints(ada)
})
