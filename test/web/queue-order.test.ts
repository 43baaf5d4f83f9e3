/** What goes first in a queue: put in order by pointer and by keyboard, saved in one step, and taken back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let page: Page
let queue: number
const ids: number[] = []

const Timed = z.looseObject({ scheduled_at: z.string(), queue_id: z.int() })
const read = async (id: number) =>
  Timed.parse((await house.service.rest('GET', `/api/posts/${id}`)).body)
const times = async () => Promise.all(ids.map(async (id) => (await read(id)).scheduled_at))

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  page = ada.page
  await signUp(ada)
  const times = ['mon', 'wed', 'fri'].map((weekday) => ({ weekday, time: '09:00' }))
  const made = await house.service.rest('POST', '/api/queues', { name: 'Tips', times })
  queue = Number(made.body['id'])
  for (const content of ['First tip', 'Second tip', 'Third tip']) {
    const { body } = await house.service.rest('POST', '/api/posts', {
      content,
      social_account_ids: [house.service.accounts['x']],
      when: 'next_slot',
      queue,
    })
    ids.push(Number(body['id']))
  }
})
after(async () => house[Symbol.asyncDispose]())

const dialog = () => page.getByRole('dialog', { name: 'What goes first in Tips' })
const row = (text: string) => dialog().getByRole('listitem').filter({ hasText: text })
const texts = () =>
  dialog()
    .getByRole('listitem')
    .evaluateAll((rows: { innerText: string }[]) =>
      rows.map(({ innerText }) => /\w+ tip/.exec(innerText)?.[0]),
    )

async function open() {
  await page.goto('/settings/schedule')
  await at(page, /^Posting/)
  await page.getByRole('button', { name: 'Order of Tips' }).press('Enter')
  await row('Third tip').waitFor()
}

test('by keyboard a post goes first: the times stay, the focus goes along, and Undo brings the order back', async () => {
  const slots = await times()
  await open()
  assert.deepEqual(await texts(), ['First tip', 'Second tip', 'Third tip'])
  const shown = await dialog().getByRole('listitem').locator('time').allInnerTexts()
  await dialog().getByRole('button', { name: 'Earlier: Third tip' }).press('Enter')
  assert.deepEqual(await texts(), ['First tip', 'Third tip', 'Second tip'])
  await dialog()
    .getByRole('status')
    .getByText(/^Now in place 2, /)
    .waitFor()
  // Where it was, so that the next press needs no look.
  await page.keyboard.press('Alt+ArrowUp')
  assert.deepEqual(await texts(), ['Third tip', 'First tip', 'Second tip'])
  await page.locator('[aria-label="Later: Third tip"]:focus').waitFor()
  assert.deepEqual(await dialog().getByRole('listitem').locator('time').allInnerTexts(), shown)
  assert.deepEqual(await times(), slots, 'nothing moves before it is saved')
  await dialog().getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('The order of Tips is saved').waitFor()
  const [first, second, third] = slots
  assert.deepEqual(await times(), [second, third, first])
  for (const id of ids) assert.equal((await read(id)).queue_id, queue)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('Tips has its order of before').waitFor()
  assert.deepEqual(await times(), slots)
  noComplaints(ada)
})

test('by pointer a post is dragged onto the place of another, and nothing moves where it is left', async () => {
  const slots = await times()
  await open()
  await row('First tip').dragTo(row('Third tip'))
  assert.deepEqual(await texts(), ['Second tip', 'Third tip', 'First tip'])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  assert.deepEqual(await times(), slots)
  noComplaints(ada)
})

test('the dialog holds nothing against anybody’s senses or screen', async () => {
  await open()
  assert.deepEqual(await look(page, 'queue-order', '[role=dialog], dialog'), [])
})

test('what went out of the queue meanwhile is told, and nothing is moved', async () => {
  const slots = await times()
  await open()
  await dialog().getByRole('button', { name: 'Later: First tip' }).click()
  const [, , third] = ids
  await house.service.rest('POST', `/api/posts/${third}/cancel`)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('alert').getByText(`post ${third} is`).waitFor()
  assert.deepEqual((await times()).slice(0, 2), slots.slice(0, 2))
  noComplaints(ada)
})
