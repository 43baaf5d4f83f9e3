/** Search across rooms: rooms, commands, posts, accounts, labels and files by a few letters; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, comes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, pick, pictureOf, saved, text } from './writing.ts'

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1280 })
  await signUp(ada)
  const { status, body } = await house.service.rest('POST', '/api/posts', {
    social_account_ids: [house.service.accounts['x']],
    content: 'The quinces are ripe\nand go to the market',
    labels: ['harvest'],
    when: 'draft',
  })
  assert.equal(status, 201, JSON.stringify(body))
})
after(async () => house[Symbol.asyncDispose]())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to, do or find' })
const field = (page: Page) => palette(page).getByRole('combobox')
/** What is typed before it has the focus goes nowhere. */
const typing = (page: Page) => field(page).and(page.locator(':focus')).waitFor()
const entry = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('by keyboard alone: rooms, a post, a label, an account and a command are found and gone to; Escape leaves all as it was', async () => {
  const { page } = ada
  await page.goto('/')
  await at(page, 'Overview')
  await page.keyboard.press('Control+k')
  await typing(page)
  await entry(page, /^New post/).waitFor()
  assert.deepEqual(await look(page, 'palette', '[role=dialog]'), [])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await at(page, 'Overview')

  const go = async (typed: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await typing(page)
    await page.keyboard.type(typed)
    await entry(page, name).waitFor()
    const active = () => field(page).getAttribute('aria-activedescendant')
    for (let steps = 0; steps < 20; steps++) {
      const before = await active()
      if (before === (await entry(page, name).getAttribute('id'))) break
      await page.keyboard.press('ArrowDown')
      await comes(async () => assert.notEqual(await active(), before))
    }
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
  }
  await go('calen', /^Calendar/)
  await page.waitForURL(/\/calendar/)
  await page.locator('h1:focus').waitFor({ state: 'attached' })
  await go('snip', /^Snippets/)
  await page.waitForURL(/\/settings\/snippets$/)
  await go('QUINCES', /^The quinces are ripe and go to the market/)
  await page.waitForURL(/\/posts\/\d+$/)
  await go('harv', /^harvest/)
  await page.waitForURL(/\/posts\?.*label=harvest/)
  await page.getByText('The quinces are ripe').first().waitFor()
  await go('bluesky', /Bluesky/)
  await page.waitForURL(/\/accounts#account-\d+$/)
  await go('pause', /^Pause publishing/)
  const pause = page.getByRole('dialog', { name: 'Pause everything' })
  await pause.getByRole('button', { name: 'Pause' }).click()
  await pause.waitFor({ state: 'detached' })
  await go('resume', /^Resume publishing/)
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('a file is found by its name; what nobody has is said; a text that is written stays where it is', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /X/)
  await pick(page, { name: 'orchard.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() })
  await text(page).fill('Half a sentence')
  await saved(page)
  // Of what is on its way nobody knows the name.
  const files = async () => (await house.service.rest('GET', '/api/media')).body['data']
  while (!JSON.stringify(await files()).includes('orchard.jpg')) await page.waitForTimeout(20)
  await text(page).focus()
  await page.keyboard.press('Control+k')
  await typing(page)
  await page.keyboard.type('no such thing')
  await palette(page).getByText('Nothing is called so.').waitFor()
  await field(page).fill('orch')
  await entry(page, /^orchard\.jpg/).click()
  await page.waitForURL(/\/library\?item=\d+/)
  await page.goBack()
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), 'Half a sentence')
  noComplaints(ada)
})

test('what the service does not answer is said, and rooms are gone to all the same', async () => {
  const { page } = ada
  await page.goto('/')
  await at(page, 'Overview')
  await page.route('**/api/posts?**search=**', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await field(page).fill('memb')
  await palette(page)
    .getByText(/^Posts and files could not be looked through/)
    .waitFor()
  await entry(page, /^Members/).click()
  await at(page, 'Members')
  await page.unroute('**/api/posts?**search=**')
})

test('on a phone it opens by a button in the top bar, and in German it speaks German', async () => {
  const { page } = await house.visitor({ width: 360, locale: 'de-DE', as: ada })
  await page.goto('/')
  await page.getByRole('button', { name: 'Hingehen, tun oder finden' }).click()
  const found = page.getByRole('dialog', { name: 'Hingehen, tun oder finden' })
  await found.getByRole('option', { name: /^Neuer Beitrag/ }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  await found.getByRole('button', { name: 'Schließen' }).click()
  await found.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Hingehen, tun oder finden' }).click()
  await found.getByRole('option', { name: /^Neuer Beitrag/ }).click()
  await page.waitForURL(/\/write\//)
})
