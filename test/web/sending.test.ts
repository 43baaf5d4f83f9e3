/** Getting a post out: typing without a press before it, changing what is on schedule, and sending it sooner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, becomes, type House, openHouse, signUp, type Visitor } from './house.ts'
import { mainButton, pick, pictureOf, text, way, write } from './writing.ts'

let house: House
let ada: Visitor
let picture: Buffer

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  picture = await pictureOf()
})
after(async () => house[Symbol.asyncDispose]())

test('what is chosen or described is typed at once, without a press into its field', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.type('bluesky')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Take .* on Bluesky out$/ }).waitFor()
  await pick(page, { name: 'plain.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: /^ALT: describe plain.jpg/ }).click()
  await page.locator('dialog textarea:focus').waitFor()
  await page.keyboard.press('Escape')
})

test('a post on schedule keeps its changes, and sent at once it tells what becomes of it now', async () => {
  const { page } = ada
  await write(page, 'Soup on Wednesday', /Bluesky/)
  await way(page, 'At a time')
  await page.keyboard.press('Escape')
  const ready = page.getByText('Nothing stands in the way.')
  await ready.waitFor({ state: 'attached' })
  // That it is read by the clock of the workspace stands where the time is chosen: it is nothing to look at.
  assert.equal(await page.getByRole('button', { name: /worth a look$/ }).count(), 0)
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).click()
  await at(page, 'It is scheduled')
  await page.getByRole('link', { name: 'Look at the post' }).click()
  await at(page, 'Scheduled')
  await page.getByRole('link', { name: 'Edit' }).click()
  await at(page, 'Edit the post')
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish now to 1 account' }).click()
  await page.getByRole('heading', { level: 1, name: /^(On its way|It is out)$/ }).waitFor()
  assert.equal(await page.getByText('Scheduled', { exact: true }).count(), 0)
  await at(page, 'It is out')
})

test('a time says what stands close to it on the same account, and that it is night', async () => {
  const { page } = ada
  const made = await house.service.rest('POST', '/api/posts', {
    content: 'Bread in spring',
    social_account_ids: [house.service.accounts['bluesky']],
    scheduled_at: '2090-03-20T09:05:00+01:00',
  })
  await write(page, 'Butter in spring', /Bluesky/)
  await way(page, 'At a time')
  const say = async (words: string) => {
    await page.getByLabel('Type a time').fill(words)
    await page.keyboard.press('Enter')
  }
  const near = page.getByText(/gets another post at/)
  await say('2090-03-20 9:00')
  await near.filter({ hasText: /\(Bluesky\) gets another post at 09:05\.$/ }).waitFor()
  await page.getByLabel('Time', { exact: true }).fill('09:16')
  await near.waitFor({ state: 'detached' })
  await page.getByLabel('Time', { exact: true }).fill('03:30')
  await page.getByText('It is night in Berlin then.').waitFor()
  // A post that is edited is not in its own way: of what stands there only the other one is told.
  await house.service.rest('POST', '/api/posts', {
    content: 'Jam in spring',
    social_account_ids: [house.service.accounts['bluesky']],
    scheduled_at: '2090-03-20T09:02:00+01:00',
  })
  await page.goto(`/posts/${String(made.body['id'])}/edit`)
  await at(page, 'Edit the post')
  await page.getByRole('button', { name: /^When/ }).click()
  await near.filter({ hasText: /\(Bluesky\) gets another post at 09:02\.$/ }).waitFor()
  assert.equal(await near.count(), 1)
})

test('a post on schedule is sent at once from its page, after a question', async () => {
  const { page } = ada
  const made = await house.service.rest('POST', '/api/posts', {
    content: 'Sooner than planned',
    social_account_ids: [house.service.accounts['bluesky']],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await page.goto(`/posts/${String(made.body['id'])}`)
  await at(page, 'Scheduled')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish now?' })
  await dialog.getByText('It goes out at once, and not at its time.').waitFor()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('link', { name: /^See it on/ }).waitFor()
})

test('what was sent from here is never told as sent without what was written, however slowly the rooms are asked anew', async () => {
  const { page } = ada
  await write(page, 'The harvest is in', /Bluesky/)
  // The composition knows its post by then, and is checked once more.
  const slow = /\/api\/(posts|approvals|labels|calendar)/
  await page.route(slow, async (route) => {
    if (route.request().method() === 'GET')
      await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await text(page).press('End')
  await page.keyboard.type(', all of it')
  await page.keyboard.press('Control+Enter')
  // Said behind an answer that was slow: the rooms were asked anew by then.
  await at(page, 'It is out')
  assert.deepEqual(await page.getByRole('alert').allTextContents(), [])
  // Reading goes on at what became of it.
  await becomes(page, `document.activeElement?.tagName === 'H1'`)
  await page.unroute(slow)
  const [sent] = (await house.service.received('bluesky')).slice(-1)
  assert.match(JSON.stringify(sent), /The harvest is in, all of it/)
})
