/** What the composer says and offers is true no longer than it is: texts sent in another tab, failures that are mended. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import {
  at,
  becomes,
  comes,
  type House,
  noComplaints,
  openHouse,
  signUp,
  type Visitor,
} from './house.ts'
import { look } from './look.ts'
import { choose, mainButton, saved, text, way, write } from './writing.ts'

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const ready = (page: Visitor['page']) =>
  mainButton(page).and(page.locator(':not([aria-disabled=true])'))

test('a text that another tab sends is offered no longer, and says what it became where it is open', async () => {
  const { page, context } = ada
  await write(page, 'Sent from the first tab', /X/)
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await saved(page)
  const address = page.url()
  const [offering, reading] = [await context.newPage(), await context.newPage()]
  await offering.goto('/write')
  await offering.getByRole('link', { name: /^Sent from the first tab/ }).waitFor()
  await reading.goto(address)
  await reading.getByText('This post is open in another tab.').waitFor()
  const below = 'document.documentElement.scrollHeight - innerHeight'
  // The bar pushes nothing out of the window: the room is told of it with the next frame.
  await becomes(reading, `${below} === 0`)

  await ready(page).click()
  await at(page, 'It is out')
  await offering.getByText('Sent meanwhile: Sent from the first tab').waitFor()
  await offering
    .getByRole('link', { name: /^Sent from the first tab/ })
    .waitFor({ state: 'detached' })
  await reading.getByText('This post was sent.').waitFor()
  assert.equal(await text(reading).inputValue(), 'Sent from the first tab')
  await assert.rejects(text(reading).fill('Once more', { timeout: 500 }))
  assert.deepEqual(await look(reading, 'write-sent-elsewhere', '[role=alert]'), [])
  await reading.reload()
  await reading.getByText('This post was sent.').waitFor()
  await reading.getByRole('link', { name: 'Open the post' }).click()
  await reading.getByRole('heading', { level: 1 }).waitFor()
  assert.match(reading.url(), /\/posts\/\d+$/)
  await offering.reload()
  await at(offering, 'Write')
  assert.equal(await offering.getByText('Sent from the first tab').count(), 0)
  await Promise.all([offering.close(), reading.close()])
  noComplaints(ada)
})

test('what a tab types after it took over is kept when the first one’s post has gone out, and becomes a post of its own', async () => {
  const { page, context } = ada
  await write(page, 'On its way', /X/)
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByText('This post is open in another tab.').waitFor()
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let under_way: () => void = () => {}
  const sending = new Promise<void>((resolve) => {
    under_way = resolve
  })
  await page.route('**/api/posts', async (route) => {
    const { dry_run } = route.request().postDataJSON() as { dry_run?: boolean }
    if (dry_run) return route.continue()
    under_way()
    await held
    return route.continue()
  })
  await ready(page).click()
  await sending
  await second.getByRole('button', { name: 'Take over' }).click()
  await second.getByText('This post is open in another tab.').waitFor({ state: 'detached' })
  await text(second).fill('On its way, and more')
  await saved(second)
  answer()
  await second.getByText(/^This post was sent, without what was typed/).waitFor()
  await at(page, 'It is out')
  await page.unroute('**/api/posts')

  await second.reload()
  await second.getByRole('button', { name: 'Go on as a new post' }).click()
  await second.getByText(/^This post was sent/).waitFor({ state: 'detached' })
  assert.equal(await text(second).inputValue(), 'On its way, and more')
  await ready(second).click()
  await at(second, 'It is out')
  const { body } = await house.service.rest('GET', '/api/posts?search=On its way')
  assert.deepEqual((body['data'] as { content: string }[]).map(({ content }) => content).sort(), [
    'On its way',
    'On its way, and more',
  ])
  await second.close()
  noComplaints(ada)
})

test('a failure that is told goes when what stood in the way is mended, the service answers, or the next try begins', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).fill('Nowhere yet')
  const alert = page.getByRole('alert')
  await page.locator('#main-reason').getByText('Choose at least one account.').waitFor()
  await page.keyboard.press('Control+Enter')
  await alert.getByText('Choose at least one account.').waitFor()
  await choose(page, /X/)
  await alert.waitFor({ state: 'detached' })

  await ready(page).waitFor()
  await page.route('**/api/posts', (route) => {
    const { dry_run } = route.request().postDataJSON() as { dry_run?: boolean }
    return dry_run ? route.continue() : route.fulfill({ status: 403, json: refusal })
  })
  await page.keyboard.press('Control+s')
  await alert.getByText('Not today.').waitFor()
  await page.unroute('**/api/posts')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  await alert.waitFor({ state: 'detached' })

  await page.goto('/settings')
  await at(page, /./)
  await page.route('**/console/me', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ index: 1 })
  await alert.getByText(/^The service did not answer/).waitFor()
  await page.unroute('**/console/me')
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
  await page.getByRole('link', { name: 'Members' }).click()
  await at(page, 'Members')
  await alert.waitFor({ state: 'detached' })
  noComplaints(ada)
})

const refusal = { error: { code: 'forbidden', message: 'Not today.', errors: {} } }

test('pressed before its parts are there a popover opens when they are, and whoever stands on its button stays there', async () => {
  const { page } = ada
  let come: () => void = () => {}
  let held = Promise.resolve()
  await page.route('**/assets/popover-*.js', async (route) => {
    await held
    return route.continue()
  })
  const time = page.locator('[data-place=when]')
  const opened = async () => {
    held = new Promise((resolve) => {
      come = resolve
    })
    const asked = page.waitForRequest('**/assets/popover-*.js')
    await page.goto('/write')
    await at(page, 'Write')
    await asked
  }
  await opened()
  await page.locator('[data-place=accounts]').click()
  assert.equal(await page.getByRole('dialog').count(), 0)
  come()
  await page.getByRole('checkbox', { name: /X/ }).waitFor()

  await opened()
  await time.focus()
  const before = await time.elementHandle()
  come()
  await before?.waitForElementState('hidden')
  await becomes(page, `document.activeElement?.getAttribute('data-place') === 'when'`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'When' }).waitFor()
  await page.unroute('**/assets/popover-*.js')
  noComplaints(ada)
})

test('a Tab before there is something to go to in a popover leaves it open, and whoever opened it is in it', async () => {
  const { page } = await house.visitor({ width: 1440, as: ada })
  let come: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/assets/account-list-*.js', async (route) => {
    await held
    return route.continue()
  })
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog]:focus').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.locator('[role=dialog]:focus').count(), 1)
  come()
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.locator('[role=dialog] :focus').waitFor()
  await page.keyboard.press('Escape')

  // And where a part of it comes with what is chosen in it.
  let bring: () => void = () => {}
  const kept = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route('**/assets/at-time-*.js', async (route) => {
    await kept
    return route.continue()
  })
  await page.locator('[data-place=when]').focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.getByRole('radio', { name: 'At a time' }).press('Space')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator('[role=dialog] input:focus').count(), 1)
  bring()
  await page.getByLabel('Type a time').waitFor()
  await page.keyboard.press('Tab')
  await page.locator('[role=dialog] input:not([type=radio]):focus').waitFor()
  // Past both ways to other months and one day.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await page.locator('[role=dialog] input[type=time]:focus').waitFor()
  await page.keyboard.press('Shift+Tab')
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog] [aria-pressed=true]:focus').waitFor()
})

test('once an account is connected again, the overview and the bell say that its post can be sent, and no longer what stood in the way', async () => {
  const { page } = ada
  const { service } = house
  await service.fault('bluesky', { fault: 'suspended' })
  const { body } = await service.rest('POST', '/api/posts', {
    content: 'Waits for its account',
    social_account_ids: [service.accounts['bluesky']],
    publish_now: true,
  })
  const post = `/api/posts/${String(body['id'])}?wait=20`
  await comes(async () => {
    const now = await service.rest('GET', post)
    assert.match(JSON.stringify(now.body), /"blocked_reason":"account_disconnected"/)
  })
  await accountInSandbox(service, 'bluesky')

  await page.goto('/')
  await at(page, 'Overview')
  const needs = page.getByRole('list', { name: 'Needs you' })
  const now = /The account is connected again: it can be sent now\.$/
  await needs.getByText(now).waitFor()
  assert.doesNotMatch(await needs.innerText(), /suspended/)
  await page.getByRole('button', { name: /^Notices, / }).click()
  const told = page.getByRole('list', { name: 'Notices' })
  await told.getByText(now).waitFor()
  assert.doesNotMatch(await told.innerText(), /suspended/)
  await page.keyboard.press('Escape')
  await needs.getByRole('button', { name: 'Try again: Waits for its account' }).click()
  await page.getByRole('status').getByText('The post is out').waitFor()
  noComplaints(ada)
})
