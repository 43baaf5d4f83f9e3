/** What is on the screen stays under whoever reads it, and says how old it is and by which number a failure is found. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
