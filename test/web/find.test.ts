/** Finding posts again: by words, filters and order, all of it in the address; and what is kept with them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let page: Page

const HOUR = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

async function post(more: Record<string, unknown>) {
  const { status, body } = await house.service.rest('POST', '/api/posts', {
    social_account_ids: [house.service.accounts['x']],
    ...more,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return Number(body['id'])
}

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  const { bluesky, x } = house.service.accounts
  await post({
    content: 'Apples in autumn',
    scheduled_at: inHours(48),
    labels: ['harvest', 'fruit'],
  })
  await post({
    content: 'Pears in spring',
    scheduled_at: inHours(24),
    labels: ['fruit'],
    social_account_ids: [bluesky],
  })
  await post({
    content: 'Apples at both',
    scheduled_at: inHours(72),
    social_account_ids: [x, bluesky],
  })
})
after(async () => house[Symbol.asyncDispose]())

const rows = () => page.getByRole('list', { name: /^(Scheduled|All|Drafts)$/ }).getByRole('link')

async function shown(...texts: string[]) {
  let found: string[] = []
  for (let left = 50; left > 0; left--) {
    found = await rows().locator('> span:first-child').allInnerTexts()
    if (found.join() === texts.join()) return
    await page.waitForTimeout(100)
  }
  assert.deepEqual(found, texts)
}

async function choose(label: string, option: string) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel(label).selectOption({ label: option })
  await page.keyboard.press('Escape')
}

test('posts are found by words, filters and order; the address keeps them, and one press clears', async () => {
  await page.goto('/posts?tab=scheduled')
  await at(page, 'Posts')
  await shown('Pears in spring', 'Apples in autumn', 'Apples at both')
  await page.getByLabel('Order').selectOption({ label: 'Latest time first' })
  await shown('Apples at both', 'Apples in autumn', 'Pears in spring')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('appl')
  await shown('Apples at both', 'Apples in autumn')
  await choose('Platform', 'Bluesky')
  await shown('Apples at both')
  assert.match(page.url(), /search=appl/)
  assert.match(page.url(), /platform=bluesky/)
  await page.reload()
  await at(page, 'Posts')
  await shown('Apples at both')
  assert.deepEqual(await look(page, 'posts-found'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Without: Bluesky' }).click()
  await shown('Apples at both', 'Apples in autumn')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('quinces')
  await page.getByText('Nothing here matches “quinces”.').waitFor()
  assert.deepEqual(await look(page, 'posts-nothing'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await shown('Apples at both', 'Apples in autumn', 'Pears in spring')
  await choose('Label', 'harvest')
  await shown('Apples in autumn')
  await page.getByRole('tab', { name: 'All' }).click()
  await choose('State', 'Draft')
  await page.getByText('No post is like this').waitFor()
  await page.goto('/posts?tab=scheduled&from=nonsense&account=x&made=nobody&sort=random')
  await at(page, 'Posts')
  await shown('Pears in spring', 'Apples in autumn', 'Apples at both')
  noComplaints(ada)
})

test('labels, a note and an id of one’s own are shown, changed, and lead to posts with the same label', async () => {
  const id = await post({ content: 'Kept with care', labels: ['fruit'], scheduled_at: inHours(90) })
  await post({ content: 'Taken', external_id: 'crm-1', scheduled_at: inHours(91) })
  await page.goto(`/posts/${id}`)
  await page.getByRole('button', { name: 'Labels and note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels and note' })
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('spring, sale')
  await dialog.getByRole('textbox', { name: 'Labels' }).press('Enter')
  await dialog.getByRole('button', { name: 'Take fruit away' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ask Grace first.')
  await dialog.getByLabel('Your own id').fill('crm-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[role=alert], [aria-invalid=true]').first().waitFor()
  await dialog.getByLabel('Your own id').fill('crm-2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Ask Grace first.').waitFor()
  assert.deepEqual(await look(page, 'post-kept'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  const { body } = await house.service.rest('GET', `/api/posts/${id}`)
  assert.deepEqual(body['labels'], ['spring', 'sale'])
  assert.equal(body['external_id'], 'crm-2')
  assert.equal(body['note'], 'Ask Grace first.')
  await page.getByRole('list', { name: 'Labels' }).getByRole('link', { name: 'sale' }).click()
  await at(page, 'Posts')
  await shown('Kept with care')
  noComplaints(ada)
})

test('beyond 200 posts the next ones are the next ones, and a list goes on to its end', async () => {
  const { service } = house
  const posts = Array.from({ length: 230 }, (_, index) => ({
    content: `Number ${index}`,
    social_account_ids: [service.accounts['x']],
    // The soonest are written first: the newest written are the last to go out.
    scheduled_at: inHours(200 + index),
  }))
  const { status } = await service.rest('POST', '/api/posts/batch', { posts })
  assert.ok(status < 300, `${status}`)
  await page.goto('/')
  await at(page, 'Overview')
  const next = page.getByRole('list', { name: 'Scheduled next' })
  await next.getByText('Pears in spring').waitFor()
  assert.equal(await next.getByRole('listitem').count(), 5)
  await page.getByRole('link', { name: /^and \d+ more$/ }).click()
  await at(page, 'Posts')
  const list = page.getByRole('list', { name: 'Scheduled', exact: true })
  const more = page.getByRole('button', { name: 'Show more' })
  for (let left = 10; left > 0 && (await more.count()); left--) {
    const before = await list.getByRole('listitem').count()
    await more.click()
    await list.getByRole('listitem').nth(before).waitFor()
  }
  const all = await list.getByRole('link').locator('> span:first-child').allInnerTexts()
  assert.equal(all.length, 235)
  assert.equal(new Set(all).size, 235)
  assert.equal(all.at(-1), 'Number 229')
  noComplaints(ada)
})
