/** What was typed into a dialog of the review is there again, however it was closed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor
let page: Page
let robot: string

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  page = ada.page
  const leash = { needs_approval: true }
  const { body } = await house.service.rest('POST', '/api/api-keys', { name: 'Robot', leash })
  robot = `Bearer ${String(body['token'])}`
})
after(async () => house[Symbol.asyncDispose]())

/** Written by a key whose posts wait. */
async function waiting(content: string) {
  const { x = 0 } = house.service.accounts
  const { status, body } = await house.service.rest(
    'POST',
    '/api/posts',
    { content, social_account_ids: [x], publish_now: true },
    { authorization: robot },
  )
  assert.equal(status, 201, JSON.stringify(body))
  return Number(body['id'])
}

const dialog = () => page.getByRole('dialog')
const editing = () => dialog().getByLabel('Text', { exact: true })

test('Escape in “Edit and approve” keeps the words, offers them at once, and after a reload', async () => {
  const id = await waiting('Half a sentance')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  const open = page.getByRole('button', { name: 'Edit and approve' })
  await open.click()
  await editing().fill('Half a sentence, mended')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('What you typed is kept').waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  assert.equal(await editing().inputValue(), 'Half a sentence, mended')
  await page.reload()
  await at(page, 'Review')
  await open.click()
  await dialog().getByText('This is what you typed before.').waitFor()
  assert.equal(await editing().inputValue(), 'Half a sentence, mended')
  await dialog().getByRole('button', { name: 'Show what the post says' }).click()
  assert.equal(await editing().inputValue(), 'Half a sentance')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('status').getByText('What you typed is kept').count(), 0)
  noComplaints(ada)
})

test('what somebody else changed meanwhile is said beside the kept words, and sent they are kept no longer', async () => {
  const id = await waiting('We press on Saturday')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  const open = page.getByRole('button', { name: 'Edit and approve' })
  await open.click()
  await editing().fill('We press on Saturday!')
  await house.service.rest(
    'PUT',
    `/api/posts/${id}`,
    { content: 'We press on Sunday' },
    { authorization: robot },
  )
  await dialog().getByRole('button', { name: 'Save and approve' }).click()
  // Refused: what nobody here has seen is not written over.
  await dialog().getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on' }).click()
  await dialog().getByText('Somebody changed the post since you typed this.').waitFor()
  assert.equal(await editing().inputValue(), 'We press on Saturday!')
  await dialog().getByRole('button', { name: 'Save and approve' }).click()
  await page.getByRole('status').getByText('Changed and approved').waitFor()
  assert.equal(
    await page.evaluate(`Object.keys(sessionStorage).filter((each) => /typed/.test(each)).length`),
    0,
  )
})

test('Escape keeps the reason for declining', async () => {
  const id = await waiting('Not like this')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Why (optional)').fill('Too loud')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on' }).click()
  assert.equal(await page.getByLabel('Why (optional)').inputValue(), 'Too loud')
})
