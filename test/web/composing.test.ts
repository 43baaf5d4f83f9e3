/** Keys of the composer, in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, pictureOf, saved, text, way, write } from './writing.ts'

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const question = (page: Page) => page.getByRole('dialog', { name: /^Publish now to/ })

test('Mod+Shift+Enter publishes at once, whatever time is chosen, after one question that begins at no', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('alert').getByText('Write something first.').waitFor()
  await write(page, 'Out by a key', /X/, /Bluesky/)
  await way(page, 'Draft')
  await page.keyboard.press('Escape')
  await text(page).focus()
  await page.keyboard.press('Control+Shift+Enter')
  const asked = question(page)
  await asked.getByText('It is public at once, as far as each account is.').waitFor()
  assert.equal(await asked.getByRole('listitem').count(), 2)
  assert.deepEqual(await look(page, 'write-now', 'dialog'), [])
  // A second Enter does no harm.
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+Enter')
  await asked.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await at(page, 'It is out')
  const sent = JSON.stringify(await house.service.received('x'))
  assert.ok(sent.includes('Out by a key'))
  noComplaints(ada)
})

test('what stops a draft from going out is said', async () => {
  const { page } = ada
  await write(page, 'Far too long for X. '.repeat(20), /X/)
  await way(page, 'Draft')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1 worth a look' }).waitFor()
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('alert').getByText('1 problem').waitFor()
  assert.equal(await question(page).count(), 0)
  noComplaints(ada)
})

test('Mod+Shift+V begins a version, then goes from one to the next; for one account it says why not', async () => {
  const { page } = ada
  await write(page, 'For everybody', /X/)
  await text(page).focus()
  await page.keyboard.press('Control+Shift+V')
  await page.getByRole('status').getByText('Choose two accounts or more').waitFor()
  await choose(page, /Bluesky/)
  await text(page).focus()
  await page.getByRole('button', { name: 'Change for …' }).waitFor()
  await page.keyboard.press('Control+Shift+V')
  await page.getByRole('menuitem', { name: 'X' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Text for X' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+Shift+V')
  await page.getByRole('menuitem', { name: 'Bluesky' }).press('Enter')
  await page.getByRole('textbox', { name: 'Text for Bluesky' }).waitFor()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+V')
  await text(page).waitFor()
  await page.keyboard.press('Control+Shift+V')
  await page.getByRole('textbox', { name: 'Text for X' }).waitFor()
  noComplaints(ada)
})

test('Mod+Shift+U opens the device’s files, for the part in which somebody writes; the list of keys tells all three', async () => {
  const { page } = ada
  await write(page, 'With a picture', /X/)
  const file = { name: 'sun.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() }
  const first = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+Shift+U')
  await (await first).setFiles(file)
  await page.getByRole('list', { name: 'Files' }).getByText('sun.jpg').waitFor()
  await page.getByRole('button', { name: 'Add a part' }).click()
  await page.getByRole('textbox', { name: 'Text of part 2' }).fill('And another')
  const second = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+Shift+U')
  await (await second).setFiles({ ...file, name: 'moon.jpg' })
  const part = page.getByRole('region', { name: 'Part 2' })
  await part.getByRole('list', { name: 'Files' }).getByText('moon.jpg').waitFor()
  await saved(page)

  await page.goto('/posts')
  await at(page, 'Posts')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Publish it now, after a question').waitFor()
  await keys.getByText('Begin a version for a platform or an account').waitFor()
  await keys.getByText('Add files of this device').waitFor()
  await page.keyboard.press('Escape')
  noComplaints(ada)
})
