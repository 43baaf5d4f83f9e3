/** With the keyboard alone, as people do who see nothing or hold no mouse. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { at, comes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { axeOf } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('a key is made, copied and revoked without a mouse', async () => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await at(page, 'Overview')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Skip to content')
  await tabTo(page, 'API keys')
  await page.keyboard.press('Enter')
  await at(page, 'API keys')
  await focuses(page, 'API keys', 'the heading of the new room has the focus')
  await tabTo(page, 'New key')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.waitFor()
  await dialog.getByText('Keep it on a leash').click()
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Robot')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Robot is ready' }).waitFor()
  const shown = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  await tabTo(page, 'Copy')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Token copied').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), shown)
  assert.match(shown, /^\d+\|\S{20,}$/)

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focuses(page, 'New key', 'the focus is back where it came from')
  await tabTo(page, 'Revoke: Robot')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Revoke/ })
  await question.and(page.locator(':focus-within')).waitFor()
  await focuses(page, 'Keep it', 'a second Enter does no harm')
  // The title alone does not say what happens.
  const about = await question.getAttribute('aria-describedby')
  await page.locator(`[id="${about}"]`).getByText('From its next request').waitFor()
  await tabTo(page, 'Revoke')
  await page.keyboard.press('Enter')
  await page.getByText('Robot is revoked').waitFor({ state: 'attached' })
  noComplaints(ada)
})

test('on a small screen the menu opens, and closes behind whoever goes on', async () => {
  const { page } = await house.visitor({ width: 360, as: ada })
  await page.goto('/')
  await at(page, 'Overview')
  const menu = page.getByRole('button', { name: 'More rooms' })
  assert.equal(await menu.getAttribute('aria-expanded'), 'false')
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Members' }).press('Enter')
  await at(page, 'Members')
  await menu.and(page.locator('[aria-expanded=false]')).waitFor()
})

test('A8: by keyboard alone a post gets options of a platform, and they are in what is sent', async () => {
  const visitor = await house.visitor({ width: 1440, as: ada })
  const { page } = visitor
  const { body } = await house.service.rest('GET', '/api/accounts')
  const { accounts } = z
    .object({ accounts: z.array(z.object({ platform: z.string() })) })
    .parse(body)
  await page.goto('/write')
  await at(page, 'Write')
  await page.keyboard.press(
    `Alt+Digit${accounts.findIndex(({ platform }) => platform === 'x') + 1}`,
  )
  await tabTo(page, 'Text')
  await page.keyboard.type('Written without a mouse')
  await page.getByText('Options for X').waitFor()
  await tabTo(page, /^Options for X/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Who may reply/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Paid partnership/)
  await page.keyboard.press('Space')
  await page.getByText('2 set').waitFor()
  await page
    .getByRole('button', { name: /^(Publish|Schedule)/ })
    .and(page.locator(':not([aria-disabled=true])'))
    .waitFor()
  const sent = page.waitForRequest((request) => {
    const asked = request.method() === 'POST' && request.url().endsWith('/api/posts')
    return (
      asked &&
      z.object({ dry_run: z.boolean().optional() }).parse(request.postDataJSON()).dry_run !== true
    )
  })
  await page.keyboard.press('Control+Enter')
  const { platform_options } = z
    .object({ platform_options: z.unknown() })
    .parse((await sent).postDataJSON())
  assert.deepEqual(platform_options, {
    x: { reply_settings: 'following', paid_partnership: true },
  })
  await at(page, /^It is (out|scheduled)/)
  noComplaints(visitor)
})

test('single letters write, find and go, not within a field, and can be switched off', async () => {
  const visitor = await house.visitor({ width: 1440, as: ada })
  const { page } = visitor
  await page.goto('/settings')
  await at(page, 'Settings')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await at(page, 'Posts')
  await page.keyboard.press('/')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('gc')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Write a post').waitFor()
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('shortcuts')
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Enter')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await at(page, 'Write')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('')
  await page.keyboard.type('gp c')
  assert.equal(await text.inputValue(), 'gp c')

  await page.goto('/settings')
  await at(page, 'Settings')
  const letters = page.getByRole('switch', { name: /^Single letters/ })
  await letters.click()
  await page.reload()
  await at(page, 'Settings')
  assert.equal(await letters.isChecked(), false)
  await page.keyboard.press('c')
  // What is pressed behind it has been heard; it has no letter.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings')
  noComplaints(visitor)
})

async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    const there = await focused(page)
    if (typeof name === 'string' ? there === name : name.test(there)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never comes to ${String(name)}.`)
}

async function focuses(page: Page, name: string, why: string) {
  await comes(async () => assert.equal(await focused(page), name, why))
}

function focused(page: Page) {
  return page.evaluate<string>(
    '(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? "").trim()',
  )
}
