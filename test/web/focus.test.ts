/** Whoever works by keyboard keeps their place: when what they were at is gone, and when what was said goes away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor
let page: Page

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

/** “BODY”: the place is lost. */
const where = () =>
  page.evaluate<string>(`(() => {
    const it = document.activeElement
    if (it === document.body) return 'BODY'
    return (it.getAttribute('aria-label') ?? it.textContent ?? '').trim()
  })()`)

async function to(name: RegExp) {
  for (let presses = 0; presses < 90; presses++) {
    if (name.test(await where())) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never comes to ${String(name)}`)
}

async function scheduled(content: string) {
  const { bluesky = 0 } = house.service.accounts
  await newPost(house.service, { content, social_account_ids: [bluesky], when: inAnHour() })
}

test('a row that somebody else takes away leaves whoever stood on it at the row in its place', async () => {
  for (const content of ['Apples', 'Pears', 'Quinces']) await scheduled(content)
  await page.goto('/posts?tab=scheduled')
  await at(page, 'Posts')
  await to(/^Choose: Pears/)
  const { body } = await house.service.rest('GET', '/api/posts?search=Pears')
  const [pears] = body['data'] as { id: number }[]
  const taken = await house.service.rest('POST', `/api/posts/${pears?.id}/cancel`)
  assert.equal(taken.status, 200)
  await page.getByRole('checkbox', { name: /Pears/ }).waitFor({ state: 'detached' })
  // Until a room that knows a better place has had its moment, it stands nowhere.
  await becomes(page, 'document.activeElement !== document.body')
  assert.match(await where(), /^Choose: (Apples|Quinces)/)
  noComplaints(ada)
})

test('what is chosen and deleted leaves nobody at the beginning of the page', async () => {
  await page.goto('/posts?tab=scheduled')
  await at(page, 'Posts')
  await to(/^Choose: Apples/)
  await page.keyboard.press('Space')
  await to(/^Delete$/)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: /Apples/ }).waitFor({ state: 'detached' })
  // What was pressed goes as well, and with it the place of whoever pressed it.
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor({ state: 'detached' })
  await becomes(page, 'document.activeElement !== document.body')
  noComplaints(ada)
})

test('what was said stays while somebody is at it, and leaves them where they came from', async () => {
  await scheduled('Plums')
  await page.goto('/posts?tab=scheduled')
  await at(page, 'Posts')
  await page.getByRole('link', { name: 'Plums' }).press('Enter')
  await at(page, 'Scheduled')
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Take off the schedule' }).press('Enter')
  await at(page, 'Deleted')
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.waitForTimeout(11_000)
  assert.equal(await where(), 'Undo', 'ten seconds are over, and it is still there')
  await page.keyboard.press('Tab')
  assert.equal(await where(), 'Close')
  await page.keyboard.press('Enter')
  await undo.waitFor({ state: 'detached' })
  assert.equal(await where(), 'Deleted', 'the heading, from which they came')
  noComplaints(ada)
})

test('what is said while a dialog is open lies over it, and within reach', async () => {
  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('A key to copy')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const made = page.getByRole('dialog', { name: /A key to copy/ })
  await made.getByRole('button', { name: 'Copy', exact: true }).first().click()
  // A click waits until what it is for is neither covered nor out of reach.
  await made.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await made.getByRole('button', { name: 'Close' }).first().click()
  await page
    .getByRole('row', { name: /A key to copy/ })
    .or(page.getByText('A key to copy'))
    .first()
    .waitFor()
  noComplaints(ada)
})
