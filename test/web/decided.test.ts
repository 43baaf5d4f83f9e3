/** Somebody else answers a post while a dialog of the review is open over it: the dialog stays, says so, and the words go on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { robotIn } from './waiting.ts'

let house: House
let ada: Visitor
let page: Page
let robot: Awaited<ReturnType<typeof robotIn>>

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  page = ada.page
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  robot = await robotIn(house)
})
after(async () => house[Symbol.asyncDispose]())

/** Written by a key whose posts wait, and looked at. */
async function reviewing(content: string) {
  const id = await robot.write(content)
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  return id
}

async function decide(id: number, answer: 'approve' | 'decline', more: object = {}) {
  const { body } = await house.service.rest('GET', `/api/posts/${id}`)
  const { updated_at } = body
  const path = `/api/posts/${id}/${answer}`
  const { status } = await house.service.rest('POST', path, { updated_at, ...more })
  assert.equal(status, 200)
}

const dialog = () => page.getByRole('dialog')
const editing = () => dialog().getByLabel('Text', { exact: true })
const focused = () => page.evaluate<string>(`document.activeElement?.tagName`)

test('approved meanwhile, what was typed stays where it is and becomes a draft of its own', async () => {
  const id = await reviewing('Apples on Saturday')
  await page.getByRole('button', { name: 'Edit and approve' }).click()
  await editing().fill('Apples and pears on Saturday')
  await decide(id, 'approve')
  await dialog()
    .getByRole('status')
    .getByText(/^.+ \(API key\) approved this post .+\.$/)
    .waitFor()
  assert.equal(await editing().inputValue(), 'Apples and pears on Saturday')
  assert.equal(await focused(), 'TEXTAREA', 'whoever types goes on typing')
  assert.equal(await dialog().getByRole('button', { name: 'Save and approve' }).count(), 0)
  assert.deepEqual(await look(page, 'review-decided', 'dialog[open]'), [])
  await dialog().getByRole('button', { name: 'Make a draft of it' }).click()
  await page.waitForURL(/\/posts\/\d+\/edit$/)
  await page.getByRole('status').getByText('Your words are in a draft of their own').waitFor()
  assert.equal(
    await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(),
    'Apples and pears on Saturday',
  )
  const [, made] = /posts\/(\d+)\/edit/.exec(page.url()) ?? []
  assert.notEqual(Number(made), id)
  const { body } = await house.service.rest('GET', `/api/posts/${made}`)
  assert.deepEqual([body['status'], body['content']], ['draft', 'Apples and pears on Saturday'])
  noComplaints(ada)
})

test('declined meanwhile, the reason that was given is told, and one’s own can be taken along', async () => {
  const id = await reviewing('Quinces on Sunday')
  await page.getByRole('button', { name: 'Decline' }).click()
  await dialog().getByLabel('Why (optional)').fill('There are no quinces')
  await decide(id, 'decline', { reason: 'Not on a Sunday' })
  const told = dialog().getByRole('status')
  await told.getByText(/^.+ \(API key\) declined this post .*\.$/).waitFor()
  await told.getByText('Not on a Sunday').waitFor()
  assert.equal(await dialog().getByLabel('Why (optional)').inputValue(), 'There are no quinces')
  await dialog().getByRole('button', { name: 'Copy what you typed' }).click()
  await page.getByRole('status').getByText('Copied', { exact: true }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'There are no quinces')
  assert.match(
    (await house.service.rest('GET', `/api/posts/${id}`)).body['status'] as string,
    /draft/,
  )
  noComplaints(ada)
})

test('…and closed, or after a reload, the words are one press away below who decided what', async () => {
  const id = await reviewing('Plums on Monday')
  await page.getByRole('button', { name: 'Edit and approve' }).click()
  await editing().fill('Plums and cherries on Monday')
  await decide(id, 'approve')
  await dialog().getByRole('button', { name: 'Make a draft of it' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  // What had the focus before is gone.
  await becomes(page, `document.activeElement !== document.body`)
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  assert.equal(await editing().inputValue(), 'Plums and cherries on Monday')
  await page.reload()
  await at(page, 'Review')
  await page.getByText(/^.+ \(API key\) approved this post .*\.$/).waitFor()
  assert.deepEqual(await look(page, 'review-answered'), [])
  await page.getByRole('button', { name: 'Show what you typed' }).click()
  assert.equal(await editing().inputValue(), 'Plums and cherries on Monday')
  await dialog().getByRole('button', { name: 'Make a draft of it' }).click()
  await page.waitForURL(/\/posts\/\d+\/edit$/)
  await page.goto(`/review/${id}`)
  await page.getByText(/approved this post/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show what you typed' }).count(), 0)
  noComplaints(ada)
})

test('deleted meanwhile, it is a draft again from what was typed', async () => {
  const id = await reviewing('Pears on Tuesday')
  await page.getByRole('button', { name: 'Edit and approve' }).click()
  await editing().fill('Pears on Wednesday')
  assert.ok((await house.service.rest('DELETE', `/api/posts/${id}`)).status < 300)
  await dialog()
    .getByRole('status')
    .getByText(/deleted this post/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Make a draft of it' }).click()
  await page.waitForURL(/\/posts\/\d+\/edit$/)
  assert.equal(
    await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(),
    'Pears on Wednesday',
  )
  noComplaints(ada)
})

test('a post behind two hundred others that wait is not said to be answered, and its neighbours lead to it', async () => {
  const { service } = house
  const { x = 0 } = service.accounts
  const posts = Array.from({ length: 201 }, (_, each) => ({
    content: `Waiting ${each + 1}`,
    social_account_ids: [x],
    publish_now: true,
  }))
  const { authorization } = robot
  const made = await service.rest('POST', '/api/posts/batch', { posts }, { authorization })
  assert.ok(made.status < 300, JSON.stringify(made.body))
  const { body } = await service.rest('GET', '/api/approvals?per_page=1&page=201')
  const [last] = body['data'] as { id: number }[]
  assert.equal(body['total'], 201)
  await page.goto('/')
  await page.getByRole('link', { name: 'and 151 more' }).click()
  await at(page, 'Posts')
  await page
    .getByRole('link', { name: /^Waiting \d+$/ })
    .first()
    .waitFor()
  await page.goto(`/review/${last?.id}`)
  const stands = (place: string) => page.locator('main').getByText(place).waitFor()
  await stands('201 of 201')
  await page.getByRole('button', { name: 'Before', exact: true }).click()
  await stands('200 of 201')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await stands('201 of 201')
  assert.equal(await page.getByText('This is answered').count(), 0)
  noComplaints(ada)
})
