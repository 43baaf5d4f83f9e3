/** On a phone the rooms stand at its foot, and nothing else is behind them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inAnHour, newPost } from '../surfaces/kit.ts'
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

test('held sideways, nothing to read or to press stands below the notch or the line at the foot', async () => {
  const id = await newPost(house.service, { content: 'Held sideways', when: inAnHour() })
  const { page, context } = await house.visitor({ as: ada })
  const [width, height] = [844, 390]
  const insets = { left: 47, right: 59, bottom: 21 }
  await page.setViewportSize({ width, height })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const isBeside = async (it: Locator, what: string) => {
    const box = await boxOf(it)
    const { x, y } = box
    assert.ok(x >= insets.left, `${what} begins at ${x}`)
    assert.ok(x + box.width <= width - insets.right, `${what} ends at ${x + box.width}`)
    assert.ok(y + box.height <= height - insets.bottom, `${what} ends at ${y + box.height}`)
  }
  await page.goto(`/posts/${id}`)
  await at(page, 'Scheduled')
  await isBeside(page.getByRole('heading', { level: 1 }), 'the heading')
  await isBeside(page.getByRole('button', { name: /^Notices/ }), 'the bell')
  for (const each of await bar(page).locator('a, button').all())
    await isBeside(each, await each.innerText())
  await more(page).click()
  await page.getByRole('link', { name: 'Members' }).waitFor()
  await isBeside(page.locator('#menu'), 'the menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notices/ }).click()
  await isBeside(page.getByRole('dialog'), 'what the bell opens')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await isBeside(page.getByRole('menu'), 'what one can do with a post')
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await page.getByRole('dialog').waitFor()
  // So low that the question has to be scrolled.
  await page.setViewportSize({ width, height: 220 })
  const box = await boxOf(page.getByRole('dialog'))
  assert.ok(box.x >= insets.left && box.x + box.width <= width - insets.right, 'a question')
  assert.ok(box.y + box.height <= 220 - insets.bottom, 'a question above the line')
  await page.keyboard.press('Escape')
  noComplaints(ada)
})
