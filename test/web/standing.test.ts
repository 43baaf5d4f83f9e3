/** Where things stand: rooms, faces, tabs, and a page whose bars have a width of their own. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { browserPath } from './browser.ts'
import { at, boxOf, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { choose } from './writing.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  const { x = 0, bluesky = 0 } = house.service.accounts
  await newPost(house.service, {
    content: 'Apples',
    social_account_ids: [x, bluesky],
    when: inAnHour(),
  })
})
after(async () => house[Symbol.asyncDispose]())

test('faces stand at one height, whether an account has a picture or a letter', async () => {
  const { page } = ada
  const tops = (within: string) =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(within)})].map((each) => Math.round(each.getBoundingClientRect().top * 2) / 2)`,
    )
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /X ·/, /Bluesky/)
  const chosen = page.getByRole('group', { name: 'Accounts' })
  assert.equal(await chosen.locator('img').count(), 1, 'one has a picture, the other has not')
  const [first, ...others] = (await tops(
    '[role=group][aria-label=Accounts] button svg[viewBox] > rect:first-child',
  )) as number[]
  assert.equal(others[0], first)
  await page.goto('/')
  await at(page, 'Overview')
  await page.getByText('Apples').first().waitFor()
  const [one, ...more] = (await tops('main li svg:has(> rect)')) as number[]
  assert.ok(more.length > 0)
  for (const top of more) assert.equal(top, one)
})

test('the titles of rooms stand at one height, whatever stands beside them', async () => {
  const { page } = ada
  const stand = new Map<string, number>()
  for (const [path, heading] of [
    ['/', 'Overview'],
    ['/posts', 'Posts'],
    ['/library', 'Library'],
    ['/accounts', 'Accounts'],
    ['/webhooks', 'Webhooks'],
  ] as const) {
    await page.goto(path)
    await at(page, heading)
    await page.getByRole('note').filter({ hasText: 'Confirm your address' }).waitFor()
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    stand.set(path, title.y)
    const [action] = await page
      .locator('main header')
      .first()
      .locator('button, a')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    // Beside the title, not below it.
    if (action)
      assert.ok(Math.abs(action.y + action.height / 2 - title.y - title.height / 2) < 4, path)
  }
  assert.equal(new Set(stand.values()).size, 1, JSON.stringify([...stand]))
})

test('tabs that have room have no bar to scroll them by', async () => {
  const { page } = ada
  await page.goto('/posts')
  await at(page, 'Posts')
  const [high, wide] = (await page.evaluate(`(() => {
    const tabs = document.querySelector('[role=tablist]')
    const scrolls = (over) => !/hidden|visible|clip/.test(over)
    const { overflowX, overflowY } = getComputedStyle(tabs)
    return [
      scrolls(overflowY) && tabs.scrollHeight > tabs.clientHeight,
      scrolls(overflowX) && tabs.scrollWidth > tabs.clientWidth,
    ]
  })()`)) as boolean[]
  assert.deepEqual({ high, wide }, { high: false, wide: false })
})

test('where bars have a width, rooms do not move sideways when one is longer than the screen', async () => {
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  // As on Windows and on most of Linux; what drives the browser hides them otherwise.
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    const context = await browser.newContext({
      baseURL: house.service.base_url,
      viewport: { width: 1280, height: 700 },
    })
    await context.addCookies(await ada.context.cookies())
    const page = await context.newPage()
    const stand: number[] = []
    for (const [path, heading, isLong] of [
      ['/webhooks', 'Webhooks', false],
      ['/accounts/connect', 'Connect an account', true],
    ] as const) {
      await page.goto(path)
      await at(page, heading)
      const long = await page.evaluate(`document.documentElement.scrollHeight > innerHeight`)
      assert.equal(long, isLong, path)
      stand.push((await boxOf(page.getByRole('heading', { level: 1 }))).x)
    }
    assert.equal(stand[0], stand[1])
  } finally {
    await browser.close()
  }
  noComplaints(ada)
})
