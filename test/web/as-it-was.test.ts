/** What is on the screen stays under whoever reads it, and says how old it is and by which number a failure is found. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inAnHour } from '../surfaces/kit.ts'
import { at, boxOf, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { loaded } from './writing.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

async function draft(content: string) {
  const { status } = await house.service.rest('POST', '/api/posts', {
    content,
    social_account_ids: [house.service.accounts['x']],
  })
  assert.equal(status, 201)
}

test('new rows of a list wait while somebody reads it, and come in at once where nobody does', async () => {
  const { page } = ada
  await draft('Baskets of apples stand in the yard')
  await page.goto('/posts?tab=drafts')
  await at(page, 'Posts')
  const row = (name: string) => page.getByRole('link', { name })
  await row('Baskets of apples').waitFor()
  await draft('Quince jelly takes a whole evening')
  await row('Quince jelly').waitFor()

  await row('Baskets of apples').hover()
  const before = await boxOf(row('Baskets of apples'))
  await draft('Nobody counts the walnuts twice')
  await draft('Frost came early this year')
  const waiting = page.getByRole('button', { name: '2 new' })
  await waiting.waitFor()
  assert.deepEqual(await boxOf(row('Baskets of apples')), before, 'nothing moves under the pointer')
  assert.equal(await row('Frost came early').count(), 0)
  // What nobody has seen is not chosen either.
  await page.getByRole('checkbox', { name: /^All that are shown/ }).check()
  await page.getByText('2 posts chosen').waitFor()
  assert.deepEqual(await look(page, 'posts-waiting'), [])
  await waiting.press('Enter')
  await row('Frost came early').waitFor()
  await row('Nobody counts').waitFor()
  await waiting.waitFor({ state: 'detached' })
  const list = page.getByRole('list', { name: 'Drafts' })
  assert.ok(await list.evaluate((it) => it === it.ownerDocument.activeElement))
  // The keyboard reads as well.
  await draft('The cellar smells of cider')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  noComplaints(ada)
})

test('who lets new rows in sees them, however far they have read', async () => {
  const { page } = ada
  for (let count = 0; count < 25; count++) await draft(`Row ${count} of many`)
  await page.goto('/posts?tab=drafts')
  await at(page, 'Posts')
  await page.getByRole('link', { name: 'Baskets of apples' }).scrollIntoViewIfNeeded()
  await draft('The last pears hang high')
  await page.getByRole('button', { name: '1 new' }).press('Enter')
  const { y, height } = await boxOf(page.getByRole('link', { name: 'The last pears' }))
  assert.ok(y > 0 && y + height < 900, `it stands at ${y}`)
  noComplaints(ada)
})

async function robot() {
  const leash = { needs_approval: true }
  const { body } = await house.service.rest('POST', '/api/api-keys', { name: 'Robot', leash })
  return String(body['token'])
}

async function post(content: string, more: object = {}, as = house.service.token) {
  const { status, body } = await house.service.rest(
    'POST',
    '/api/posts',
    { content, social_account_ids: [house.service.accounts['x']], publish_now: true, ...more },
    { authorization: `Bearer ${as}` },
  )
  assert.equal(status, 201, JSON.stringify(body))
  await house.service.rest('GET', `/api/posts/${String(body['id'])}?wait=10`)
}

test('nothing in what the bell opens moves under a pointer', async () => {
  const { page } = ada
  const asking = await robot()
  await page.goto('/')
  await at(page, 'Overview')
  // X takes a text once only.
  for (let count = 0; count < 2; count++) await post('Only once')
  await page.getByRole('button', { name: /^Notices, 1 not read/ }).click()
  const told = page.getByRole('list', { name: 'Notices' })
  const failing = told.getByRole('link', { name: /did not go out/ })
  await failing.hover()
  const before = await boxOf(failing)
  await post('May it go out?', {}, asking)
  const waiting = page.getByRole('button', { name: '1 new', exact: true })
  await waiting.waitFor()
  assert.deepEqual(await boxOf(failing), before)
  await waiting.press('Enter')
  const asked = told.getByRole('listitem').filter({ hasText: 'May it go out?' }).first()
  await asked.waitFor()
  await waiting.waitFor({ state: 'detached' })
  assert.match(await told.getByRole('listitem').first().innerText(), /May it go out\?/)

  const all = page.getByRole('button', { name: 'Mark all as read' })
  await all.press('Enter')
  await all.waitFor({ state: 'detached' })
  await failing.hover()
  await post('May one more go out?', {}, asking)
  await waiting.waitFor()
  await all.press('Enter')
  const more = told.getByRole('listitem').filter({ hasText: 'May one more go out?' }).first()
  await more.waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('nothing in the overview moves under a pointer: what comes in above waits, whichever part it belongs to', async () => {
  const { page } = ada
  const asking = await robot()
  await post('Pressing starts at nine', { publish_now: false, scheduled_at: inAnHour() })
  await page.goto('/')
  await at(page, 'Overview')
  const row = page.getByRole('link', { name: /^Pressing starts/ })
  await row.hover()
  const before = await boxOf(row)
  const waiting = (count: number) => page.getByRole('button', { name: `${count} new`, exact: true })
  await post('May the second go out?', {}, asking)
  await waiting(1).waitFor()
  assert.deepEqual(await boxOf(row), before)
  await house.service.fault('x', { fault: 'suspended' })
  await post('This does not go out')
  await waiting(2).waitFor()
  assert.deepEqual(await boxOf(row), before, 'nor where there was no such part before')
  assert.deepEqual(await look(page, 'overview-waiting'), [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await waiting(2).press('Enter')
  await page.getByRole('link', { name: /^Review: May the second/ }).waitFor()
  await page.getByRole('link', { name: /^Reconnect .* on X$/ }).waitFor()
  await waiting(2).waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('without a connection, or while the service fails, the room says as of when it is', async () => {
  const { page, context } = ada
  await page.goto('/posts?tab=drafts')
  await at(page, 'Posts')
  // What says it comes behind the room, and not without a connection.
  await loaded(page, 'as-of')
  const said = page.getByRole('status').getByText(/^What you see is as of \d\d:\d\d/)
  assert.equal(await said.count(), 0)
  await context.setOffline(true)
  await said.waitFor()
  await page.getByRole('link', { name: 'Quince jelly' }).waitFor()
  assert.deepEqual(await look(page, 'posts-as-of'), [])
  await context.setOffline(false)
  await said.waitFor({ state: 'detached' })

  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 502, body: 'no' }))
  await draft('Bees sleep under the snow')
  await said.waitFor({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Quince jelly' }).waitFor()
  await page.unroute('**/api/posts?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await said.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bees sleep' }).waitFor()
  noComplaints(ada)
})

test('a room that failed tells the number by which the operator finds it, to be copied', async () => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const request_id = '2b99a774-6436-4f85-8aa9-61eb02b2d3c3'
  await page.route('**/api/accounts*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': request_id },
      json: { error: { code: 'internal', message: 'An error of ours; quote the request id.' } },
    }),
  )
  await page.goto('/accounts')
  await page.getByText(request_id).waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.getByRole('button', { name: 'Copy the number of the request' }).press('Enter')
  await page.getByText('The number of the request is copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), request_id)
  assert.deepEqual(await look(page, 'accounts-failed'), [])
  await page.unroute('**/api/accounts*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText(request_id).waitFor({ state: 'detached' })
  noComplaints(ada)
})
