/** From nothing to a first post: how many presses and how long it takes somebody who has never been here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ada, at, type House, noComplaints, openHouse } from './house.ts'

const MOST_PRESSES = 12
const MOST_SECONDS = 120
/** What somebody takes to look and to point, and for a key. */
const SECONDS_A_PRESS = 4
const SECONDS_A_KEY = 0.25

test('whoever comes first signs up, connects an account and publishes: in two minutes and twelve presses', async () => {
  // What the machine does beside it is not the dashboard's: the quickest of several is what it takes.
  const took: number[] = []
  while (took.length < 4 && took.every((seconds) => seconds >= MOST_SECONDS)) {
    await using house = await openHouse()
    // As an empty folder has it: no workspace, no account, nobody.
    await house.service.query('truncate workspaces cascade')
    took.push(await firstPost(house))
  }
  assert.ok(Math.min(...took) < MOST_SECONDS, `${took.map(Math.round).join(', ')} seconds`)
})

/** In seconds, with what somebody takes to look and to type. */
async function firstPost(house: House) {
  const visitor = await house.visitor({ width: 1440 })
  const { page, context } = visitor
  let presses = 0
  let keys = 0
  await context.exposeBinding('wasPressed', () => void presses++)
  await context.exposeBinding('wasTyped', () => void keys++)
  await context.addInitScript(`
    addEventListener('pointerdown', () => window.wasPressed(), true)
    addEventListener('keydown', () => window.wasTyped(), true)
  `)
  const began = Date.now()
  await page.goto('/')
  await at(page, 'Make your account')
  await page.getByLabel('Your name').click()
  await page.keyboard.type(ada.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  await page.getByRole('button', { name: 'Make my account' }).click()
  await at(page, 'Overview')
  await page.getByRole('link', { name: 'Connect an account' }).click()
  await page.getByRole('button', { name: 'Connect X in the sandbox' }).click()
  await page.waitForURL((url) => url.origin !== house.service.base_url)
  await page.getByRole('button').first().click()
  await at(page, 'Accounts')
  // Whoever is quicker than the schedule is told still publishes now: there is none.
  const typed = Promise.withResolvers<void>()
  await page.route(/queue-slots/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Write' }).click()
  await at(page, 'Write')
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('Hello, world. This is our first post.')
  typed.resolve()
  await page
    .getByRole('button', { name: 'Publish now to 1 account' })
    .and(page.locator(':not([aria-disabled=true])'))
    .click()
  await at(page, 'It is out').catch(async (error: unknown) => {
    const { rows } = await house.service.query('select * from deliveries')
    const shown = await page.locator('body').innerText()
    throw new Error(`It did not go out: ${JSON.stringify(rows)}\n${shown}`, { cause: error })
  })
  const seconds = (Date.now() - began) / 1000
  const whole = seconds + presses * SECONDS_A_PRESS + keys * SECONDS_A_KEY
  assert.ok(presses >= 6, `${presses} presses were counted`)
  assert.ok(presses <= MOST_PRESSES, `${presses} presses`)
  const { rows } = await house.service.query('select timezone from workspaces')
  assert.deepEqual(rows, [{ timezone: 'Europe/Berlin' }])
  const received = JSON.stringify(await house.service.received('x'))
  assert.ok(received.includes('This is our first post.'))
  noComplaints(visitor)
  return whole
}
