/** Who did what, and what was before and after; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('an entry opens with what was before and after: words of a text, names of accounts, settings', async () => {
  const { page } = ada
  const { service } = house
  const { x, bluesky } = service.accounts
  const { body } = await service.rest('POST', '/api/posts', {
    content: 'The autumn harvest is in',
    social_account_ids: [x],
  })
  const id = Number(body['id'])
  await service.rest('PUT', `/api/posts/${id}`, {
    content: 'The autumn harvest is over',
    social_account_ids: [x, bluesky],
  })
  await service.query("update workspaces set timezone = 'Asia/Kathmandu'")
  await page.goto('/settings/activity?about=post.*')
  await at(page, 'Activity')
  const list = page.getByRole('list', { name: 'Activity' })
  const button = page.getByRole('button', { name: 'Before and after: Text and Accounts' })
  // Entries come a moment after what they tell of.
  await button.waitFor()
  await button.click()
  assert.equal(await button.getAttribute('aria-expanded'), 'true')
  const row = list.getByRole('listitem').filter({ has: button })
  assert.deepEqual(await row.locator('del').allInnerTexts(), ['in'])
  assert.equal(await row.locator('ins').first().innerText(), 'over')
  assert.match(await row.locator('ins').last().innerText(), /\(Bluesky\)/)
  assert.deepEqual(await look(page, 'activity-open'), [])
  await page.goto('/settings/activity?about=audit.*')
  await at(page, 'Activity')
  // The zone was chosen when the workspace was taken, too.
  await list.getByRole('button', { name: 'Before and after: Time zone' }).first().click()
  await list.locator('ins').getByText('Kathmandu').waitFor()
  noComplaints(ada)
})
