/** On a phone the rooms stand at its foot, and nothing else is behind them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, boxOf, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { mainButton, write } from './writing.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 390 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const bar = (page: Page) => page.getByRole('navigation', { name: 'Most used rooms' })
const more = (page: Page) => page.getByRole('button', { name: 'More rooms' })

test('on a phone one goes to the rooms at its foot, and to all others behind “More”', async () => {
  const { page } = ada
  await page.goto('/')
  await at(page, 'Overview')
  const { y, height } = await boxOf(bar(page))
  assert.equal(y + height, 900)
  await bar(page).getByRole('link', { name: 'Posts' }).waitFor()
  const names = await bar(page).locator('a, button').allInnerTexts()
  assert.deepEqual(names, ['Overview', 'Calendar', 'Write', 'Posts', 'More'])
  const home = bar(page).getByRole('link', { name: 'Overview' })
  assert.equal(await home.getAttribute('aria-current'), 'page')
  for (const each of await bar(page).locator('a, button').all())
    assert.ok((await boxOf(each)).height >= 44)
  assert.deepEqual(await look(page, 'foot-bar'), [])
  await page.setViewportSize({ width: 390, height: 900 })
  await bar(page).getByRole('link', { name: 'Posts' }).click()
  await at(page, 'Posts')

  await more(page).press('Enter')
  const members = page.getByRole('link', { name: 'Members' })
  await members.waitFor()
  const last = await boxOf(page.getByRole('button', { name: 'Sign out' }))
  assert.ok(last.y + last.height <= (await boxOf(bar(page))).y, 'the menu ends above the bar')
  await page.keyboard.press('Escape')
  await members.waitFor({ state: 'hidden' })
  assert.ok(await more(page).evaluate((it) => it === it.ownerDocument.activeElement))
  assert.equal(await more(page).getAttribute('aria-expanded'), 'false')
  await more(page).click()
  await members.click()
  await at(page, 'Members')
  assert.equal(await more(page).getAttribute('aria-expanded'), 'false')
  await page.setViewportSize({ width: 1280, height: 900 })
  await bar(page).waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 390, height: 900 })
  noComplaints(ada)
})

test('what has the focus, and what stands at the foot of a room, is not behind the bar', async () => {
  const { page } = ada
  await page.goto('/settings')
  await at(page, 'Settings')
  const { y: top } = await boxOf(bar(page))
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const bottom = await page.evaluate<number>(
      `(() => { const it = document.activeElement; return !it || it === document.body || it.closest('[data-bar]') ? 0 : it.getBoundingClientRect().bottom })()`,
    )
    assert.ok(bottom <= top, `${bottom} px, and the bar begins at ${top}`)
  }
  await write(page, 'Written on a phone', /X/)
  const foot = await boxOf(mainButton(page))
  assert.ok(foot.y + foot.height <= top, 'the button that sends stands above the bar')
  await page.mouse.wheel(0, 5_000)
  await page.waitForTimeout(200)
  const below = await boxOf(mainButton(page))
  assert.ok(below.y + below.height <= top, 'and does at the end of the room')
  const reaches = await page.evaluate('document.querySelector("meta[name=viewport]").content')
  assert.match(String(reaches), /viewport-fit=cover/)
  noComplaints(ada)
})
