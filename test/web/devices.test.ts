/** One person, two devices: what was begun on one is gone on with on the other, and neither overwrites the other unseen. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { axeOf } from './look.ts'
import { text } from './writing.ts'

let house: House
let desk: Visitor
let phone: Visitor

before(async () => {
  house = await openHouse()
  desk = await house.visitor()
  await signUp(desk)
  phone = await house.visitor({ as: desk })
})
after(async () => house[Symbol.asyncDispose]())

/** What the service has of what was written, the latest first. */
async function kept(): Promise<string[]> {
  const { rows } = await house.service.query(
    `select body ->> 'text' as text from compositions order by updated_at desc`,
  )
  return rows.map((row) => String(row['text']))
}

async function until(holds: () => Promise<boolean>) {
  const signal = AbortSignal.timeout(60_000)
  while (!(await holds())) await pause(50, undefined, { signal })
}

async function go(page: Page) {
  await page
    .getByRole('region', { name: 'Go on with what you began' })
    .getByRole('link')
    .first()
    .click()
}

test('what was begun at the desk is gone on with on the phone, and nowhere once it is a post', async () => {
  await desk.page.goto('/write')
  await text(desk.page).fill('The autumn harvest is in')
  await until(async () => (await kept())[0] === 'The autumn harvest is in')
  await phone.page.goto('/write')
  await go(phone.page)
  await until(async () => (await text(phone.page).inputValue()) === 'The autumn harvest is in')
  await text(phone.page).fill('The autumn harvest is in!')
  await until(async () => (await kept())[0] === 'The autumn harvest is in!')
  await phone.page.locator('[data-place=accounts]').click()
  await phone.page.getByRole('checkbox', { name: /Bluesky/ }).check()
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('button', { name: /^When/ }).click()
  await phone.page.getByRole('radio', { name: 'Now' }).check()
  await phone.page.getByRole('button', { name: /^Publish/ }).click()
  await until(async () => (await kept()).length === 0)
  noComplaints(desk, phone)
})

test('what both wrote is asked about, and either goes on', async () => {
  await desk.page.goto('/write')
  await text(desk.page).fill('Bread at the desk')
  await until(async () => (await kept())[0] === 'Bread at the desk')
  await phone.page.goto('/write')
  await go(phone.page)
  await text(phone.page).fill('Bread on the phone')
  await until(async () => (await kept())[0] === 'Bread on the phone')

  await text(desk.page).fill('Bread at the desk, warm')
  const bar = desk.page.getByRole('alert').filter({ hasText: 'another device' })
  await bar.waitFor()
  const { violations } = await axeOf(desk.page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  assert.equal((await kept())[0], 'Bread on the phone', 'it is not overwritten unseen')
  await bar.getByRole('button', { name: 'Keep this one' }).click()
  await until(async () => (await kept())[0] === 'Bread at the desk, warm')
  await bar.waitFor({ state: 'detached' })

  await text(phone.page).fill('Bread on the phone, cold')
  const other = phone.page.getByRole('alert').filter({ hasText: 'another device' })
  await other.getByRole('button', { name: 'Show that one' }).click()
  await until(async () => (await text(phone.page).inputValue()) === 'Bread at the desk, warm')
  assert.equal((await kept())[0], 'Bread at the desk, warm')
})

test('without a connection it stays on this device, and is in the service when the connection is back', async () => {
  await desk.page.goto('/write')
  await text(desk.page).fill('Before the tunnel')
  await until(async () => (await kept())[0] === 'Before the tunnel')
  await desk.context.setOffline(true)
  await text(desk.page).fill('Before the tunnel, and in it')
  await desk.page.getByText('You are offline.').waitFor()
  assert.equal((await kept())[0], 'Before the tunnel')
  await desk.context.setOffline(false)
  await until(async () => (await kept())[0] === 'Before the tunnel, and in it')
})

test('discarded here it is gone there', async () => {
  await phone.page.goto('/write')
  const list = phone.page.getByRole('region', { name: 'Go on with what you began' })
  const before = (await kept()).length
  await list.getByRole('button').first().click()
  await until(async () => (await kept()).length === before - 1)
})

test('emptied it is gone there; discarded elsewhere it comes back when somebody goes on with it', async () => {
  await desk.page.goto('/write')
  await text(desk.page).fill('Soup of the day')
  await until(async () => (await kept())[0] === 'Soup of the day')
  await text(desk.page).fill('')
  await until(async () => !(await kept()).some((each) => each === 'Soup of the day' || each === ''))
  await text(desk.page).fill('Soup of tomorrow')
  await until(async () => (await kept())[0] === 'Soup of tomorrow')
  await house.service.query('delete from compositions')
  await text(desk.page).fill('Soup of tomorrow, hot')
  await until(async () => (await kept())[0] === 'Soup of tomorrow, hot')
})
