/** Keys of the composer, and files by their address, in real Chromium. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, pictureOf, saved, text, way, write } from './writing.ts'

const pages = new Map<string, (response: ServerResponse) => void>()
const site = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page) page(response)
  else response.writeHead(404).end()
})

let house: House
let ada: Visitor
let origin = ''
before(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  house = await openHouse({}, { reachable: [origin] })
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => {
  await house[Symbol.asyncDispose]()
  site.closeAllConnections()
  site.close()
})

/** Of the site that has the file. */
async function until(page: Page, it: () => boolean) {
  const deadline = Date.now() + 60_000
  while (!it()) {
    assert.ok(Date.now() < deadline, 'it does not become so')
    await page.waitForTimeout(20)
  }
}

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
  await asked.locator(':focus').waitFor()
  // A second Enter does no harm.
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+Enter')
  await asked.locator(':focus').waitFor()
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
  await page
    .getByRole('textbox', { name: 'Text for Bluesky' })
    .and(page.locator(':focus'))
    .waitFor()
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

test('a file comes by its address: its way is said, so is what is wrong with it, and closing stops it', async () => {
  const { page } = ada
  const picture = await pictureOf()
  const sending: (() => void)[] = []
  let ended = false
  pages.set('/harvest.jpg', (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.write(picture.subarray(0, 40))
    response.on('close', () => (ended = !response.writableFinished))
    sending.push(() => response.end(picture.subarray(40)))
  })
  await write(page, 'By its address', /X/)
  await page.getByRole('button', { name: 'Address', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a file by its address' })
  const field = dialog.getByLabel('Address of the file')
  await field.and(page.locator(':focus')).waitFor()
  assert.deepEqual(await look(page, 'write-address', 'dialog'), [])
  await page.keyboard.type('no address')
  await page.keyboard.press('Enter')
  await dialog.getByText('Use an https address.').waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await field.fill(`${origin}/nothing.jpg`)
  await page.keyboard.press('Enter')
  await dialog.getByText('this one answers with status 404').waitFor()
  assert.deepEqual(await look(page, 'write-address-refused', 'dialog'), [])

  await field.fill(`${origin}/harvest.jpg`)
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('status')
    .getByText(/^The file is being taken from 127\.0\.0\.1/)
    .waitFor()
  await until(page, () => sending.length === 1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Nothing more of it is taken.
  await until(page, () => ended)

  await page.keyboard.press('Enter')
  await field.fill(`${origin}/harvest.jpg`)
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('status')
    .getByText(/^The file is being taken from/)
    .waitFor()
  await until(page, () => sending.length === 2)
  sending[1]?.()
  await page.getByRole('status').getByText('harvest.jpg is in the post').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Files' }).getByText('harvest.jpg').waitFor()
  noComplaints(ada)
})

test('in German it is said in German why an address gives no file', async () => {
  const grete = await house.visitor({ width: 1280, locale: 'de-DE', as: ada })
  const { page } = grete
  await page.goto('/write')
  await at(page, 'Schreiben')
  await page.getByRole('button', { name: 'Adresse', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Eine Datei über ihre Adresse hinzufügen' })
  await dialog.getByLabel('Adresse der Datei').fill(`${origin}/nothing.jpg`)
  await page.keyboard.press('Enter')
  await dialog
    .getByText('Wählen Sie eine andere Adresse: Diese antwortet mit dem Status 404.')
    .waitFor()
  assert.deepEqual(await look(page, 'write-address-german', 'dialog'), [])
  noComplaints(grete)
})
